import type { Problems } from "../../../errors";

/** A directory that knows the users, instead of or in addition to the list in `users`; the password is where the cloud keeps secrets. */
export interface DirectoryOptions {
  /** Servers, `ldaps://ldap.example.com`, in the order to try; ldaps only, so that passwords travel encrypted. */
  readonly uris: readonly string[];
  /** Where people and groups are, `dc=example,dc=com`. */
  readonly searchBase: string;
  /** How groups name their members; `ad` for Active Directory, whose ids are then computed from SIDs, the same on every node. @default "rfc2307bis" */
  readonly schema?: "rfc2307" | "rfc2307bis" | "ad";
  /** DN that lookups bind as. @default - anonymous bind */
  readonly bindDn?: string;
  /** Certificate of the authority that the servers' certificates come from, PEM. @default - the authorities that the image trusts */
  readonly caCertificate?: string;
  /**
   * Who may log in, an LDAP filter: `(memberOf=cn=hpc,ou=groups,dc=example,dc=com)`. Accounts that the directory has disabled (schema "ad") or
   * that have expired (`shadowExpire`, or "ad"'s) never may.
   * @default - everyone whom the directory knows
   */
  readonly accessFilter?: string;
  /**
   * How people prove who they are at SSH: by the public keys that the directory holds (`keyAttribute`), or with their password of
   * the directory as well, which opens SSH's password log-in on head and login nodes.
   * @default "keys"
   */
  readonly login?: "keys" | "passwords";
  /** Attribute that holds a person's SSH keys. @default - sshPublicKey; altSecurityIdentities with schema "ad" */
  readonly keyAttribute?: string;
  /** Further settings of the domain in sssd.conf; those that a prop sets are refused. @default - none */
  readonly sssd?: Readonly<Record<string, string | number | boolean>>;
}

/** How groups name their members in most directories. */
export const DEFAULT_SCHEMA = "rfc2307bis";

/** Where `caCertificate` lies on head, login nodes and nodes. */
export const DIRECTORY_CA = "/etc/warpform/directory-ca.pem";

/** Stands for the bind password, which each node fills in. */
export const BIND_PASSWORD = "@BIND_PASSWORD@";

/**
 * sssd.conf of every node.
 * @see https://sssd.io/docs/ldap/ldap-introduction.html
 */
export function sssdConf(directory: DirectoryOptions): string {
  const lines = ([name, value]: [string, unknown]) => `${name} = ${value}`;
  return [
    "[sssd]",
    "services = nss, pam, ssh",
    "domains = cluster",
    "",
    "[domain/cluster]",
    ...Object.entries({ ...domainSettings(directory), ...usualSettings(directory), ...directory.sssd }).map(lines),
    "",
    "[pam]",
    // By default sssd asks the directory at a log-in only if the user has no session: who is logged in could log in again for 90 minutes
    // after the account was disabled. https://manpages.debian.org/bookworm/sssd-common/sssd.conf.5.en.html
    "pam_initgroups_scheme = always",
    "",
  ].join("\n");
}

/** Files of /etc/warpform by which every node of the cluster looks users up. */
export function directoryFiles(directory: DirectoryOptions | undefined): Record<string, string> {
  if (directory === undefined) return {};
  const { caCertificate } = directory;
  return {
    ...(caCertificate === undefined
      ? {}
      : { [DIRECTORY_CA.slice("/etc/warpform/".length)]: `${caCertificate.trimEnd()}\n` }),
    "sssd.conf": sssdConf(directory),
  };
}

/** https://manpages.debian.org/bookworm/sssd-ldap/sssd-ldap.5.en.html */
function domainSettings(directory: DirectoryOptions): Record<string, string | boolean> {
  const { bindDn, accessFilter, caCertificate, schema = DEFAULT_SCHEMA } = directory;
  return {
    id_provider: "ldap",
    auth_provider: "ldap",
    ldap_uri: directory.uris.join(", "),
    ldap_search_base: directory.searchBase,
    ldap_schema: schema,
    ldap_id_mapping: schema === "ad",
    ldap_tls_reqcert: "demand",
    ...(caCertificate === undefined ? {} : { ldap_tls_cacert: DIRECTORY_CA }),
    ...(bindDn === undefined ? {} : { ldap_default_bind_dn: bindDn, ldap_default_authtok: BIND_PASSWORD }),
    ldap_user_ssh_public_key: directory.keyAttribute ?? (schema === "ad" ? "altSecurityIdentities" : "sshPublicKey"),
    // Without it sssd lets in by key whom the directory has disabled: it asks for no password then.
    access_provider: "ldap",
    ldap_access_order: accessFilter === undefined ? "expire" : "expire, filter",
    ...(accessFilter === undefined ? {} : { ldap_access_filter: accessFilter }),
    cache_credentials: true,
    enumerate: false,
    override_homedir: "/home/%u",
    default_shell: "/bin/bash",
  };
}

/** How long a key that the directory no longer has, and whoever it no longer knows, may be let in. sssd's own default is 5400. */
const USER_CACHE_SECONDS = 60;

/** What `sssd` may change, such as the expiry policy of a 389 Directory Server. */
const usualSettings = ({ schema }: DirectoryOptions): Record<string, string | number | boolean> => ({
  entry_cache_user_timeout: USER_CACHE_SECONDS,
  ...(schema === "ad"
    ? // Active Directory refers a search at the top to its DNS zones' partitions, which sssd would follow.
      { ldap_account_expire_policy: "ad", ldap_referrals: false }
    : { ldap_account_expire_policy: "shadow" }),
});

/** What only Terraform knows, such as the name of a directory that it makes. */
const REFERENCE = /\$\{TfToken\[[^\]]*\]\}/g;

/** What can be wrong with a directory. */
export function checkDirectory<Secret extends string>(
  directory: (DirectoryOptions & { readonly [prop in Secret]?: string }) | undefined,
  secretProp: Secret,
  problems: Problems,
): void {
  if (directory === undefined) return;
  const { uris, searchBase, bindDn } = directory;
  checkTexts(directory, problems);
  if (uris.length === 0) {
    problems.add("required", "directory.uris", "directory.uris must have at least one server, got none; add one");
  }
  uris.forEach((uri, index) => {
    const known = uri.replace(REFERENCE, "host");
    if (known === "host") return;
    const [, port] = /^ldaps:\/\/[A-Za-z0-9.-]+(?::(\d+))?$/.exec(known) ?? [undefined, "none"];
    if (port === undefined || (Number(port) >= 1 && Number(port) <= 65_535)) return;
    if (port !== "none") {
      const at = `directory.uris[${index}]`;
      problems.add("out-of-range", at, `${at} must have a port from 1 to 65535, got ${port}; leave it out for 636`);
      return;
    }
    const fix = uri.replace(/^([a-z]*:\/*)?/, "ldaps://");
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
      `directory.searchBase must be a distinguished name, got "${searchBase}"; use one such as "dc=example,dc=com"`,
    );
  }
  if ((bindDn === undefined) !== (directory[secretProp] === undefined)) {
    const missing = bindDn === undefined ? "bindDn" : secretProp;
    problems.add(
      "required",
      `directory.${missing}`,
      `directory.${missing} must be given too, since name and password go together; add it`,
    );
  }
}

/** Texts that become lines of sssd.conf cannot bring lines of their own. */
function checkTexts(directory: DirectoryOptions, problems: Problems): void {
  const { caCertificate, accessFilter, sssd = {} } = directory;
  const texts = { bindDn: directory.bindDn, accessFilter, keyAttribute: directory.keyAttribute, ...prefixed(sssd) };
  for (const [name, value] of Object.entries(texts)) {
    if (value === undefined || !/[\n\r]/.test(String(value))) continue;
    const path = `directory.${name}`;
    problems.add("malformed", path, `${path} must be one line, got ${JSON.stringify(value)}; remove the line break`);
  }
  if (accessFilter !== undefined && !/^\(.+\)$/s.test(accessFilter)) {
    const path = "directory.accessFilter";
    problems.add(
      "malformed",
      path,
      `${path} must be a filter in parentheses, got "${accessFilter}"; use "(${accessFilter})"`,
    );
  }
  if (
    caCertificate !== undefined &&
    !/^-----BEGIN CERTIFICATE-----\n[\s\S]+-----END CERTIFICATE-----\s*$/.test(caCertificate)
  ) {
    const path = "directory.caCertificate";
    problems.add(
      "malformed",
      path,
      `${path} must be a certificate in PEM, which begins with -----BEGIN CERTIFICATE-----; use its text, not its path`,
    );
  }
  for (const name of Object.keys(sssd)) {
    const path = `directory.sssd.${name}`;
    if (name in domainSettings({ ...directory, bindDn: "x", caCertificate: "x", accessFilter: "x" })) {
      problems.add("not-allowed", path, `${path} cannot be set, because the directory's own props say it; use those`);
    } else if (!/^[a-z][a-z0-9_]*$/.test(name)) {
      problems.add("malformed", path, `${path} must be a setting of sssd.conf, lower case; use a name of sssd-ldap(5)`);
    }
  }
}

const prefixed = (settings: NonNullable<DirectoryOptions["sssd"]>) =>
  Object.fromEntries(Object.entries(settings).map(([name, value]) => [`sssd.${name}`, value]));
