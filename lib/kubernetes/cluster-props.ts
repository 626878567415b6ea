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
