import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type BundleFile, csv, json } from "../shared/bundle-file";
import type { OnPremRouting } from "../shared/on-prem-definition";
import { frrConf } from "./frr-conf";
import { NODE_MTU, ROCE, sonicConfig, sonicQos } from "./sonic-config";

const LINK_FIELDS = ["node", "rail", "hca", "address", "gateway", "leaf", "leafPort"] as const;

/** What `rail-addresses` gives the ports of each node. */
function railsOf({ cidr, railCidrs, rails }: OnPremRouting) {
  const nodes = new Map<string, object[]>();
  for (const { node, rail, hca, address, gateway } of rails)
    nodes.set(node, [...(nodes.get(node) ?? []), { rail, hca, address, gateway, range: railCidrs[rail - 1] }]);
  return { cidr, mtu: NODE_MTU, roce: ROCE, nodes: Object.fromEntries(nodes) };
}

/**
 * NCCL over RoCE v2: index 3 of the GID table is the port's IPv4 address, and the traffic class is the code point, shifted, with ECN.
 * @see https://docs.nvidia.com/deeplearning/nccl/user-guide/docs/env.html (NCCL_IB_GID_INDEX, NCCL_IB_TC)
 */
function ncclConf({ rails }: OnPremRouting): string {
  const hcas = [...new Set(rails.flatMap(({ hca }) => (hca === null ? [] : [hca])))].sort();
  const ect = 2;
  return [
    ...(hcas.length > 0 ? [`NCCL_IB_HCA==${hcas.join(",")}`] : []),
    "NCCL_IB_GID_INDEX=3",
    `NCCL_IB_TC=${(ROCE.dscp << 2) | ect}`,
    "",
  ].join("\n");
}

/** Configuration of each switch, and what gives the nodes' ports their addresses. */
export function routingFiles(routing: OnPremRouting): readonly BundleFile[] {
  return [
    ...routing.switches.flatMap((one) => [
      { path: `fabric/switches/${one.name}/config_db.json`, text: json(sonicConfig(routing, one)) },
      { path: `fabric/switches/${one.name}/frr.conf`, text: frrConf(routing, one) },
    ]),
    { path: "fabric/switches/qos.json", text: json(sonicQos()) },
    {
      path: "fabric/rails.csv",
      text: csv(
        LINK_FIELDS.map((name) => name.replace("leafPort", "leaf_port")),
        routing.rails.map((link) => LINK_FIELDS.map((name) => link[name])),
      ),
    },
    { path: "fabric/rails/rails.json", text: json(railsOf(routing)) },
    { path: "fabric/rails/nccl.conf", text: ncclConf(routing) },
    {
      path: "fabric/rails/rail-addresses",
      text: readFileSync(join(__dirname, "rail-addresses.py"), "utf8"),
      executable: true,
    },
    {
      path: "fabric/rails/rail-addresses.service",
      text: readFileSync(join(__dirname, "rail-addresses.service"), "utf8"),
    },
  ];
}
