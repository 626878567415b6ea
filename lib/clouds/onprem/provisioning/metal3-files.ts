import { stringify } from "yaml";
import { netmaskOf } from "../network/address-plan";
import type { BundleFile } from "../shared/bundle-file";
import type { OnPremDefinition, OnPremNode, OnPremProvisioning } from "../shared/on-prem-definition";

const NAMESPACE = "metal3";
const networkSecret = ({ name }: OnPremNode) => `${name}-network`;

/** OpenStack's network data, which cloud-init reads from the config drive. @see https://docs.openstack.org/nova/latest/user/metadata.html */
function networkData(node: OnPremNode, { gateway }: OnPremProvisioning, netmask: string): string {
  return JSON.stringify({
    links: [{ id: "management", type: "phy", ethernet_mac_address: node.bootMac }],
    networks: [
      {
        id: "management",
        link: "management",
        type: "ipv4",
        ip_address: node.address,
        netmask,
        routes: gateway === null ? [] : [{ network: "0.0.0.0", netmask: "0.0.0.0", gateway }],
      },
    ],
    services: [],
  });
}

function bmcAddress(node: OnPremNode, { bmc, redfishSystem }: OnPremProvisioning): string {
  return bmc === "redfish"
    ? `redfish-virtualmedia://${node.bmcAddress}/redfish/v1/Systems/${redfishSystem}`
    : `ipmi://${node.bmcAddress}`;
}

/**
 * A BareMetalHost for each node, and a secret with its address. The secret `<cluster>-bmc` with `username` and `password` is the site's.
 * @see https://book.metal3.io/bmo/introduction (metal3-io/baremetal-operator, apis v0.8.0)
 */
export function metal3Files(
  { name, nodes, cidrs }: OnPremDefinition,
  provisioning: OnPremProvisioning,
): readonly BundleFile[] {
  const netmask = netmaskOf(cidrs.node);
  const objects = nodes.flatMap((node) => [
    {
      apiVersion: "v1",
      kind: "Secret",
      metadata: { name: networkSecret(node), namespace: NAMESPACE },
      type: "Opaque",
      stringData: { networkData: networkData(node, provisioning, netmask) },
    },
    {
      apiVersion: "metal3.io/v1alpha1",
      kind: "BareMetalHost",
      metadata: {
        name: node.name,
        namespace: NAMESPACE,
        labels: { "warpform/cluster": name, "warpform/pool": node.pool, "warpform/rack": node.rack },
      },
      spec: {
        online: true,
        bootMACAddress: node.bootMac,
        architecture: node.type.architecture === "arm64" ? "aarch64" : "x86_64",
        bmc: { address: bmcAddress(node, provisioning), credentialsName: `${name}-bmc` },
        image: { url: provisioning.image, checksum: provisioning.imageChecksum, checksumType: "auto" },
        networkData: { name: networkSecret(node), namespace: NAMESPACE },
      },
    },
  ]);
  const text = objects.map((object) => `---\n${stringify(object, { lineWidth: 0 })}`).join("");
  return [{ path: "provisioning/metal3.yaml", text }];
}
