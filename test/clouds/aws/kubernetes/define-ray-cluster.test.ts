import { defineRayCluster } from "../../../../lib/clouds/aws/kubernetes/define-ray-cluster";
import { KubeRayCluster } from "../../../../lib/clouds/aws/kubernetes/kube-ray-cluster";
import type { KubeRayClusterProps } from "../../../../lib/clouds/aws/kubernetes/kube-ray-cluster-props";
import { describeKubernetes } from "../../../../lib/clouds/aws/kubernetes/workloads/describe-kubernetes";
import { GpuNodePool } from "../../../../lib/clouds/aws/pools/gpu-node-pool";
import { messageOf, testNetwork, testStack } from "../synthesized";

describe("defineRayCluster", () => {
  const around = {
    path: "test/ray",
    id: "ray",
    imageCacheAccount: "111122223333",
    clusterSecurityGroupId: "sg-cluster",
    stateStoreOf: () => ({ host: "valkey.example", secretArn: "arn:secret", groupId: "ray-state" }),
  };
  function withProps(
    props: Partial<KubeRayClusterProps> = {},
    serving: {
      replicas?: { min: number; max: number };
      prefillReplicas?: { min: number; max: number };
      image?: string;
    } = {},
  ) {
    const stack = testStack();
    const made = testNetwork(stack);
    const l40s = new GpuNodePool(stack, "l40s", {
      network: made,
      instanceType: "g6e.12xlarge",
      nodes: { min: 0, max: 4 },
    });
    const weights = "s3://weights/llama";
    const model = { name: "chat", model: "llama-3.1-8b", weights, pool: l40s, ...serving };
    return { stack, props: { network: made, pools: [l40s], serving: [model], ...props } };
  }

  it("has the workloads with every value before anything is made", () => {
    const { stack, props } = withProps({ gcsFaultTolerance: true });
    const of = defineRayCluster(props, around);
    expect(of.workloads.serving[0]!.replicas).toEqual({ min: 1, max: 16 });
    expect(JSON.stringify(of.workloads.stateStore)).toContain('"REPLICATION_GROUP","value":"ray-state"');
    expect([of.provisioner, of.gcsNodeType, of.origins.gcsNodeType]).toEqual([
      "karpenter",
      "cache.t4g.medium",
      { kind: "default" },
    ]);
    const made = stack.node.findAll().map(({ node }) => node.path);
    expect(made.filter((path) => path.includes("control-plane"))).toEqual([]);
  });

  it("is computed once: what the construct says runs is what its definition says", () => {
    const { stack, props } = withProps({ gcsFaultTolerance: true });
    const cluster = new KubeRayCluster(stack, "ray", props);
    expect(cluster.workloads).toBe(cluster.definition.workloads);
    expect(JSON.stringify(cluster.workloads.stateStore)).toMatch(
      /"REPLICATION_GROUP","value":"[^"]*terraform\.value\d+/,
    );
  });

  it("tells the review which replicas only prefill", () => {
    const image = "registry.example/ray-llm-efa:2.52.0";
    const prefillReplicas = { min: 1, max: 2 };
    const { props } = withProps({}, { image, prefillReplicas, replicas: { min: 1, max: 3 } });
    const [model] = describeKubernetes(defineRayCluster(props, around)).serving!;
    expect(model).toMatchObject({ replicas: { min: 2, max: 5 }, prefillReplicas });
  });

  it("throws the problems of pools, workloads and network at once", () => {
    const { props } = withProps({}, { replicas: { min: 5, max: 2 } });
    expect(messageOf(() => defineRayCluster(props, around))).toMatch(/replicas/);
  });
});
