import { TAINT_EFFECTS } from "../../model/kubernetes/node-taint";
import { optional, type Table } from "../../props/field";
import { list, map, part } from "../../props/nested-fields";
import { number, oneOf, text, whole } from "../../props/simple-fields";
import type { PodOptions, PodResources, PodToleration } from "./pod-options";

/** Seconds of a day: longer is for ever. */
const DAY = 86_400;

const texts = (example: string) => map(text({ empty: true }), { words: `an object of texts, such as ${example}` });

const TOLERATION = {
  key: text({ example: "dedicated" }),
  operator: optional(oneOf(["Exists", "Equal"])),
  value: optional(text({ empty: true })),
  effect: optional(oneOf(TAINT_EFFECTS)),
  tolerationSeconds: optional(whole({ min: 0, max: DAY, unit: "seconds" })),
} satisfies Table<PodToleration>;

const RESOURCES = {
  cpus: optional(number({ min: 1, byOthers: true })),
  memoryGiB: optional(whole({ min: 2, unit: "GiB", byOthers: true })),
} satisfies Table<PodResources>;

/** What the pods of any workload take. */
export const PODS = {
  labels: optional(texts('{ "cost-center": "1234" }')),
  annotations: optional(texts('{ "example.com/owner": "vision" }')),
  tolerations: optional(list(part<PodToleration>(TOLERATION), { words: "a list of tolerations" })),
  resources: optional(part<PodResources>(RESOURCES)),
} satisfies Table<PodOptions>;
