import type { BundleFile } from "../shared/bundle-file";
import type { OnPremDefinition, OnPremProvisioning } from "../shared/on-prem-definition";
import { maasFiles } from "./maas-files";
import { metal3Files } from "./metal3-files";
import { warewulfFiles } from "./warewulf-files";

const WRITERS: Readonly<
  Record<
    OnPremProvisioning["tool"],
    (definition: OnPremDefinition, provisioning: OnPremProvisioning) => readonly BundleFile[]
  >
> = { warewulf: warewulfFiles, maas: maasFiles, metal3: metal3Files };

/** Input of what installs the system on nodes. */
export function provisioningFiles(definition: OnPremDefinition): readonly BundleFile[] {
  const { provisioning } = definition;
  return provisioning === null ? [] : WRITERS[provisioning.tool](definition, provisioning);
}
