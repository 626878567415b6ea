import { privateEndpointsMissing } from "../../../../lib/review/rules/network/private-endpoints-missing";
import { p5 } from "../../p5-cluster";
import type { RuleCases } from "../../rule-cases";

export const cases: RuleCases = {
  rule: privateEndpointsMissing,
  holds: {
    "endpoints for everything Slurm nodes call": p5({
      network: {
        egress: "endpoints-only",
        privateEndpoints: ["ec2", "logs", "ssm", "ssmmessages", "sts", "secretsmanager"],
      },
    }),
  },
  fails: {
    "no Session Manager and no S3": [
      p5({
        network: {
          egress: "endpoints-only",
          objectStorageEndpoint: false,
          privateEndpoints: ["ec2", "logs", "sts", "secretsmanager"],
        },
      }),
      [{ path: "networks.network.interfaceEndpoints", value: "missing: ssm, ssmmessages, s3 (gateway)" }],
    ],
  },
  doesNotApply: { "a NAT gateway": p5() },
};
