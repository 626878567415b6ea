import { optional, type Table } from "../props/field";
import { list, part } from "../props/nested-fields";
import { number, oneOf, text } from "../props/simple-fields";
import { partProps, workload } from "./cluster-fields";
import { INFERENCE_CLUSTER } from "./inference-cluster";
import type { InferenceRegion, InferenceRegionsProps } from "./inference-regions-props";

const { workload: _workload, network: _network, address: _address, ...cluster } = INFERENCE_CLUSTER;

/** What one region takes; its network and cluster check their own props. */
const REGION = {
  ...cluster,
  availabilityZone: text({ known: "the region follows from it", example: "us-east-2a" }),
  share: optional(number({ above: 0, below: 1, byOthers: true })),
  vpcCidr: optional(text({ known: "subnets are cut from it", example: "10.0.0.0/16" })),
  existingNetwork: optional(partProps<NonNullable<InferenceRegion["existingNetwork"]>>()),
} satisfies Table<InferenceRegion>;

/** What an InferenceRegions takes; what goes together is checked after it. */
export const INFERENCE_REGIONS = {
  workload: workload<InferenceRegionsProps["workload"]>(),
  regions: list(part<InferenceRegion>(REGION), { words: "a list of objects" }),
  address: partProps<InferenceRegionsProps["address"]>(),
  routing: optional(oneOf(["latency", "weighted"]), "latency"),
  serving: optional(partProps<NonNullable<InferenceRegionsProps["serving"]>>()),
} satisfies Table<InferenceRegionsProps>;
