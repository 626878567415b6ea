import { ADOPTERS, type AdopterRow, adoptersInWords, sharedAdoptersInWords } from "./adopters";
import type { Missing, PartName, PropValue, SetProp, Surface } from "./vocabulary";

const constructOf = (name: PartName) => (name === "monitoring" ? "ClusterMonitoring" : ADOPTERS[name].construct);

const taker = ({ construct, prop }: AdopterRow) => `a ${construct} (${prop})`;

const ADDED: Readonly<Record<Missing, string>> = {
  adopter: `pass it to ${adoptersInWords(taker)}`,
  "shared-adopter": `pass it to ${sharedAdoptersInWords(taker)}`,
  "on-demand": "add Capacity.onDemand()",
  fabric: "create an InfiniBandFabric in the pool's Availability Zone and pass it as fabric",
  "bucket-access": "let the pool write checkpoints to a bucket (bucket.grantReadWrite(pool))",
  lustre: "mount a LustreStorage on the pool",
  monitoring: "add a ClusterMonitoring to the stack",
  "private-subnets": "import private subnets, or let ClusterNetwork create them",
  region: "serve from two Regions with InferenceRegions",
  "gpu-pool": "add a GpuNodePool",
};

const MAKERS = { block: "block", reservation: "reservation", spot: "spot", "on-demand": "onDemand" } as const;

const SHARING = { mig: "MIG", "time-slicing": "time-slicing", mps: "MPS" } as const;

/** How a TypeScript program says it: constructs, their props and makers. */
export const programWords: Surface = {
  prop: (path) => path,
  part: (name) => `a ${constructOf(name)}`,
  capacity: (kind) => `Capacity.${MAKERS[kind]}()`,
  placement: (kind) => `Placement.${kind}(${kind === "existing" ? "name" : ""})`,
  image: ({ by, os }) => `Image.${by}("${os}")`,
  imageId: ({ os }) => `Image.id("ami-…", ${os === null ? "os" : `"${os}"`})`,
  imageParameter: ({ parameter, os }) => `Image.ssmParameter("${parameter}", "${os}")`,
  sharing: ({ by, replicas }) =>
    replicas === undefined
      ? `gpuSharing by ${SHARING[by]}`
      : `GpuSharing.${by === "mps" ? "mps" : "timeSlicing"}(${replicas})`,
  set: (remedy) => setInWords(remedy, remedy.path, shownValue),
  leaveOut: ({ path, onByDefault }) => leftOut(path, onByDefault),
  add: (missing) => ADDED[missing],
  use: ({ values }) => `use ${anyOf(values.map(shownValue))}`,
};

/** "set nodes.max to 4", as all surfaces say it. */
export function setInWords({ to, verb = "set" }: SetProp, path: string, shown: (value: PropValue) => string): string {
  return to === undefined ? `${verb} ${path}` : `${verb} ${path} to ${shown(to)}`;
}

/** "omit flowLogs", as all surfaces with such defaults say it. */
export function leftOut(path: string, onByDefault = false): string {
  return onByDefault ? `omit ${path}; it is enabled by default` : `omit ${path}`;
}

/** "125, 250 or 500" */
export function anyOf(values: readonly string[]): string {
  return [values.slice(0, -1).join(", "), values.at(-1)].filter((one) => one !== "").join(" or ");
}

function shownValue(value: PropValue): string {
  if (typeof value !== "object") return JSON.stringify(value);
  const entries = Object.entries(value).map(([key, one]) => `${key}: ${shownValue(one)}`);
  return `{ ${entries.join(", ")} }`;
}
