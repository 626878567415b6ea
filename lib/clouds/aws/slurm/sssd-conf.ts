import type { Problems } from "../../../errors";
import { checkSecret } from "../shared/secret-arn";

/** A directory that knows the users, instead of or beside the list in `users`. */
export interface SlurmDirectoryProps {
  /** Servers, `ldaps://ldap.example.com`, in the order to try; ldaps only, so that passwords travel encrypted. */
  readonly uris: readonly string[];
  /** Where people and groups are, `dc=example,dc=com`. */
  readonly searchBase: string;
  /** How groups name their members; `ad` for Active Directory, whose ids are then computed from SIDs, the same on every machine. @default "rfc2307bis" */
  readonly schema?: "rfc2307" | "rfc2307bis" | "ad";
  /** Who the machines look things up as. @default - nobody: anonymous */
  readonly bindDn?: string;
  /** ARN of the secret whose value is that account's password. @default - required with bindDn */
  readonly bindPasswordSecretArn?: string;
}

/** Stands for the bind password, which each machine fills in. */
export const BIND_PASSWORD = "@BIND_PASSWORD@";

/**
 * sssd.conf of every machine.
 * @see https://sssd.io/docs/ldap/ldap-introduction.html
 */
export function sssdConf(directory: SlurmDirectoryProps): string {
  const { bindDn, schema = "rfc2307bis" } = directory;
  return [
    "[sssd]",
    "services = nss, pam",
    "domains = cluster",
    "",
    "[domain/cluster]",
    "id_provider = ldap",
    "auth_provider = ldap",
    `ldap_uri = ${directory.uris.join(", ")}`,
    `ldap_search_base = ${directory.searchBase}`,
    `ldap_schema = ${schema}`,
    `ldap_id_mapping = ${schema === "ad"}`,
    "ldap_tls_reqcert = demand",
    ...(bindDn === undefined ? [] : [`ldap_default_bind_dn = ${bindDn}`, `ldap_default_authtok = ${BIND_PASSWORD}`]),
    "cache_credentials = true",
    "enumerate = false",
    "override_homedir = /home/%u",
    "default_shell = /bin/bash",
    "",
  ].join("\n");
}

/** What only Terraform knows, such as the name of a directory that it makes. */
const REFERENCE = /\$\{TfToken\[[^\]]*\]\}/g;

/** What can be wrong with a directory. */
export function checkDirectory(directory: SlurmDirectoryProps | undefined, problems: Problems): void {
  if (directory === undefined) return;
  const { uris, searchBase, bindDn, bindPasswordSecretArn } = directory;
  if (uris.length === 0) {
    problems.add("required", "directory.uris", "directory.uris must have at least one server, got none; add one");
  }
  uris.forEach((uri, index) => {
    const known = uri.replace(REFERENCE, "host");
    if (known === "host" || /^ldaps:\/\/[A-Za-z0-9.-]+(:\d+)?$/.test(known)) return;
    const fix = uri.replace(/^[a-z]*:?\/*/, "ldaps://");
    const path = `directory.uris[${index}]`;
    problems.add(
      "malformed",
      path,
      `${path} must be ldaps://host, so that passwords travel encrypted, got "${uri}"; use "${fix}"`,
    );
  });
  if (!/^[A-Za-z]+=[^\n]+$/.test(searchBase)) {
    problems.add(
      "malformed",
      "directory.searchBase",
      `directory.searchBase must be a distinguished name, got "${searchBase}"; use "dc=example,dc=com" or the like`,
    );
  }
  checkSecret(problems, "directory.bindPasswordSecretArn", bindPasswordSecretArn);
  if ((bindDn === undefined) !== (bindPasswordSecretArn === undefined)) {
    const missing = bindDn === undefined ? "bindDn" : "bindPasswordSecretArn";
    problems.add(
      "required",
      `directory.${missing}`,
      `directory.${missing} must be given too, since name and password go together; add it`,
    );
  }
}
