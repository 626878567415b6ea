// One model from two regions behind one DNS name: clients go to the nearer one, and to the other while that is out.
import { App } from "cdktf";
import { DesignReview, InferenceRegions } from "warpform";

const app = new App();
const service = new InferenceRegions(app, "llm", {
  workload: {
    model: "llama-3.1-8b",
    requestsPerSecond: 10,
    promptTokens: 1500,
    outputTokens: 300,
    timeToFirstTokenSeconds: 2,
    timePerOutputTokenSeconds: 0.05,
  },
  // A private hosted zone of the VPCs that clients are in; they reach the internal load balancers by peering or VPN.
  address: { name: "llm.example.com", hostedZoneId: "Z0123456789ABCDEFGHIJ" },
  serving: { allowedCidrs: ["172.16.0.0/12"] },
  regions: [
    { availabilityZone: "us-east-2a", vpcCidr: "10.0.0.0/16", instanceType: "g6e.4xlarge" },
    { availabilityZone: "eu-central-1a", vpcCidr: "10.1.0.0/16", instanceType: "g6e.4xlarge" },
  ],
});

for (const { choice, why } of service.decisions) console.log(`${choice}: ${why}`);
for (const { stack, cluster } of service.regions) DesignReview.of(stack, { workload: cluster.workload });
app.synth();
