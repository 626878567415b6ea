import type { UserAssignedIdentity } from "@cdktf/provider-azurerm/lib/user-assigned-identity";
import type { IConstruct } from "constructs";
import type { FileSystem } from "../../../model/model";

/** Who may be let to what is mounted: a pool, whose nodes have an identity. */
export interface Grantee extends IConstruct {
  readonly identity: UserAssignedIdentity;
  /** Its identities, where it has several, by names that are no other grantee's. */
  readonly identities?: Readonly<Record<string, UserAssignedIdentity>> | undefined;
}

/** A file system or a container at a path of a pool's nodes. */
export interface PoolMount {
  /** Name of the part in the model. */
  readonly fileSystem: string;
  /** Kind of the file system; null for a container of Blob Storage, which is none. */
  readonly kind: FileSystem["kind"] | null;
  readonly path: string;
  readonly readOnly: boolean;
  /** What the node runs to mount it; holds addresses that only Terraform knows. */
  readonly script: string;
  /** Lets the nodes that mount it read and write, where that takes a role. */
  grantTo?(grantee: Grantee): void;
}

export interface MountOptions {
  /** Whether nothing may be written. @default false */
  readonly readOnly?: boolean;
}
