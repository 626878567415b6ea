import type { BundleFile } from "../shared/bundle-file";
import { json } from "../shared/bundle-file";
import type { OnPremDefinition, OnPremNode, OnPremProvisioning } from "../shared/on-prem-definition";

const resourceOf = ({ name }: OnPremNode) => name.replaceAll("-", "_");

/** A string of JSON that Terraform makes, with the credentials that only it knows. */
function powerParameters(node: OnPremNode, { bmc, redfishSystem }: OnPremProvisioning): string {
  const more = bmc === "redfish" ? `node_id = "${redfishSystem}"` : 'power_driver = "LAN_2_0"';
  return `\${jsonencode({ power_address = "${node.bmcAddress}", power_user = var.bmc_user, power_pass = var.bmc_password, ${more} })}`;
}

/**
 * A folder for Terraform with MAAS' provider: each machine by its BMC, its tags, and what is installed at which address. Tags are the
 * groups by which DeepOps takes machines from MAAS (scripts/maas_inventory.py). Pools of `pools` with a `-` in their name have a `_` in addresses.
 * @see https://registry.terraform.io/providers/canonical/maas/latest/docs (canonical/terraform-provider-maas@b76df544)
 */
export function maasFiles(
  { name, domain, pools, nodes, cidrs }: OnPremDefinition,
  provisioning: OnPremProvisioning,
): readonly BundleFile[] {
  const machine = (node: OnPremNode) => `\${maas_machine.${resourceOf(node)}.id}`;
  const tag = (tagName: string, members: readonly OnPremNode[]) => ({ name: tagName, machines: members.map(machine) });
  const program = {
    "//": `${name}, written by warpform`,
    terraform: { required_providers: { maas: { source: "canonical/maas", version: "~> 2.2" } } },
    // MAAS' address and key: MAAS_API_URL and MAAS_API_KEY.
    provider: { maas: {} },
    variable: {
      bmc_user: { type: "string", sensitive: true },
      bmc_password: { type: "string", sensitive: true },
    },
    resource: {
      maas_machine: Object.fromEntries(
        nodes.map((node) => [
          resourceOf(node),
          {
            hostname: node.name,
            domain,
            architecture: node.type.architecture === "arm64" ? "arm64/generic" : "amd64/generic",
            pxe_mac_address: node.bootMac,
            power_type: provisioning.bmc,
            power_parameters: powerParameters(node, provisioning),
          },
        ]),
      ),
      maas_tag: {
        slurm_node: tag("slurm-node", nodes),
        ...Object.fromEntries(
          pools.map((pool) => [`pool_${pool.name.replaceAll("-", "_")}`, tag(`pool-${pool.name}`, pool.nodes)]),
        ),
      },
      maas_instance: Object.fromEntries(
        nodes.map((node) => [
          resourceOf(node),
          {
            allocate_params: { hostname: `\${maas_machine.${resourceOf(node)}.hostname}` },
            deploy_params: { distro_series: provisioning.image },
            network_interfaces: { name: provisioning.interface, subnet_cidr: cidrs.node, ip_address: node.address },
          },
        ]),
      ),
    },
  };
  return [{ path: "provisioning/maas.tf.json", text: json(program) }];
}
