import type { DirectoryOptions } from "../../common/slurm/sssd-conf";

/** A directory that knows the users, instead of or in addition to the list in `users`. */
export interface SlurmDirectoryProps extends DirectoryOptions {
  /**
   * Resource ID of the Key Vault secret whose value is the password of `bindDn`, without a version. Head, login nodes and nodes read it on boot,
   * with a role on that secret only. The vault must use role-based access control and allow the subnet of the nodes.
   * @default - required with bindDn
   */
  readonly bindPasswordSecretId?: string;
}
