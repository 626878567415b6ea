import type { Blueprint } from "../../../lib/blueprint/schema/aws/aws-blueprint";
import { defined, type Generate, maybe, type Scheduler, yes } from "./generate";

export function networkOf(g: Generate, scheduler: Scheduler): Blueprint["network"] {
  const second = scheduler === "kubeRay" || yes(g);
  if (yes(g)) {
    return defined({
      availabilityZone: "us-east-2a",
      tags: maybe(g, [{ team: "ml" }]),
      existing: defined({
        vpcId: "vpc-0123456789abcdef0",
        vpcCidr: "10.20.0.0/16",
        computeSubnetId: "subnet-0123456789abcdef0",
        computeSubnetCidr: maybe(g, ["10.20.64.0/18"]),
        secondSubnetId: second ? "subnet-0123456789abcdef1" : undefined,
        s3GatewayEndpoint: maybe(g, [true, false]),
      }),
    });
  }
  return defined({
    availabilityZone: "us-east-2a",
    clusterName: maybe(g, ["team-a"]),
    vpcCidr: maybe(g, ["10.0.0.0/16", "172.20.0.0/16"]),
    secondAvailabilityZone: second ? "us-east-2b" : undefined,
    interfaceEndpoints: maybe(g, [["ec2", "ssm"]]),
    flowLogs: maybe(g, [true, false]),
    privateZoneName: maybe(g, ["hpc.internal"]),
    tags: maybe(g, [{ team: "ml", "cost-centre": "42" }]),
  });
}

export function fabricOf(g: Generate, scheduler: Scheduler): NonNullable<Blueprint["fabric"]> {
  return defined({
    // Karpenter launches no interfaces of the legacy kind.
    nicLayout: maybe(
      g,
      (["ip-saving", "ena-bandwidth", "legacy-all-efa"] as const).slice(0, scheduler === "kubeRay" ? 2 : 3),
    ),
    securityGroupId: maybe(g, ["sg-0123456789abcdef0"]),
    // Nodes of Kubernetes images reserve none at boot.
    hugePages2MiB: scheduler === "kubeRay" ? undefined : maybe(g, [0, 1024, 5128]),
  });
}
