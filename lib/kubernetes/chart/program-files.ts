import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { ChartFile } from "./chart";
import { helmFile } from "./helm-value";
import type { KubernetesObject } from "./manifest";

/** A program that runs inside the cluster: a file, by the folder that it is in. */
export interface Program {
  readonly folder: string;
  readonly name: string;
}

const own = (name: string): Program => ({ folder: join(__dirname, "programs"), name });

/** Programs that are the same in every cloud; those of one cloud come with its Platform. */
export const PROGRAMS = {
  fineTuning: own("lora_finetune.py"),
  latencyPolicy: own("latency_policy.py"),
  latencyReader: own("latency_reader.py"),
  nodeCheck: own("node_check.py"),
  releaseWeights: own("release_weights.py"),
} as const;

/** Text of a program. */
export function programText({ folder, name }: Program): string {
  return readFileSync(join(folder, name), "utf8");
}

/** A program as a file of the chart. */
export function programFile(program: Program): ChartFile {
  return { path: `files/programs/${program.name}`, text: programText(program) };
}

/** ConfigMap that gives programs to pods. */
export function programConfigMap(name: string, namespace: string, programs: readonly Program[]): KubernetesObject {
  return {
    apiVersion: "v1",
    kind: "ConfigMap",
    metadata: { name, namespace },
    data: Object.fromEntries(programs.map((program) => [program.name, helmFile(`files/programs/${program.name}`)])),
  };
}
