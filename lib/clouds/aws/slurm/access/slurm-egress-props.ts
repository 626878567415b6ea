/** Servers that head, login nodes and nodes may reach beyond the VPC, and the web's ports 80 and 443. */
export interface SlurmEgressProps {
  /** IPv4 CIDR block of the destinations: `192.168.40.0/24`. */
  readonly cidr: string;
  /** TCP port, 1 to 65535. @default - every protocol and port */
  readonly tcpPort?: number;
}
