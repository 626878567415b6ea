// What an example makes, counted from its own model: nodes, GPUs, resources, and what it costs by the catalog. Writes the part
// between the markers of each example's README; a test holds it there.
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { App } from "cdktf";
import { instanceType } from "../lib/catalog/instance-types";
import { instancePrice } from "../lib/catalog/prices";
import type { PurchaseOption } from "../lib/catalog/types";
import { clusterModel } from "../lib/clouds/common/cluster-model";
import type { CapacitySource, Cluster, NodePool } from "../lib/model/model";

const examples = join(__dirname, "../examples");
const begin = "<!-- facts: npm run examples -->";
const end = "<!-- /facts -->";

const purchaseOf: Record<CapacitySource["kind"], PurchaseOption> = {
  block: "capacity-block",
  reservation: "on-demand",
  spot: "spot",
  "on-demand": "on-demand",
};

/** The pool's fullest hour: each source up to what it holds, in order, at the catalog price. */
function costRow(pool: NodePool, region: string): string {
  let left = pool.nodes.max;
  const parts: string[] = [];
  let total: number | undefined = 0;
  for (const source of pool.capacity) {
    const nodes = Math.min(left, source.nodes ?? left);
    if (nodes === 0) break;
    left -= nodes;
    const price = instancePrice(pool.instanceType, purchaseOf[source.kind], region);
    total = price && total !== undefined ? total + nodes * price.usdPerHour : undefined;
    parts.push(
      `${nodes} ${source.kind}${price ? ` at ${price.usdPerHour.toFixed(2)} (${price.pricedOn})` : ", no price in the catalog"}`,
    );
  }
  const type = instanceType(pool.instanceType);
  const gpus = pool.nodes.max * type.acceleratorCount;
  return `| ${pool.name} | ${pool.nodes.min} to ${pool.nodes.max} x ${type.name} | ${gpus === 0 ? "none" : `${gpus} x ${type.accelerator}`} | ${parts.join(", ")} | ${total === undefined ? "unknown" : total.toFixed(2)} |`;
}

/** The facts of a cluster as Markdown. */
export function facts(cluster: Cluster, resourceCount: number): string {
  const region = cluster.region ?? "";
  const rows = cluster.pools.map((pool) => costRow(pool, region));
  return [
    begin,
    `${resourceCount} Terraform resources in ${region}. With every node running, instances alone, USD per hour:`,
    "",
    "| pool | nodes | accelerators | priced as | USD per hour |",
    "|---|---|---|---|---|",
    ...rows,
    end,
  ].join("\n");
}

/** Examples that are programs, by folder name. */
export function exampleNames(): string[] {
  return readdirSync(examples)
    .sort()
    .filter((name) => existsSync(join(examples, name, "main.ts")));
}

/** Runs an example and returns its facts. */
export function factsOf(name: string): string {
  const apps: App[] = [];
  const outdir = mkdtempSync(join(tmpdir(), "warpform-facts-"));
  const synth = App.prototype.synth;
  App.prototype.synth = function (this: App) {
    apps.push(this);
    synth.call(this);
  };
  process.env.CDKTF_OUTDIR = outdir;
  try {
    require(join(examples, name, "main.ts"));
    const count = readdirSync(join(outdir, "stacks")).reduce((sum, stack) => {
      const { resource } = JSON.parse(readFileSync(join(outdir, "stacks", stack, "cdk.tf.json"), "utf8")) as {
        resource: Record<string, object>;
      };
      return sum + Object.values(resource).reduce((all, named) => all + Object.keys(named).length, 0);
    }, 0);
    return facts(clusterModel(apps[0]!), count);
  } finally {
    App.prototype.synth = synth;
    delete process.env.CDKTF_OUTDIR;
    rmSync(outdir, { recursive: true });
  }
}

/** A README with its facts replaced. */
export function withFacts(readme: string, now: string): string {
  const from = readme.indexOf(begin);
  const to = readme.indexOf(end);
  if (from < 0 || to < 0) return `${readme.trimEnd()}\n\n${now}\n`;
  return readme.slice(0, from) + now + readme.slice(to + end.length);
}

if (require.main === module) {
  for (const name of exampleNames()) {
    const path = join(examples, name, "README.md");
    writeFileSync(path, withFacts(existsSync(path) ? readFileSync(path, "utf8") : `# ${name}\n`, factsOf(name)));
  }
}
