import { readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../../lib/checks.mjs";

const ROOM = "lib/clouds/aws/batch";
const SCHEMA = "lib/blueprint/schema/aws/adopters";

/** Files of its own, as they would be written, beside this one. */
const written = (name) => readFileSync(join(root, "test/acceptance/change-test/batch", `${name}.ts.txt`), "utf8");

/** Another one who starts nodes, in programs and blueprints: queues of AWS Batch over pools. */
export function newAdopter(copy) {
  for (const name of ["batch-queue-props", "batch-queue-table", "define-batch", "batch-queue"])
    copy.write(`${ROOM}/${name}.ts`, written(name));
  copy.write(`${SCHEMA}/schema-batch.ts`, written("schema-batch"));
  addRows(copy);
  addNames(copy);
  copy.changelog("`BatchQueue` runs jobs of AWS Batch on a pool's nodes.");
  copy.npm("docs");
  copy.npm("schema");
  copy.types();
  const fast = [
    "test/model",
    "test/clouds/cloud.test.ts",
    "test/props",
    "test/blueprint",
    "test/examples/billed",
    "-u",
  ];
  copy.fastTests(...fast, "test/public-names.test.ts", "test/clouds/named-clouds", "test/constructors", "test/folders");
  copy.slowTests("test/props/flipped-props.slow", "-t", "started by batch");
  deploys(copy);
  return copy.edited();
}

function addRows(copy) {
  copy.insert(
    "lib/remedies/adopters.ts",
    "export const ADOPTERS = {\n",
    `  batch: {
    construct: "BatchQueue",
    prop: "pool",
    key: "batchQueues",
    id: null,
    title: "a batch queue",
    pools: ["pool"],
    scheduler: "fleet",
    section: null,
    everywhere: false,
  },\n`,
  );
  const rows = "lib/clouds/aws/adopters.ts";
  copy.insert(
    rows,
    `import type { AdopterKind } from "../../remedies/adopters";\n`,
    `import { BATCH_QUEUE } from "./batch/batch-queue-table";\nimport { BATCH } from "./batch/define-batch";\n`,
  );
  copy.insert(
    rows,
    "  fleet: { traits: FLEET, table: NODE_FLEET },\n",
    "  batch: { traits: BATCH, table: BATCH_QUEUE },\n",
  );
  const parts = "lib/clouds/aws/parts.ts";
  copy.insert(
    parts,
    `import type { CloudKinds } from "../part-kinds";\n`,
    `import { BatchQueue } from "./batch/batch-queue";\n`,
  );
  copy.insert(parts, "const parts = {\n", "  get BatchQueue() {\n    return BatchQueue;\n  },\n");
  copy.insert(
    parts,
    "  adopters: [\n",
    `    {
      kind: "batch",
      outputs: (part) => (part instanceof BatchQueue ? { batchQueueArn: part.queue.arn } : undefined),
    },\n`,
  );
  copy.insert(
    "test/examples/billed-resources.test.ts",
    "const FREE: readonly (readonly [RegExp, string])[] = [\n",
    `  [/^aws_batch_/, "AWS Batch has no price of its own; its nodes are billed"],\n`,
  );
}

function addNames(copy) {
  const sections = `${SCHEMA}/schema-adopters.ts`;
  copy.insert(
    sections,
    `import { type KubeRayBlueprint, kubeRaySchema } from "../kubernetes/schema-kube-ray";\n`,
    `import { type BatchBlueprint, batchSchema } from "./schema-batch";\n`,
  );
  copy.insert(
    sections,
    "export const adopterSections = {\n",
    `  batchQueues: unset(z.record(z.string(), named<BatchBlueprint>(batchSchema)), "Queues of AWS Batch", "none", ofParts),\n`,
  );
  copy.insert(
    "lib/clouds/aws/index.ts",
    `export { clusterModel } from "../common/cluster-model";\n`,
    `export { BatchQueue } from "./batch/batch-queue";\nexport type { BatchQueueProps } from "./batch/batch-queue-props";\n`,
  );
  copy.insert(
    "lib/blueprint/index.ts",
    `export type { Location } from "./reader/source";\n`,
    `export type { BatchBlueprint } from "./schema/aws/adopters/schema-batch";\n`,
  );
}

/** Its queue is in what a blueprint is written to, and in the program that the blueprint is made. */
function deploys(copy) {
  copy.write(
    "demo.yaml",
    `apiVersion: warpform/v1
name: demo
network: { availabilityZone: us-east-2a }
pools: { gpus: { instanceType: g6e.12xlarge, nodes: { min: 0, max: 4 } } }
batchQueues: { runs: { pool: gpus, priority: 7 } }\n`,
  );
  const warpform = (...args) => copy.must(process.execPath, ["--import", "tsx", "lib/cli/bin.ts", ...args]);
  warpform("synth", "demo.yaml", "--output", "demo.out");
  const stack = JSON.parse(copy.read("demo.out/stacks/demo/cdk.tf.json"));
  const [queue] = Object.values(stack.resource.aws_batch_job_queue);
  if (queue.priority !== 7) throw new Error(`the queue has priority ${queue.priority}`);
  if (!warpform("eject", "demo.yaml", "--output", "-").includes("new BatchQueue("))
    throw new Error("eject names no BatchQueue");
  copy.must("rm", ["-r", "demo.yaml", "demo.out"]);
}
