import type { SlurmCluster } from "../definition/slurm-cluster";

/**
 * topology.conf, or null where slurm.conf names no topology plugin: Slurm refuses every job with a plugin and no file, so
 * there are always both or neither.
 * @see https://slurm.schedmd.com/topology.conf.html
 */
export function topologyConf(cluster: SlurmCluster): string | null {
  const { topology } = cluster;
  const head = `# topology.conf of ${cluster.name}, written by warpform`;
  switch (topology.kind) {
    case "none":
      return null;
    case "tree":
      return [
        head,
        ...topology.switches.map(({ name, nodes, switches }) =>
          nodes === null ? `SwitchName=${name} Switches=${switches}` : `SwitchName=${name} Nodes=${nodes}`,
        ),
        "",
      ].join("\n");
    case "block":
      return [
        head,
        ...topology.blocks.map(({ name, nodes }) => `BlockName=${name} Nodes=${nodes}`),
        `BlockSizes=${topology.blockSize}`,
        "",
      ].join("\n");
  }
}
