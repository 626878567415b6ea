import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as pulumi from "@pulumi/pulumi";
import { ClusterScope } from "../../lib/pulumi/clouds/aws/clusters/cluster-scope";
import { ClusterNetwork } from "../../lib/pulumi/clouds/aws/components/cluster-network";
import { GpuNodePool } from "../../lib/pulumi/clouds/aws/components/gpu-node-pool";
import { KubeRayCluster } from "../../lib/pulumi/clouds/aws/components/kube-ray-cluster";
import { ServiceAddress } from "../../lib/pulumi/clouds/aws/components/service-address";
import { mockedProgram } from "./mocked-program";

const outdir = mkdtempSync(join(tmpdir(), "warpform-gateway-"));
afterAll(() => rmSync(outdir, { recursive: true }));

const none = () => undefined;
const image = pulumi.output("registry.example.com/vllm:1");
const gateway = {
  domain: pulumi.output("models.example.com"),
  certificateArn: pulumi.output("arn:aws:acm:us-east-2:111122223333:certificate/c"),
  subnetIds: ["subnet-1", "subnet-2"].map((id) => pulumi.output(id)),
  allowedCidrs: [pulumi.output("172.16.0.0/12")],
};

describe("a gateway in a ClusterScope", () => {
  it("takes Outputs for domain, certificate, subnets and clients, and so do the models and clusters behind it", async () => {
    const { registered } = await mockedProgram(none, () => {
      const cluster = new ClusterScope("serve", { outdir });
      const zones = { availabilityZone: "us-east-2a", secondAvailabilityZone: "us-east-2b" };
      const network = new ClusterNetwork("network", zones, { parent: cluster });
      const pool = new GpuNodePool("l40s", { network, instanceType: "g6e.12xlarge", nodes: { min: 1, max: 2 } });
      const weights = `s3://${cluster.text(pulumi.output("models"))}/llama`;
      const ray = new KubeRayCluster("ray", {
        network,
        pools: [pool],
        gateway,
        serving: [{ name: "llm", pool, model: "llama-3.1-8b", image, weights }],
        rayClusters: [{ name: "dev", pools: [pool], env: { TEAM: pulumi.output("vision") } }],
      });
      const name = pulumi.output("llm.models.example.com");
      new ServiceAddress("address", { ray, service: "llm", name, hostedZoneId: pulumi.output("Z0123456789") });
      cluster.declare();
    });
    const workloads = registered.find(({ type, inputs }) => type.endsWith(":Release") && inputs.name === "workloads");
    const { terraform } = (workloads?.inputs.values ?? {}) as { terraform: Record<string, string> };
    expect(Object.values(terraform)).toEqual(
      expect.arrayContaining([
        "models.example.com",
        "arn:aws:acm:us-east-2:111122223333:certificate/c",
        "subnet-1",
        "subnet-2",
        "172.16.0.0/12",
        "registry.example.com/vllm:1",
        "models",
        "vision",
      ]),
    );
    const record = registered.find(({ type }) => type === "aws:route53/record:Record");
    expect(record?.inputs).toMatchObject({ name: "llm.models.example.com", zoneId: "Z0123456789" });
  });
});
