import { stringify } from "yaml";
import { netmaskOf } from "../network/address-plan";
import type { BundleFile } from "../shared/bundle-file";
import type { OnPremDefinition, OnPremNode, OnPremProvisioning } from "../shared/on-prem-definition";

const NETWORK = "default";

/** A node whose MAC is not known is discovered: Warewulf gives it to the first machine that asks. */
function nodeOf(node: OnPremNode) {
  return {
    ...(node.bootMac === null ? { discoverable: "true" } : {}),
    ...(node.serial === null ? {} : { "asset key": node.serial }),
    profiles: ["default", node.pool],
    comment: `${node.rack} unit ${node.unit}`,
    ipmi: { ipaddr: node.bmcAddress },
    "network devices": {
      [NETWORK]: { ...(node.bootMac === null ? {} : { hwaddr: node.bootMac }), ipaddr: node.address },
    },
    tags: { rack: node.rack },
  };
}

/**
 * Warewulf's nodes.conf: what all nodes share in a profile, one profile for each pool. The BMCs' password is not in it: set it with
 * `wwctl profile set default --ipmiuser … --ipmipass …`.
 * @see https://warewulf.org/docs/v4.6.x/nodes/nodes.html; fields: warewulf/warewulf@148e8de7 internal/pkg/node/datastructure.go
 */
export function warewulfFiles(
  { name, pools, nodes, cidrs }: OnPremDefinition,
  { image, gateway, interface: device }: OnPremProvisioning,
): readonly BundleFile[] {
  const common = {
    comment: `${name}, written by warpform`,
    "cluster name": name,
    "image name": image,
    ipmi: { netmask: netmaskOf(cidrs.bmc!), interface: "lanplus" },
    "network devices": {
      [NETWORK]: {
        type: "ethernet",
        onboot: "true",
        device,
        netmask: netmaskOf(cidrs.node),
        ...(gateway === null ? {} : { gateway }),
      },
    },
    "primary network": NETWORK,
  };
  const text = stringify(
    {
      nodeprofiles: {
        default: common,
        ...Object.fromEntries(pools.map((pool) => [pool.name, { comment: pool.type.name, tags: { pool: pool.name } }])),
      },
      nodes: Object.fromEntries(nodes.map((node) => [node.name, nodeOf(node)])),
    },
    { lineWidth: 0, aliasDuplicateObjects: false },
  );
  return [{ path: "provisioning/nodes.conf", text }];
}
