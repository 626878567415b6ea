import type { DirectoryOptions } from "../../common/slurm/sssd-conf";

/** A directory that knows the users, instead of or in addition to the list in `users`. */
export interface SlurmDirectoryProps extends DirectoryOptions {
  /** ARN of the secret whose value is the password of `bindDn`. @default - required with bindDn */
  readonly bindPasswordSecretArn?: string;
}
