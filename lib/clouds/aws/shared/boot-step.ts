import type { IConstruct } from "constructs";
import type { PolicyStatement } from "./policy";

/** When a step runs at boot; steps of one phase run in the order in which they were added. */
export const bootPhases = ["system", "disks", "mounts", "agents", "scheduler", "health"] as const;
export type BootPhase = (typeof bootPhases)[number];

/**
 * One thing that a node does when it boots: a part of its cloud-init user data. Scripts run as a service (`warpform-boot`), in their
 * order; one that fails is run again until it succeeds, so that it must bear being run twice.
 */
export interface BootStep {
  /** Name of the part, unique in a pool: letters, digits and dashes. */
  readonly name: string;
  /** When it runs: phases follow one another in this order, the steps of one phase in the order in which they are given. */
  readonly phase: BootPhase;
  /**
   * What cloud-init does with the text: runs it (`text/x-shellscript`), merges it (`text/cloud-config`), or leaves it for
   * EKS' node agent (`application/node.eks.aws`).
   * @default text/x-shellscript
   */
  readonly contentType?: "text/x-shellscript" | "text/cloud-config" | "application/node.eks.aws";
  /** The text, which may hold Terraform references. A shell script starts with `#!`. */
  readonly text: string;
  /** Whether a script runs at every boot instead of once for an instance. @default false */
  readonly everyBoot?: boolean;
}

/** What the text of a step is where it does not say. */
export const DEFAULT_CONTENT_TYPE = "text/x-shellscript";

/** Whose root stays root on a file system that makes root on other clients an unprivileged user. */
export interface RootClients {
  /** Keeps the root of one client, at that address. */
  keep(client: IConstruct, address: string): void;
  /** Keeps the root of every client, for programs that run as root on nodes. */
  openToAll(): void;
}

/** What gives a pool something to mount: a file system's `mount("/path")`. */
export interface PoolMount {
  /** Name of the file system in the model. */
  readonly fileSystem: string;
  /** Absolute path on the node. */
  readonly path: string;
  readonly readOnly: boolean;
  /** What all mounts of this kind share, such as installing a client; run before, and once on a node however many mounts. */
  readonly clientSteps?: readonly BootStep[];
  /** What the node does to mount it. */
  readonly bootStep: BootStep;
  /** What the node's role must be allowed for it, such as reading a secret. */
  readonly statements?: readonly PolicyStatement[];
  /** Construct whose resources (mount targets, rules of groups) must be there before a node boots. */
  readonly source?: IConstruct;
  /** Addresses of servers, IPv4, that nodes must be let out to where they lie outside of the VPC; with a port, to that alone. */
  readonly servers?: readonly { readonly address: string; readonly tcpPort?: number }[];
  /** Security group that gives the node access to the file system; none where the network's own rules do. */
  readonly clientSecurityGroupId?: string;
  /** Whose root stays root; absent where the file system does not tell clients apart, or belongs to somebody else. */
  readonly rootClients?: RootClients;
  /** Zones in which the file system can be reached without crossing one; empty when it does not matter or is unknown. */
  readonly availabilityZones: readonly string[];
}
