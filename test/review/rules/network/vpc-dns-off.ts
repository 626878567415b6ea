import { vpcDnsOff } from "../../../../lib/review/rules/network/vpc-dns-off";
import { p5 } from "../../p5-cluster";
import type { RuleCases } from "../../rule-cases";

export const cases: RuleCases = {
  rule: vpcDnsOff,
  holds: { "both on": p5() },
  fails: { "hostnames off": [p5({ network: { dnsHostnames: false } }), [{ path: "networks.network.dnsHostnames" }]] },
  doesNotApply: { "no network": p5({ cluster: { networks: [] } }) },
};
