import { createHash } from "node:crypto";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { AssetType, TerraformAsset } from "cdktf";
import type { Construct } from "constructs";
import { type LocalChart, writeChart } from "../../../kubernetes/chart/chart";

/**
 * A local chart as files beside the synthesized stack. The asset's path carries a hash of the content, so that Terraform
 * sees a change of any file as a change of the release.
 */
export function chartAsset(scope: Construct, id: string, chart: LocalChart): TerraformAsset {
  const hash = createHash("sha256");
  for (const { path, text } of chart.files) hash.update(`${path}\0${text}\0`);
  const digest = hash.digest("hex");
  // the asset copies from a folder; one folder a user and content, so that synthesizing again leaves nothing new behind
  const folder = join(tmpdir(), `warpform-charts-${process.getuid?.() ?? "user"}`, digest, chart.name);
  writeChart(chart, folder);
  return new TerraformAsset(scope, id, { path: folder, type: AssetType.DIRECTORY, assetHash: digest.slice(0, 16) });
}

/** Values of a chart, from paths (`aws.nodeRole`) to what Helm gets: nested objects, within those that it gets anyhow. */
export function chartValues(paths: Readonly<Record<string, string>>, given: unknown = {}): Record<string, unknown> {
  const root = { ...(given as Record<string, unknown>) };
  for (const [path, value] of Object.entries(paths)) {
    const keys = path.split(".");
    let at = root;
    for (const key of keys.slice(0, -1)) {
      const next = { ...(at[key] as Record<string, unknown> | undefined) };
      at[key] = next;
      at = next;
    }
    at[keys[keys.length - 1]!] = value;
  }
  return root;
}
