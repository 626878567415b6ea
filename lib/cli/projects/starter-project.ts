import type { NativeEngine } from "../native-engine";
import { blueprintProject, cdkProject, LIBRARY } from "./engine-projects";
import type { ProjectFiles } from "./write-project";

/** Files of a new project, by name. It is a small training run that reviews without an error. */
export function starterProject(name: string, kind: "blueprint" | "typescript", cdk: NativeEngine): ProjectFiles {
  return kind === "blueprint"
    ? blueprintProject(name, starterBlueprint(name), cdk)
    : cdkProject(name, cdk, "us-east-2", starterCluster(cdk));
}

const starterBlueprint = (
  name: string,
) => `# yaml-language-server: $schema=node_modules/warpform/schema/blueprint.schema.json
# Two p5.48xlarge (16 H100) that train an 8B model; FSx for Lustre linked to an S3 bucket.
apiVersion: warpform/v1
name: ${name}

network:
  availabilityZone: us-east-2a

fabric: {}

buckets:
  checkpoints: {}

fileSystems:
  scratch: { kind: lustre, capacityTiB: 2.4, throughputPerTiB: 250, importFrom: checkpoints }

pools:
  h100:
    instanceType: p5.48xlarge
    nodes: { min: 0, max: 2 }
    mounts:
      - { fileSystem: scratch, path: /fsx }

monitoring: { monthlyBudgetUsd: 6000 }

fleets:
  train: { pool: h100, size: 2 }

workload:
  kind: training
  model: llama-3.1-8b
  tokens: 2.0e+10
  sequenceLength: 8192
  globalBatchSequences: 128
  deadlineDays: 14
`;

const starterCluster = (cdk: NativeEngine) => `import type { TerraformStack } from "${cdk}";
import { TrainingCluster } from "${LIBRARY[cdk]}";

/** Sized from the workload: nodes, storage, spares and checkpoints. You can override each of them. */
export function build(stack: TerraformStack): TrainingCluster {
  return new TrainingCluster(stack, "train", {
    availabilityZone: "us-east-2a",
    workload: {
      model: "llama-3.1-8b",
      tokens: 2e10,
      sequenceLength: 8192,
      globalBatchSequences: 128,
      deadlineDays: 14,
    },
  });
}
`;
