import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { ChartFile } from "./chart";
import { helmFile } from "./helm-value";
import type { KubernetesObject } from "./manifest";

/** Programs that run inside the cluster; each is a file beside this one. */
export const PROGRAMS = [
  "efa_exporter.py",
  "fetch_blobs.sh",
  "fetch_weights.sh",
  "latency_policy.py",
  "latency_reader.py",
  "lora_finetune.py",
  "node_check.py",
  "redis_password.sh",
  "release_weights.py",
] as const;
export type Program = (typeof PROGRAMS)[number];

/** Text of a program. */
export function programText(name: Program): string {
  return readFileSync(join(__dirname, "programs", name), "utf8");
}

/** A program as a file of the chart. */
export function programFile(name: Program): ChartFile {
  return { path: `files/programs/${name}`, text: programText(name) };
}

/** ConfigMap that gives programs to pods. */
export function programConfigMap(name: string, namespace: string, programs: readonly Program[]): KubernetesObject {
  return {
    apiVersion: "v1",
    kind: "ConfigMap",
    metadata: { name, namespace },
    data: Object.fromEntries(programs.map((program) => [program, helmFile(`files/programs/${program}`)])),
  };
}
