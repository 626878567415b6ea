import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { App, TerraformStack, Testing } from "cdktf";
import {
  ClusterNetwork,
  declareProvider,
  GpuNodePool,
  SlurmHeadNode,
  type SlurmHeadNodeProps,
} from "../../../lib/clouds/azure";

const file = (name: string) => ({ url: `https://example.com/${name}`, sha256: "a".repeat(64) });
const containerPackages = { enroot: file("enroot.deb"), enrootCaps: file("caps.deb"), pyxis: file("pyxis.tar.gz") };
const SECRET =
  "/subscriptions/00000000-0000-0000-0000-000000000000/resourceGroups/data/providers/Microsoft.KeyVault/vaults/data/secrets/ldap";
const directory = { uris: ["ldaps://ldap.example.com"], searchBase: "dc=example,dc=com" };

interface Made {
  readonly roles: readonly { readonly scope: string; readonly role_definition_name?: string; readonly at: string }[];
  readonly containers: readonly string[];
  file(key: string): string;
}

/** A cluster of CPU nodes with one login node. */
function made(more: Partial<SlurmHeadNodeProps>): Made {
  const stack = new TerraformStack(new App(), "train");
  declareProvider(stack);
  const network = new ClusterNetwork(stack, "network", { availabilityZone: "eastus-1" });
  const adminPublicKey = "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIExample user";
  const common = { network, adminPublicKey };
  const cpu = new GpuNodePool(stack, "cpu", {
    ...common,
    instanceType: "Standard_D8as_v5",
    nodes: { min: 0, max: 4 },
  });
  new SlurmHeadNode(stack, "slurm", {
    ...common,
    siteAccountName: "trainsite",
    vaultName: "train-slurm",
    partitions: [{ name: "work", pools: [cpu] }],
    loginNodes: 1,
    ...more,
  });
  const { resource, locals } = JSON.parse(Testing.synth(stack));
  return {
    roles: Object.entries(resource.azurerm_role_assignment).map(([at, of]) => ({ at, ...(of as object) })) as never,
    containers: (Object.values(resource.azurerm_storage_container) as { name: string }[]).map(({ name }) => name),
    file: (key) => {
      const name = Object.keys(locals).find((one) => one.includes(`text-${key.replaceAll(".", "")}_`));
      return locals[name!].replaceAll("$${", "${");
    },
  };
}

const settings = (text: string) =>
  Object.fromEntries(text.split("\n").map((line) => line.replaceAll("'", "").split("=", 2)));

describe("containers, directory and REST API of Slurm in Azure", () => {
  it("are off, with no container and no role for them, unless asked for", () => {
    const { file, containers, roles } = made({});
    expect(settings(file("warpform-site.env"))).toMatchObject({ CONTAINERS: "no", DIRECTORY: "no", REST_API: "no" });
    expect(containers).toEqual(["slurm"]);
    expect(roles.filter(({ role_definition_name: name }) => name === "Storage Blob Data Contributor")).toEqual([]);
    expect(file("etc-slurm.conf")).not.toContain("AuthAltTypes");
  });

  it("lets the head alone keep the packages of containers that it builds, which nodes and login nodes read", () => {
    const { file, containers, roles } = made({ containerPackages });
    expect(settings(file("warpform-site.env"))).toMatchObject({
      CONTAINERS: "yes",
      PYXIS_URL: "https://example.com/pyxis.tar.gz",
      ENROOT_SHA256: "a".repeat(64),
    });
    expect(file("etc-plugstack.conf")).toContain("spank_pyxis.so");
    expect(containers).toEqual(["built", "slurm"]);
    const built = roles.filter(({ scope }) => scope.includes("site_built"));
    expect(built.map(({ role_definition_name: name }) => name).sort()).toEqual([
      "Storage Blob Data Contributor",
      "Storage Blob Data Reader",
      "Storage Blob Data Reader",
    ]);
  });

  it("looks users up in a directory on every machine, each of which reads the password alone of the vault", () => {
    const { file, roles } = made({ directory: { ...directory, bindDn: "cn=reader", bindPasswordSecretId: SECRET } });
    expect(settings(file("warpform-site.env"))).toMatchObject({
      DIRECTORY: "yes",
      BIND_SECRET: "https://data.vault.azure.net/secrets/ldap",
    });
    expect(file("warpform-sssd.conf")).toContain("ldap_uri = ldaps://ldap.example.com");
    const on = roles.filter(({ scope }) => scope === SECRET);
    expect(on.map(({ role_definition_name: name }) => name)).toEqual(Array(3).fill("Key Vault Secrets User"));
  });

  it("runs the REST API on the head's own address, with tokens", () => {
    const { file } = made({ restApi: true });
    expect(settings(file("warpform-site.env"))).toMatchObject({ REST_API: "yes", REST_LISTEN: "127.0.0.1:6820" });
    expect(file("etc-slurm.conf")).toContain("AuthAltTypes=auth/jwt");
  });

  it.each<[Partial<SlurmHeadNodeProps>, string]>([
    [{ containers: true }, "containerPackages is required with containers: true"],
    [{ containers: false, containerPackages }, "containerPackages must be left out, since containers is false"],
    [{ restApi: {} as never }, "restApi must be true or false"],
    [
      { directory: { ...directory, bindDn: "cn=reader" } },
      "directory.bindPasswordSecretId must be given too, since name and password go together",
    ],
    [
      { directory: { ...directory, bindDn: "x=y", bindPasswordSecretId: "hunter2" } },
      "directory.bindPasswordSecretId must be the resource ID of a Key Vault secret",
    ],
    [{ directory: { ...directory, uris: ["ldap://ldap.example.com"] } }, 'use "ldaps://ldap.example.com"'],
    [{ directory: { ...directory, bindPasswordSecretArn: "arn:aws:x" } as never }, "bindPasswordSecretArn"],
    [{ topology: "tree" as never }, "topology must be a topology"],
    [{ topology: { kind: "tree", refresh: false, switches: [] } }, 'topology "tree" must have at least one switch'],
    [{ topology: { kind: "block", refresh: true, blockSize: 18, blocks: [] } }, 'topology "block" needs Slurm 24.05'],
  ])("refuses %j", (more, message) => {
    expect(() => made(more)).toThrow(message);
  });

  it("has a program for what the head builds that Python takes", () => {
    const program = join(__dirname, "../../../lib/clouds/azure/slurm/programs/object");
    const checked = spawnSync("python3", ["-c", `compile(open(${JSON.stringify(program)}).read(), "object", "exec")`]);
    expect(checked.stderr.toString()).toBe("");
  });
});
