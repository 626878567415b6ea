export interface NfsProps {
  /** DNS name or IPv4 address. */
  readonly server: string;
  /** Path that the server exports, such as `/export/home`. */
  readonly exportPath: string;
  /** Version of NFS. @default 4.1 */
  readonly version?: "3" | "4.0" | "4.1" | "4.2";
  /** TCP connections to the server (`nconnect`), 1 to 16. @default 4 */
  readonly connections?: number;
  /** Capacity, GiB, for sizing. @default - unknown */
  readonly capacityGiB?: number;
  /** Zones in which it can be reached without crossing one, `eastus-1`. @default - unknown, as on premises */
  readonly availabilityZones?: readonly string[];
}
