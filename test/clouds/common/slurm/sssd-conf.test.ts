import type { SlurmDirectoryProps } from "../../../../lib/clouds/aws/slurm/directory-props";
import { checkDirectory, directoryFiles, sssdConf } from "../../../../lib/clouds/common/slurm/sssd-conf";
import { Problems } from "../../../../lib/errors";

const directory: SlurmDirectoryProps = { uris: ["ldaps://ldap.example.com"], searchBase: "dc=example,dc=com" };
const certificate = "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n";

function messages(more: Partial<SlurmDirectoryProps>): string[] {
  const problems = new Problems();
  checkDirectory({ ...directory, ...more }, "bindPasswordSecretArn", problems);
  try {
    problems.throwIfAny("head");
  } catch (error) {
    return (error as { problems: { message: string }[] }).problems.map(({ message }) => message);
  }
  return [];
}

describe("sssdConf", () => {
  it("answers sshd for the keys that the directory holds", () => {
    expect(sssdConf(directory)).toContain("services = nss, pam, ssh\n");
    expect(sssdConf(directory)).toContain("ldap_user_ssh_public_key = sshPublicKey\n");
    expect(sssdConf({ ...directory, schema: "ad" })).toContain("ldap_user_ssh_public_key = altSecurityIdentities\n");
  });

  it("lets in whom the filter names", () => {
    const conf = sssdConf({ ...directory, accessFilter: "(memberOf=cn=hpc,dc=example,dc=com)" });
    expect(conf).toContain(
      "access_provider = ldap\nldap_access_order = expire, filter\nldap_access_filter = (memberOf=cn=hpc,dc=example,dc=com)\n",
    );
    expect(sssdConf(directory)).not.toContain("ldap_access_filter");
  });

  it("lets nobody in whom the directory has disabled, which a log-in by key would not ask for", () => {
    expect(sssdConf(directory)).toContain("ldap_access_order = expire\n");
    expect(sssdConf(directory)).toContain("ldap_account_expire_policy = shadow\n");
    expect(sssdConf({ ...directory, schema: "ad" })).toContain("ldap_account_expire_policy = ad\n");
    const other = sssdConf({ ...directory, sssd: { ldap_account_expire_policy: "rhds" } });
    expect(other.match(/ldap_account_expire_policy = .*/g)).toEqual(["ldap_account_expire_policy = rhds"]);
  });

  it("asks the directory at each log-in, and for keys after a minute", () => {
    // test/acceptance/nodes, suite `directory`, holds what a real sssd does with it
    expect(sssdConf(directory)).toMatch(/\n\[pam\]\npam_initgroups_scheme = always\n$/);
    expect(sssdConf(directory)).toContain("entry_cache_user_timeout = 60\n");
    const longer = sssdConf({ ...directory, sssd: { entry_cache_user_timeout: 600 } });
    expect(longer.match(/entry_cache_user_timeout = .*/g)).toEqual(["entry_cache_user_timeout = 600"]);
  });

  it("does not follow Active Directory's referrals", () => {
    expect(sssdConf({ ...directory, schema: "ad" })).toContain("ldap_referrals = false\n");
    expect(sssdConf(directory)).not.toContain("ldap_referrals");
  });

  it("takes further settings", () => {
    expect(sssdConf({ ...directory, sssd: { ldap_user_home_directory: "homeDirectory" } })).toContain(
      "ldap_user_home_directory = homeDirectory\n",
    );
  });
});

describe("directoryFiles", () => {
  it("carries the authority's certificate to every node", () => {
    const files = directoryFiles({ ...directory, caCertificate: certificate });
    expect(files["directory-ca.pem"]).toBe(certificate);
    expect(files["sssd.conf"]).toContain("ldap_tls_cacert = /etc/warpform/directory-ca.pem\n");
    expect(directoryFiles(undefined)).toEqual({});
  });
});

describe("checkDirectory", () => {
  it.each<[Partial<SlurmDirectoryProps>, string]>([
    [
      { bindDn: "cn=a\nldap_tls_reqcert = never", bindPasswordSecretArn: undefined },
      'directory.bindDn must be one line, got "cn=a\\nldap_tls_reqcert = never"; remove the line break',
    ],
    [
      { accessFilter: "uid=ada" },
      'directory.accessFilter must be a filter in parentheses, got "uid=ada"; use "(uid=ada)"',
    ],
    [
      { caCertificate: "/etc/ca.pem" },
      "directory.caCertificate must be a certificate in PEM, which begins with -----BEGIN CERTIFICATE-----; use its text, not its path",
    ],
    [
      { sssd: { ldap_tls_reqcert: "never" } },
      "directory.sssd.ldap_tls_reqcert cannot be set, because the directory's own props say it; use those",
    ],
    [
      { sssd: { debug_level: "1\n[nss]" } },
      'directory.sssd.debug_level must be one line, got "1\\n[nss]"; remove the line break',
    ],
  ])("refuses %j", (more, message) => {
    expect(messages(more)).toContain(message);
  });

  it("takes what is right", () => {
    expect(
      messages({ caCertificate: certificate, accessFilter: "(uid=*)", login: "passwords", sssd: { debug_level: 3 } }),
    ).toEqual([]);
  });
});
