/** Blueprints whose Terraform state lies in a bucket: of one stack, and of several regions. */
export const text = `apiVersion: warpform/v1
name: demo
network: { availabilityZone: us-east-2a }
state: { bucket: company-state }
pools:
  l40s: { instanceType: g6e.4xlarge, nodes: { min: 1, max: 2 }, capacity: [{ kind: on-demand }] }
fleets:
  serving: { pool: l40s }
`;
export const regions = `apiVersion: warpform/v1
name: chat
state: { bucket: company-state, region: us-east-1, lock: false }
architecture:
  kind: inferenceRegions
  address: { name: llm.example.com, hostedZoneId: Z0123456789ABCDEFGHIJ }
  regions:
    - { availabilityZone: us-east-2a, instanceType: g6e.4xlarge, nodes: 12 }
    - { availabilityZone: eu-central-1a, instanceType: g6e.4xlarge, nodes: 12 }
workload: { kind: inference, model: llama-3.1-8b, requestsPerSecond: 2, promptTokens: 1000, outputTokens: 200 }
`;
