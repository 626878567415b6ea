import { VpcSecurityGroupIngressRule } from "@cdktf/provider-aws/lib/vpc-security-group-ingress-rule";
import type { Construct, IConstruct } from "constructs";
import type { SlurmCluster } from "../../../../slurm/definition/slurm-cluster";
import { SLURMCTLD_PORT, SLURMDBD_PORT } from "../../../../slurm/definition/slurm-tables";
import { NodeSecurityGroup } from "../../network/node-security-group";
import type { GpuNodePool } from "../../pools/gpu-node-pool";
import type { SlurmHeadNodeProps } from "../slurm-head-node-props";
import { letOut } from "./ways-out";

/** What Linux gives to whoever listens on any port, as `srun` does: https://docs.kernel.org/networking/ip-sysctl.html (ip_local_port_range) */
const ANY_PORTS: Ports = [32768, 60999];

type Ports = readonly [first: number, last: number];

/** Security groups of a cluster's instances. */
export interface ClusterTraffic {
  /** Group of all instances of the cluster, by which others may let them in. */
  readonly members: NodeSecurityGroup;
  /** Group that controllers and login nodes have besides. */
  readonly controllers: NodeSecurityGroup;
  /** Rules that must be there before an instance boots. */
  readonly rules: readonly IConstruct[];
}

/**
 * Who reaches whom: nodes take everything from every instance of the cluster, as MPI, NCCL and SSH need it; controllers and login
 * nodes take everything from one another, and from nodes only what Slurm opens there. Nodes are known by the groups that their
 * pools give them anyway, so that running nodes follow a change of these rules without being replaced.
 */
export function clusterTraffic(
  head: Construct,
  props: SlurmHeadNodeProps,
  cluster: SlurmCluster,
  pools: readonly GpuNodePool[],
): ClusterTraffic {
  const { network } = props;
  const name = head.node.id;
  const members = new NodeSecurityGroup(head, "security-group", { network, name });
  members.letOut(props.mounts ?? []);
  letOut(members, network, props);
  const controllers = new NodeSecurityGroup(head, "controller-group", {
    network,
    name: `${name}-controllers`,
    description: `controllers and login nodes of ${name}`,
  });
  const everything = { ipProtocol: "-1" };
  const rules = [
    new VpcSecurityGroupIngressRule(head, "controllers", {
      securityGroupId: controllers.id,
      description: "controllers and login nodes among themselves",
      referencedSecurityGroupId: controllers.id,
      ...everything,
    }),
    ...pools.map(
      (pool) =>
        new VpcSecurityGroupIngressRule(head, `to-${pool.name}`, {
          securityGroupId: pool.securityGroup.id,
          description: `from the instances of ${name}`,
          referencedSecurityGroupId: members.id,
          ...everything,
        }),
    ),
  ];
  return { members, controllers, rules: [...rules, ...fromMembers(head, members, cluster, rules)] };
}

/** What every instance may reach on every other; on the controllers and login nodes, nodes reach nothing else. */
function fromMembers(
  head: Construct,
  members: NodeSecurityGroup,
  cluster: SlurmCluster,
  before: readonly VpcSecurityGroupIngressRule[],
): VpcSecurityGroupIngressRule[] {
  const rule = (id: string, description: string, [fromPort, toPort]: Ports, dependsOn: VpcSecurityGroupIngressRule[]) =>
    new VpcSecurityGroupIngressRule(head, id, {
      securityGroupId: members.id,
      description,
      referencedSecurityGroupId: members.id,
      ipProtocol: "tcp",
      fromPort,
      toPort,
      dependsOn,
    });
  const others = [rule("srun", "srun, salloc and sattach, from the nodes of their jobs", srunPorts(cluster), [])];
  if (cluster.accounting.kind !== "none") others.push(rule("slurmdbd", "slurmdbd", [SLURMDBD_PORT, SLURMDBD_PORT], []));
  // It was the one rule for all ports: on a cluster that runs, it is narrowed once the others are there.
  return [...others, rule("members", "slurmctld", [SLURMCTLD_PORT, SLURMCTLD_PORT], [...before, ...others])];
}

/** Ports that commands listen on for what the nodes of their job send. https://slurm.schedmd.com/slurm.conf.html#OPT_SrunPortRange */
function srunPorts({ extraOptions }: SlurmCluster): Ports {
  const [, first, last] = /^(\d+)-(\d+)$/.exec(String(extraOptions.SrunPortRange ?? "").trim()) ?? [];
  return first === undefined ? ANY_PORTS : [Number(first), Number(last)];
}
