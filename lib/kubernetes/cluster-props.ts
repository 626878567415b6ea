/** The nodes of controllers and Ray heads. */
export interface SystemNodes {
  /** Nodes that always run. */
  readonly nodes: number;
  /** Most nodes, where an autoscaler may add some. @default - as many as `nodes` */
  readonly mostNodes?: number;
  readonly instanceType: string;
  /** Of one node. */
  readonly cpus: number;
  readonly memoryGiB: number;
}

/** Props of a cluster by which messages call what is shared by its workloads. */
export interface ClusterProps {
  readonly teams: string;
  readonly systemNodes: string;
  /** Most of them, where more may be added. */
  readonly mostSystemNodes: string;
  /** How large one of them is. */
  readonly systemNode: string;
}

export const CLUSTER_PROPS: ClusterProps = {
  teams: "queues.teams",
  systemNodes: "systemNodes",
  mostSystemNodes: "maxSystemNodes",
  systemNode: "systemInstanceType",
};
