import { ADOPTERS, type AdopterRow, adoptersInWords, sharedAdoptersInWords } from "../../remedies/adopters";
import { anyOf, leftOut, programWords, setInWords } from "../../remedies/program-words";
import type { Missing, PartName, PropValue, Surface } from "../../remedies/vocabulary";
import type { Blueprint } from "../schema/aws/aws-blueprint";

type Architecture = NonNullable<Blueprint["architecture"]>;

/** What a blueprint's words depend on. */
export interface Wording {
  readonly architecture?: Architecture | undefined;
  /** Whether pods rather than nodes mount file systems. */
  readonly inPods?: boolean;
  /** Cloud whose keys the blueprint has. @default - AWS */
  readonly cloud?: Blueprint["cloud"];
  /** The key of a prop where the blueprint has another for it. @default - by what most blueprints say */
  readonly keyOf?: (prop: string) => string | undefined;
}

/** Keys that say how GPUs are shared, for which constructs have one prop. */
export const SHARING_KEYS: readonly string[] = ["migProfile", "timeSlicingReplicas", "mpsReplicas"];

/** Keys of props that a blueprint has under other names; the first that is written there, or else all of them. */
export const KEYS_OF_PROP: Readonly<Record<string, readonly string[]>> = {
  gpuSharing: SHARING_KEYS,
  sharing: SHARING_KEYS,
  nvmeCache: ["nvmeCachePath", "nvmeReadCacheFor"],
  fabric: ["fabric", "efa"],
  efaEnabled: ["efa", "efaEnabled"],
  groupId: ["reservationId"],
};

/** The key to name where nothing tells which of several is written. */
const USUAL_KEYS: Readonly<Record<string, string>> = {
  gpuSharing: "migProfile, timeSlicingReplicas or mpsReplicas",
  nvmeCache: "nvmeCachePath",
  efaEnabled: "efa",
};

const KEY_OF_SHARING = { mig: "migProfile", "time-slicing": "timeSlicingReplicas", mps: "mpsReplicas" } as const;

/** The key of an architecture for the most nodes of its pool. */
const MOST_NODES: Readonly<Record<Architecture["kind"], string>> = {
  training: "nodes and spareNodes together",
  fineTuning: "nodesPerRun x runsAtOnce",
  inference: "nodes",
  inferenceRegions: "nodes of the region",
  singleNode: "nodes",
};

const placeOf = ({ id, title, key, prop }: AdopterRow) => (id === null ? title : `${key}.${prop}`);

const MISSING: Readonly<Record<Missing, string>> = {
  adopter: `name it in ${adoptersInWords(placeOf)}`,
  "shared-adopter": `name it in ${sharedAdoptersInWords(placeOf)}`,
  "on-demand": "add { kind: on-demand } to capacity",
  fabric: "write fabric: {} at the top of the blueprint, and leave fabric of the pool out",
  lustre: "add a file system of kind lustre, and name it in mounts of the pool",
  monitoring: "write monitoring: {}",
  "private-subnets": "name private subnets in network.existing, or leave existing out",
  region: "serve from two regions by architecture: inferenceRegions",
  "bucket-access": "list a bucket for checkpoints under the pool's buckets",
  "gpu-pool": "add a pool of an instance type with GPUs",
};

/** What the keys of other clouds' parts say in other words. */
const OF_CLOUD: Readonly<Record<string, { readonly imageId: string }>> = {
  azure: { imageId: "imageVersion: …" },
};

/** How the keys of a blueprint say it. */
export function blueprintWords({
  architecture,
  inPods = false,
  cloud,
  keyOf = () => undefined,
}: Wording = {}): Surface {
  const of = cloud === undefined ? undefined : OF_CLOUD[cloud];
  const key = (path: string) =>
    keyOf(path) ?? (path === "nodes.max" && architecture ? MOST_NODES[architecture.kind] : (USUAL_KEYS[path] ?? path));
  return {
    ...programWords,
    prop: key,
    part: (name) => (architecture === undefined ? wordOf(name) : partOf(architecture, name)),
    capacity: (kind) => `{ kind: ${kind} }`,
    placement: (kind) => (kind === "existing" ? "placementGroupName" : kind),
    image: ({ os }) => `${imageKey(architecture)}: { os: ${os} }`,
    imageId: ({ os }) => of?.imageId ?? `${imageKey(architecture)}: { os: ${os ?? "…"}, amiId: ami-… }`,
    imageParameter: ({ parameter, os }) => `${imageKey(architecture)}: { os: ${os}, ssmParameter: ${parameter} }`,
    sharing: ({ by, replicas }) => (replicas === undefined ? KEY_OF_SHARING[by] : `${KEY_OF_SHARING[by]}: ${replicas}`),
    set: (remedy) => setInWords(remedy, key(remedy.path), inYaml),
    leaveOut: ({ path, onByDefault }) => leftOut(key(path), onByDefault),
    add: (missing) =>
      missing === "lustre" && inPods
        ? "add a file system of kind lustre, and name it in fileSystems of kubeRay"
        : missing === "region" && architecture?.kind === "inferenceRegions"
          ? "accept it: the other regions serve while the zone is out"
          : MISSING[missing],
    use: ({ values }) => `use ${anyOf(values.map((value) => JSON.stringify(value)))}`,
  };
}

function wordOf(name: PartName): string {
  if (name === "monitoring") return name;
  const { id, title, key } = ADOPTERS[name];
  return id === null ? title : key;
}

const imageKey = (architecture: Architecture | undefined) => (architecture === undefined ? "image" : "pool.image");

/** The section of an architecture that holds a part's keys. */
function partOf(architecture: Architecture, name: PartName): string {
  const owner = architecture.kind === "inferenceRegions" ? "of the region" : "of the architecture";
  return `${(name === "monitoring" ? null : ADOPTERS[name].section) ?? wordOf(name)} ${owner}`;
}

function inYaml(value: PropValue): string {
  if (typeof value !== "object") return String(value);
  return `{ ${Object.entries(value)
    .map(([name, one]) => `${name}: ${inYaml(one)}`)
    .join(", ")} }`;
}
