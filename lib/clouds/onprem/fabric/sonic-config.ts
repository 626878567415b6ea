import type { OnPremRouting, RoutedSwitch } from "../shared/on-prem-definition";

/** Bytes of a packet that switches take and nodes send; the header of a RoCE packet fits in the difference. */
const SWITCH_MTU = 9100;
export const NODE_MTU = 9000;

/**
 * Code points of RoCE and of its congestion notifications, and the priority that is lossless. SONiC's own map has 48 on 6, and its PFC is
 * on priorities 3 and 4 after `config qos reload`; 26 is on 1 there, where packets are dropped.
 * @see sonic-net/sonic-buildimage files/build_templates/qos_config.j2 (086b03bd, read 2026-11-23); NVIDIA Cumulus Linux, "RDMA over Converged Ethernet"
 */
export const ROCE = { dscp: 26, notificationDscp: 48, priority: 3, notificationPriority: 6 };

/** SONiC's tables of one switch; `config load` adds them to those that the switch has. All values are texts there. */
export function sonicConfig(routing: OnPremRouting, { name, asn, loopback, uplinks }: RoutedSwitch): object {
  const rails = routing.rails.filter(({ leaf }) => leaf === name);
  const port = (description: string, gbps: number) => ({
    admin_status: "up",
    mtu: String(SWITCH_MTU),
    speed: String(gbps * 1000),
    description,
  });
  return {
    // SONiC leaves frr.conf alone and takes the one of /etc/sonic/frr.
    DEVICE_METADATA: {
      localhost: { hostname: name, bgp_asn: String(asn), docker_routing_config_mode: "split-unified" },
    },
    LOOPBACK_INTERFACE: { Loopback0: {}, [`Loopback0|${loopback}/32`]: {} },
    PORT: Object.fromEntries([
      ...rails.map(({ leafPort, node, rail, gbps }) => [leafPort, port(`${node}:rail${rail}`, gbps)] as const),
      ...uplinks.map((link) => [link.port, port(link.to, routing.linkGbps)] as const),
    ]),
    INTERFACE: Object.fromEntries([
      ...rails.flatMap(({ leafPort, gateway }) => [
        [leafPort, {}] as const,
        [`${leafPort}|${gateway}/31`, {}] as const,
      ]),
      ...uplinks.map((link) => [link.port, { ipv6_use_link_local_only: "enable" }] as const),
    ]),
  };
}

/** What every switch gets over the classes that `config qos reload` writes: RoCE's code point in the lossless class. */
export const sonicQos = () => ({
  DSCP_TO_TC_MAP: {
    AZURE: {
      [ROCE.dscp]: String(ROCE.priority),
      [ROCE.notificationDscp]: String(ROCE.notificationPriority),
    },
  },
});
