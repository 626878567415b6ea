import type { Problems } from "../../../errors";
import { withDefaults } from "../../../props/with-defaults";
import { contains, parseCidr } from "../../../units/cidr";
import type { OnPremClusterProps } from "../shared/on-prem-cluster-props";
import { PROVISIONING } from "../shared/on-prem-cluster-table";
import type { OnPremNode, OnPremProvisioning } from "../shared/on-prem-definition";

/** Checks what each tool must know before it can install a node. */
export function planProvisioning(
  problems: Problems,
  { provisioning, network }: OnPremClusterProps,
  nodes: readonly OnPremNode[],
): OnPremProvisioning | null {
  if (provisioning === undefined) return null;
  const given = withDefaults(PROVISIONING, provisioning);
  const { tool, bmc, image, imageChecksum = null, redfishSystem = null, gateway = null } = given;
  if (tool === "metal3" && imageChecksum === null)
    problems.add(
      "required",
      "provisioning.imageChecksum",
      `provisioning.imageChecksum is required with tool "metal3", which verifies every image; give the URL of the checksum file`,
    );
  if (tool === "metal3" && !/^https?:\/\//.test(image))
    problems.add(
      "malformed",
      "provisioning.image",
      `provisioning.image must be the URL of a disk image with tool "metal3", got "${image}"; use one such as https://images.example.com/node.qcow2`,
    );
  if (tool !== "metal3" && imageChecksum !== null)
    problems.add(
      "conflict",
      "provisioning.imageChecksum",
      `provisioning.imageChecksum applies only to tool "metal3", got it with tool "${tool}"; leave it out`,
    );
  if (bmc === "redfish" && redfishSystem === null)
    problems.add(
      "required",
      "provisioning.redfishSystem",
      'provisioning.redfishSystem is required with bmc "redfish"; give the name that the BMC\'s /redfish/v1/Systems lists, such as DGX',
    );
  if (tool === "warewulf" && bmc === "redfish")
    problems.add(
      "not-allowed",
      "provisioning.bmc",
      'provisioning.bmc "redfish" is nothing that Warewulf\'s nodes.conf has, only IPMI; use "ipmi"',
    );
  if (network.bmcCidr === undefined)
    problems.add(
      "required",
      "network.bmcCidr",
      "network.bmcCidr is required with provisioning, which powers nodes on through their BMCs; give a range such as 10.20.0.0/20",
    );
  checkGateway(problems, gateway, network.nodeCidr);
  const unknown = nodes.filter(({ bootMac }) => bootMac === null);
  // Warewulf takes the MAC of the first machine that asks.
  if (tool !== "warewulf" && unknown.length > 0)
    problems.add(
      "required",
      "hosts",
      `hosts must have the boot_mac of every node with provisioning.tool "${tool}", which knows nodes by it; ${unknown.length} of ${nodes.length} have none, such as ${unknown[0]!.name}`,
    );
  return { tool, bmc, image, imageChecksum, redfishSystem, gateway, interface: given.interface };
}

function checkGateway(problems: Problems, gateway: string | null, nodeCidr: string): void {
  const range = parseCidr(nodeCidr);
  if (gateway === null || range === undefined) return;
  const address = parseCidr(`${gateway}/32`);
  if (address !== undefined && contains(range, address)) return;
  problems.add(
    "out-of-range",
    "provisioning.gateway",
    `provisioning.gateway must be an address of network.nodeCidr ${nodeCidr}, got ${gateway}; give the address of the router there`,
  );
}
