import { readFileSync } from "node:fs";
import { join } from "node:path";
import { stringify } from "yaml";
import { planeFolder } from "../fabric/fabric-files";
import type { BundleFile } from "../shared/bundle-file";
import type { OnPremDefinition, OnPremNode } from "../shared/on-prem-definition";

const yaml = (value: unknown): string => `---\n${stringify(value, { lineWidth: 0, aliasDuplicateObjects: false })}`;

/** What is known of a node beside its address; what is not known yet is left out. */
function hostVars(node: OnPremNode): Record<string, unknown> {
  return {
    ansible_host: node.address,
    ...(node.bmcAddress === null ? {} : { bmc_address: node.bmcAddress }),
    rack: node.rack,
    rack_unit: node.unit,
    ...(node.serial === null ? {} : { serial_number: node.serial }),
    ...(node.bootMac === null ? {} : { boot_mac: node.bootMac }),
    ...(node.bmcMac === null ? {} : { bmc_mac: node.bmcMac }),
  };
}

const none = (names: readonly string[]) => ({ hosts: Object.fromEntries(names.map((name) => [name, null])) });

/**
 * Inventory in the groups that NVIDIA's DeepOps plays by (`slurm-master`, `slurm-node`, `slurm-login` below `slurm-cluster`), and one
 * group for each pool and for spares.
 * @see https://github.com/NVIDIA/deepops/blob/master/config.example/inventory (3957a42f)
 */
export function ansibleInventory({ nodes, pools, services, slurm, fabric }: OnPremDefinition): string {
  const onFabric = new Set(fabric?.cables.map(({ from }) => from.device));
  const subnetManagers = services.filter(({ name }) => onFabric.has(name)).map(({ name }) => name);
  const hosts = Object.fromEntries([
    ...nodes.map((node) => [node.name, hostVars(node)] as const),
    ...services.map(({ name, address }) => [name, { ansible_host: address }] as const),
  ]);
  const role = (wanted: string) => services.filter((host) => host.role === wanted).map(({ name }) => name);
  const groups = {
    ...Object.fromEntries(
      pools.map(({ name, nodes: own }) => [`pool_${name.replaceAll("-", "_")}`, none(own.map((n) => n.name))]),
    ),
    "subnet-managers": none(subnetManagers),
    storage: none(role("storage")),
    "rail-nodes": none([...new Set(fabric?.routing?.rails.map(({ node }) => node))]),
    spares: none(nodes.filter((node) => node.spare).map(({ name }) => name)),
    ...(slurm === null
      ? {}
      : {
          "slurm-master": none(role("controller")),
          "slurm-accounting": none(slurm.accounting.kind === "none" ? [] : slurm.controllers.slice(0, 1)),
          "slurm-login": none(role("login")),
          "slurm-node": none(nodes.map(({ name }) => name)),
          "slurm-cluster": { children: { "slurm-master": null, "slurm-login": null, "slurm-node": null } },
        }),
  };
  return yaml({ all: { hosts, children: groups } });
}

function groupVars({ name, domain, fabric, fileSystems, services, slurm }: OnPremDefinition): string {
  return yaml({
    cluster_name: name,
    cluster_domain: domain,
    // BMC credentials are a secret of the site: give bmc_user and bmc_password from a vault.
    slurm_controllers: services.filter((host) => host.role === "controller").map((host) => host.name),
    slurm_accounting: slurm?.accounting.kind ?? "none",
    fabric_subnet_manager: fabric?.model.fabric === "infiniband" ? fabric.subnetManager : "none",
    opensm_files:
      fabric?.model.fabric === "infiniband" && fabric.subnetManager === "opensm" ? planeFolder(fabric, 1) : "",
    file_systems: fileSystems.map(({ type, source, mountPath, options }) => ({
      type,
      source,
      path: mountPath,
      options,
    })),
  });
}

/** /etc/hosts of all machines: names must resolve before DNS is there. */
function hostsFile({ nodes, services, domain }: OnPremDefinition): string {
  const line = ({ name, address }: { readonly name: string; readonly address: string }) =>
    `${address} ${name}.${domain} ${name}`;
  return ["127.0.0.1 localhost", ...services.map(line), ...nodes.map(line), ""].join("\n");
}

/** Inventory, variables and a play that installs the bundle's files. */
export function ansibleFiles(definition: OnPremDefinition): readonly BundleFile[] {
  return [
    // DeepOps has dashes in names of groups and this setting; Ansible warns without it.
    { path: "ansible.cfg", text: "[defaults]\ninventory = ansible/inventory.yml\nforce_valid_group_names = ignore\n" },
    { path: "ansible/inventory.yml", text: ansibleInventory(definition) },
    { path: "ansible/group_vars/all.yml", text: groupVars(definition) },
    { path: "ansible/files/hosts", text: hostsFile(definition) },
    { path: "ansible/site.yml", text: readFileSync(join(__dirname, "site.yml"), "utf8") },
  ];
}
