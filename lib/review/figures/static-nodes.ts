import type { KubernetesScheduler, SlurmScheduler } from "../design";

/** Instances that always run, by type: billed at the price of the type. */
export interface StaticNodes {
  readonly name: string;
  readonly instanceType: string;
  readonly nodes: number;
}

/** Instances of schedulers: heads, login nodes, and the system nodes of Kubernetes. */
export function staticNodes(
  slurm: readonly SlurmScheduler[],
  kubernetes: readonly KubernetesScheduler[],
): StaticNodes[] {
  const heads = slurm.flatMap((s) => {
    // controllers of the cloud, or of a site, are none of the cluster's instances
    if (s.managed !== undefined || s.headInstanceType === "") return [];
    const controllers = 1 + (s.backupController ? 1 : 0);
    if (s.loginPools === undefined)
      return [
        {
          name: `head and login nodes (${s.name})`,
          instanceType: s.headInstanceType,
          nodes: controllers + s.loginNodes,
        },
      ];
    return [
      { name: `head (${s.name})`, instanceType: s.headInstanceType, nodes: controllers },
      ...s.loginPools.map(({ name, instanceType, nodes }) => ({
        name: `login nodes ${name} (${s.name})`,
        instanceType,
        nodes,
      })),
    ];
  });
  const system = kubernetes.flatMap(({ name, systemNodes: s }) =>
    s ? [{ name: `system nodes (${name})`, instanceType: s.instanceType, nodes: s.nodes }] : [],
  );
  return [...heads, ...system];
}
