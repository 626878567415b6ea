/** Writes docs/validation.md: published figures against ours, row by row. Run by `npm run validation`. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { fabricRows } from "./validation/fabric-rows";
import { validationPage } from "./validation/page";
import { reliabilityRows } from "./validation/reliability-rows";
import { servingRows } from "./validation/serving-rows";

const rows = [...fabricRows(), ...reliabilityRows(), ...servingRows()];
writeFileSync(join(__dirname, "../docs/validation.md"), validationPage(rows));
