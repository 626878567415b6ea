import { requireProps } from "../clouds/common/check-props";
import { Problems } from "../errors";
import type { AnyTable, Table } from "../props/field";

const SIZED_TIER = "the cluster is sized for persistent SSD; use existingLustre with a LustreStorage of your own";

/** Props of an architecture's parts that follow from its own, with what to write instead. */
const DERIVED = {
  pool: {
    network: "network belongs to the whole cluster; use the architecture's network props",
    fabric: "fabric follows from the instance type and the number of nodes; leave it out",
    instanceType: "the cluster is sized for one instance type; use the architecture's instanceType",
    nodes: "the cluster is sized for its nodes; use the architecture's own props for them",
    capacity: "the cluster is sized for how its nodes are bought; use the architecture's capacity",
    gpuSharing: "the cluster is sized for whole GPUs, or for the parts of an InferenceCluster's gpuSharing; use that",
  },
  slurm: {
    network: "network belongs to the whole cluster; use the architecture's network props",
    partitions: "the partition is that of the architecture's pool; leave it out, or use a SlurmHeadNode of your own",
  },
  ray: {
    network: "network belongs to the whole cluster; use the architecture's network props",
    pools: "the pool is the architecture's; leave it out, or use a KubeRayCluster of your own",
  },
  lustre: {
    network: "network belongs to the whole cluster; use the architecture's network props",
    deploymentType: SIZED_TIER,
    storageType: SIZED_TIER,
    throughputMBps: SIZED_TIER,
    readCacheGiB: SIZED_TIER,
    hddReadCache: SIZED_TIER,
  },
  monitoring: {
    network: "network belongs to the whole cluster; use the architecture's network props",
    pools: "the pool is the architecture's; leave it out",
    fileSystems: "the file system is the architecture's; leave it out",
  },
} as const;

type Derived = typeof DERIVED;

/** Props of a part other than those that the architecture derives. */
export type OwnProps<Part extends keyof Derived, Props> = Partial<Omit<Props, keyof Derived[Part]>>;

/**
 * Checks what an architecture was given, in the types of whichever cloud it is made in.
 * @throws WarpformError with all problems
 */
export function requireArchitecture(path: string, table: AnyTable, props: object): void {
  requireProps(path, table as Table<object>, props);
  checkDerivedProps(path, props);
}

/**
 * Refuses props of parts that would make another cluster than the one that was sized: types tell TypeScript's users.
 * @throws WarpformError with all of them
 */
export function checkDerivedProps(path: string, props: { readonly [Part in keyof Derived]?: object }): void {
  const problems = new Problems();
  for (const [part, derived] of Object.entries(DERIVED)) {
    const given = (props as Readonly<Record<string, Readonly<Record<string, unknown>> | undefined>>)[part] ?? {};
    for (const [prop, why] of Object.entries(derived)) {
      if (given[prop] !== undefined)
        problems.add("not-allowed", `${part}.${prop}`, `${part}.${prop} cannot be set: ${why}`);
    }
  }
  problems.throwIfAny(path);
}
