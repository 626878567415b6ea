import { chmodSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { WarpformError } from "../../errors";
import { designOf } from "../../review/design";
import { reviewMarkdown } from "../../review/report/markdown";
import { reviewDesign } from "../../review/review";
import { cannotWrite, makeFolder } from "../../units/make-folder";
import { acceptanceFiles } from "./acceptance/acceptance-plan";
import { describeOnPremCluster } from "./describe-on-prem";
import { fabricFiles } from "./fabric/fabric-files";
import { prometheusFiles } from "./monitoring/prometheus-files";
import { rackFiles } from "./pools/rack-files";
import { ansibleFiles } from "./provisioning/ansible-files";
import { billOfMaterials } from "./provisioning/bill-of-materials";
import { netboxFiles } from "./provisioning/netbox-files";
import { provisioningFiles } from "./provisioning/provisioning-files";
import { readMe } from "./provisioning/read-me";
import type { BundleFile } from "./shared/bundle-file";
import type { OnPremDefinition } from "./shared/on-prem-definition";
import { accountingFiles } from "./slurm/accounting-files";
import { slurmFiles } from "./slurm/slurm-files";
import { cephFiles } from "./storage/ceph-files";

/** Every file of the cluster: what is ordered, placed, wired, installed, watched and accepted. The same definition gives the same bytes. */
export function onPremBundle(definition: OnPremDefinition): readonly BundleFile[] {
  const { fabric } = definition;
  const review = reviewDesign(designOf(describeOnPremCluster(definition)));
  const files = [
    ...slurmFiles(definition),
    ...accountingFiles(definition),
    ...(fabric === null ? [] : fabricFiles(fabric)),
    ...cephFiles(definition),
    ...rackFiles(definition),
    ...billOfMaterials(definition),
    ...provisioningFiles(definition),
    ...netboxFiles(definition),
    ...ansibleFiles(definition),
    ...prometheusFiles(definition),
    ...acceptanceFiles(definition),
    { path: "review.md", text: reviewMarkdown(review) },
  ];
  return [{ path: "README.md", text: readMe(definition, files) }, ...files];
}

/** Writes a bundle into a folder. Files of the same names are replaced; others are left alone. A folder that cannot be written is an error. */
export function writeOnPremBundle(bundle: readonly BundleFile[], folder: string): void {
  try {
    writeBundle(bundle, folder);
  } catch (error) {
    const message = cannotWrite("folder", folder, error);
    throw new WarpformError("writeOnPremBundle", [{ code: "not-allowed", path: "folder", message }]);
  }
}

function writeBundle(bundle: readonly BundleFile[], folder: string): void {
  for (const { path, text, executable = false } of bundle) {
    const file = join(folder, path);
    makeFolder(dirname(file));
    writeFileSync(file, text);
    chmodSync(file, executable ? 0o755 : 0o644);
  }
}
