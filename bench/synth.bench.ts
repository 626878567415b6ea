// Synth of the training example against the same resources written by hand with the raw provider classes; the share of
// loading; growth from 1 to 100 pools. Baseline and candidate are measured in turn, in one process, and ratios are of medians.
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";

const quick = process.argv.includes("--quick");
const runs = quick ? 5 : 25;
const load = createRequire(__filename);

const milliseconds = (run: () => void): number => {
  const start = process.hrtime.bigint();
  run();
  return Number(process.hrtime.bigint() - start) / 1e6;
};
const median = (values: number[]): number => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)]!;

const loadProvider = milliseconds(() => {
  load("cdktf");
  load("@cdktf/provider-aws/lib/provider");
});
const loadLibrary = milliseconds(() => load("../lib/index"));

const { App, TerraformLocal, TerraformStack } = load("cdktf") as typeof import("cdktf");
const { AwsProvider } = load("@cdktf/provider-aws/lib/provider") as typeof import("@cdktf/provider-aws/lib/provider");
const warpform = load("../lib/index") as typeof import("../lib/index");

const temp = mkdtempSync(join(tmpdir(), "warpform-bench-"));

function training(pools: number): void {
  const app = new App({ outdir: temp });
  const stack = new TerraformStack(app, "bench");
  new AwsProvider(stack, "aws", { region: "us-east-2" });
  const network = new warpform.ClusterNetwork(stack, "network", { availabilityZone: "us-east-2a" });
  const fabric = new warpform.InfiniBandFabric(stack, "fabric", { network });
  const checkpoints = new warpform.CheckpointBucket(stack, "checkpoints", { network });
  const scratch = new warpform.LustreStorage(stack, "scratch", {
    network,
    capacityTiB: 48,
    throughputPerTiB: 250,
    importFrom: checkpoints,
  });
  for (let index = 0; index < pools; index++) {
    const pool = new warpform.GpuNodePool(stack, `h100-${index}`, {
      network,
      fabric,
      instanceType: "p5.48xlarge",
      nodes: { min: 16, max: 16 },
      capacity: [warpform.Capacity.block("cr-0123456789abcdef0", { nodes: 8 }), warpform.Capacity.onDemand()],
      mounts: [scratch.mount("/fsx")],
    });
    new warpform.NodeFleet(stack, `train-${index}`, { pool });
  }
  app.synth();
}

type Block = Record<string, unknown>;
const camel = (name: string) => name.replaceAll(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
const isFreeMap = (key: string) => key === "tags" || key === "variables";

/** Terraform's snake case to the provider classes' props, keys of free maps left alone. */
function propsOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(propsOf);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value as Block)
      .filter(([key]) => key !== "//")
      .map(([key, inner]) => [camel(key), isFreeMap(key) ? inner : propsOf(inner)]),
  );
}

type Stack = InstanceType<typeof TerraformStack>;
type Resource = { interpolationForAttribute(attribute: string): { toString(): string } };
type ResourceClass = new (scope: Stack, id: string, props: unknown) => Resource;
type Row = { readonly make: ResourceClass; readonly key: string; readonly name: string; readonly props: unknown };

const reference = /\$\{((?:data\.)?aws_\w+\.[\w-]+)\.(\w+)\}/g;

/** Rows in an order in which each refers to earlier ones only. */
function inOrder(rows: readonly Row[]): Row[] {
  const done = new Set<string>();
  const sorted: Row[] = [];
  const byKey = new Map(rows.map((row) => [row.key, row]));
  const visit = (row: Row): void => {
    if (done.has(row.key)) return;
    done.add(row.key);
    for (const [, key] of JSON.stringify(row.props).matchAll(reference)) if (byKey.has(key!)) visit(byKey.get(key!)!);
    sorted.push(row);
  };
  rows.forEach(visit);
  return sorted;
}

type Made = ReadonlyMap<string, Resource>;

/**
 * A function that gives the props with references to the resources themselves, as a person would write them. The text is
 * taken apart here, once, so that no such work is timed as the person's.
 */
function linked(value: unknown): (made: Made) => unknown {
  if (typeof value === "string") {
    const pieces = value.split(reference);
    if (pieces.length === 1) return () => value;
    return (made) => {
      let text = pieces[0]!;
      for (let i = 1; i < pieces.length; i += 3)
        text += `${made.get(pieces[i]!)!.interpolationForAttribute(pieces[i + 1]!)}${pieces[i + 2]}`;
      return text;
    };
  }
  if (Array.isArray(value)) {
    const inner = value.map(linked);
    return (made) => inner.map((one) => one(made));
  }
  if (typeof value !== "object" || value === null) return () => value;
  const entries = Object.entries(value).map(([key, one]) => [key, linked(one)] as const);
  return (made) => Object.fromEntries(entries.map(([key, one]) => [key, one(made)]));
}

/** The same resources as the library made, by hand: each class and its finished props, no checks, no catalogue. */
function byHand(): () => void {
  training(1);
  const json = JSON.parse(readFileSync(join(temp, "stacks", "bench", "cdk.tf.json"), "utf8")) as Record<
    string,
    Record<string, Record<string, Block>>
  >;
  const rows: Row[] = [];
  for (const [section, prefix] of [
    ["resource", ""],
    ["data", "data-aws-"],
  ] as const) {
    for (const [type, named] of Object.entries(json[section] ?? {})) {
      const folder = `${prefix}${type.replace(/^aws_/, "").replaceAll("_", "-")}`;
      const module = load(`@cdktf/provider-aws/lib/${folder}`) as Record<string, ResourceClass>;
      const make = Object.values(module).find(
        (entry) => (entry as unknown as { tfResourceType?: string }).tfResourceType === type,
      )!;
      const dataPrefix = section === "data" ? "data." : "";
      for (const [name, block] of Object.entries(named))
        rows.push({ make, key: `${dataPrefix}${type}.${name}`, name, props: propsOf(block) });
    }
  }
  const sorted = inOrder(rows).map(({ make, key, name, props }) => ({ make, key, name, props: linked(props) }));
  const locals = Object.entries((json.locals ?? {}) as unknown as Record<string, string>).map(
    ([name, value]) => [name, linked(value)] as const,
  );
  return () => {
    const app = new App({ outdir: temp });
    const stack = new TerraformStack(app, "bench");
    new AwsProvider(stack, "aws", { region: "us-east-2" });
    const made = new Map<string, Resource>();
    for (const { make, key, name, props } of sorted) made.set(key, new make(stack, name, props(made)));
    for (const [name, value] of locals) new TerraformLocal(stack, name, value(made));
    app.synth();
  };
}

const raw = byHand();
for (let warm = 0; warm < 3; warm++) {
  raw();
  training(1);
}
const library: number[] = [];
const baseline: number[] = [];
for (let run = 0; run < runs; run++) {
  baseline.push(milliseconds(raw));
  library.push(milliseconds(() => training(1)));
}
const growth = [1, 10, 100].map(
  (pools) => [pools, median(Array.from({ length: quick ? 3 : 7 }, () => milliseconds(() => training(pools))))] as const,
);
const perPool = (growth[2]![1] - growth[0]![1]) / 99;

console.log(
  `synth of the training example / the same resources by hand: ${(median(library) / median(baseline)).toFixed(2)} (median of ${runs} pairs)`,
);
console.log(`loading the library / loading cdktf and the provider: ${(loadLibrary / loadProvider).toFixed(2)}`);
console.log(
  `loading everything / a first synth of the example: ${((loadLibrary + loadProvider) / median(library)).toFixed(2)}`,
);
console.log(
  `synth of 10 pools / of 1: ${(growth[1]![1] / growth[0]![1]).toFixed(2)}; of 100 / of 10: ${(growth[2]![1] / growth[1]![1]).toFixed(2)} (linear: at most 10)`,
);
console.log(`one more pool / synth of the example: ${(perPool / median(library)).toFixed(3)}`);
rmSync(temp, { recursive: true });
