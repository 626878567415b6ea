import type { NodePool, OwnedNodes } from "../../../model/model";
import type { OnPremNode, OnPremPool } from "../shared/on-prem-definition";

const numbered = (name: string) => {
  const [, prefix, digits] = /^(.*?)(\d*)$/.exec(name)!;
  return { prefix: prefix!, digits: digits! };
};
const octets = (address: string) => {
  const [, network, host] = /^(.*)\.(\d+)$/.exec(address)!;
  return { network: network!, host: Number(host) };
};

/** Nodes as runs: consecutive numbers of one prefix at consecutive addresses of one /24. */
export function ownedRuns(nodes: readonly OnPremNode[]): readonly OwnedNodes[] {
  const runs: (OwnedNodes & { last: number })[] = [];
  for (const { name, address } of nodes) {
    const { prefix, digits } = numbered(name);
    const run = runs.at(-1);
    const number = Number(digits);
    const at = octets(address);
    const start = run?.address ? octets(run.address) : undefined;
    const width = digits.startsWith("0") || run?.width === digits.length ? digits.length : 0;
    const follows =
      run !== undefined &&
      start !== undefined &&
      digits !== "" &&
      run.prefix === prefix &&
      run.width === width &&
      number === run.last + 1 &&
      at.network === start.network &&
      at.host === start.host + number - run.first;
    if (follows) run.last = number;
    else runs.push({ prefix: digits === "" ? name : prefix, width, first: number, last: number, address });
  }
  return runs;
}

/** Seconds that a server of eight GPUs takes from power-on to slurmd: memory training and HCA firmware take most of it. */
const BOOT_SECONDS = 900;

/** A pool in the plain terms of the model; spares are no part of it. */
export function describePool(
  pool: OnPremPool,
  nodes: readonly OnPremNode[],
  more: Pick<NodePool, "fabric" | "mounts" | "adoptedBy">,
  name: string = pool.name,
): NodePool {
  return {
    name,
    instanceType: pool.type.name,
    nodes: { min: nodes.length, max: nodes.length },
    capacity: [],
    placement: "none",
    availabilityZone: null,
    image: { family: "site", pinned: true },
    sharing: { kind: "none" },
    nvmeCache: null,
    rootVolumeGiB: 0,
    encrypted: true,
    healthChecked: true,
    labels: pool.labels,
    bootSeconds: BOOT_SECONDS,
    owned: ownedRuns(nodes),
    ...more,
  };
}
