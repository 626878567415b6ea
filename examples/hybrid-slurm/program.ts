import { AwsProvider } from "@cdktf/provider-aws/lib/provider";
import { App, TerraformStack, TerraformVariable } from "cdktf";
import { Capacity, ClusterNetwork, GpuNodePool, HybridCluster, InfiniBandFabric } from "warpform";

const app = new App();
const stack = new TerraformStack(app, "hybrid-slurm");
new AwsProvider(stack, "aws", { region: "us-east-2" });

const network = new ClusterNetwork(stack, "network", { availabilityZone: "us-east-2a", vpcCidr: "10.64.0.0/16" });
const fabric = new InfiniBandFabric(stack, "fabric", { network });
const p5 = new GpuNodePool(stack, "p5", {
  network,
  fabric,
  instanceType: "p5.48xlarge",
  nodes: { min: 0, max: 8 },
  capacity: [Capacity.onDemand()],
});

// The authority that signs the controllers' certificates: no access key and no secret is in the state.
const caCertificate = new TerraformVariable(stack, "site_ca_certificate", { type: "string" });

new HybridCluster(stack, "burst", {
  network,
  site: {
    clusterName: "dc1",
    controllers: [
      { name: "head1", address: "10.30.0.5" },
      { name: "head2", address: "10.30.0.6" },
    ],
    cidrs: ["10.10.0.0/20", "10.30.0.0/24"],
    domain: "dc1.example.com",
    dnsServers: ["10.30.0.2", "10.30.0.3"],
    partitions: ["train"],
  },
  link: { vpn: { address: "203.0.113.10", bgpAsn: 65010 } },
  partitions: [{ name: "train-aws", pools: [p5], exclusive: true, maxTimeMinutes: 4320 }],
  caCertificate: caCertificate.stringValue,
  staging: { toCloudTB: 10, toSitePerMonthTB: 1 },
});

app.synth();
