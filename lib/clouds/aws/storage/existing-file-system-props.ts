/** Props of every existing file system. */
export interface ExistingFileSystemProps {
  /**
   * Security group that nodes need to reach it. Nodes can reach the VPC and ports 80 and 443; servers outside the VPC that are
   * given by DNS name need this group, with egress rules for them. @default - none: egress to servers that are given by IPv4
   * address is allowed
   */
  readonly clientSecurityGroupId?: string;
  /** Capacity, GiB, for sizing. @default - unknown */
  readonly capacityGiB?: number;
  /** Zones that can reach it without traffic between zones. @default - unknown, as on premises */
  readonly availabilityZones?: readonly string[];
}

export interface NfsProps extends ExistingFileSystemProps {
  /** DNS name or IPv4 address. */
  readonly server: string;
  /** Path that the server exports, such as `/export/home`. */
  readonly exportPath: string;
  /** Version of NFS. @default 4.1 */
  readonly version?: "3" | "4.0" | "4.1" | "4.2";
  /** TCP connections to the server (`nconnect`), 1 to 16. @default 1 */
  readonly connections?: number;
}

export interface BeegfsProps extends ExistingFileSystemProps {
  /** DNS name or IPv4 address of the management service. The client must be in the image. */
  readonly managementHost: string;
  /** Secrets Manager secret that holds the connection authentication file. @default - the cluster has none */
  readonly authenticationSecretArn?: string;
}

export interface CephfsProps extends ExistingFileSystemProps {
  /** Monitors, host or host:port. */
  readonly monitors: readonly string[];
  /** Name of the CephFS. @default - the cluster's only one */
  readonly fileSystemName?: string;
  /** Directory within it. @default / */
  readonly directory?: string;
  /** CephX user without `client.`. */
  readonly user: string;
  /** Secrets Manager secret that holds the user's key. */
  readonly keySecretArn: string;
}

export interface SpectrumScaleProps extends ExistingFileSystemProps {
  /** Device name of the file system, as `mmlsfs` shows it. Nodes must be members of the cluster, by their image or mmaddnode. */
  readonly device: string;
}

export interface WekaProps extends ExistingFileSystemProps {
  /** Backends, DNS names or IPv4 addresses. */
  readonly backends: readonly string[];
  /** Name of the file system. */
  readonly fileSystemName: string;
  /** Cores of each node that WEKA's client takes for itself (DPDK), 1 to 19; 0 for UDP, which takes none. @default 0 */
  readonly clientCores?: number;
  /** Secrets Manager secret that holds the mount token (auth-token.json). @default - the file system asks for none */
  readonly tokenSecretArn?: string;
}
