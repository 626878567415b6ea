import { acceleratorRowLaws } from "./accelerators";
import { azureSizeLaws } from "./azure-sizes";
import { generationLaws } from "./generations";
import { acceleratorLaws, networkLaws, nodeLaws } from "./instance-types";
import { kindLaws } from "./kinds";
import { marketLaws } from "./market";
import { otherLaws, rowLaws } from "./other-tables";
import { placeLaws } from "./places";
import { priceLaws, servicePriceLaws } from "./prices";
import { sizeLaws } from "./sizes";
import { type Law, schemaLaws } from "./tables";

/** Everything that is true of a good catalog. */
export const laws: readonly Law[] = [
  ...schemaLaws,
  ...rowLaws(new Date().toISOString().slice(0, 10)),
  ...networkLaws,
  ...nodeLaws,
  ...acceleratorLaws,
  ...sizeLaws,
  ...azureSizeLaws,
  ...acceleratorRowLaws,
  ...placeLaws,
  ...priceLaws,
  ...servicePriceLaws,
  ...otherLaws,
  ...generationLaws,
  ...kindLaws,
  ...marketLaws,
];
