import { CheckpointBucket, GpuNodePool, KubeRayCluster } from "../../../../../lib/clouds/aws/index";
import { resources, synthesized, testNetwork, testStack } from "../../synthesized";

const CHAT = "a-namespace-with-a-name-of-forty-letters";

function twoTeams() {
  const stack = testStack();
  const network = testNetwork(stack);
  const l40s = new GpuNodePool(stack, "l40s", { network, instanceType: "g6e.12xlarge", nodes: { min: 0, max: 8 } });
  const bucket = new CheckpointBucket(stack, "models", { network });
  const cluster = new KubeRayCluster(stack, "ray", {
    network,
    pools: [l40s],
    monitoring: false,
    queues: { teams: ["pre", "post"].map((name) => ({ name, gpus: { l40s: 8 } })) },
    rayClusters: ["pre", "post"].map((queue) => ({ name: queue, queue, pools: [l40s] })),
    serving: [
      {
        name: "llama",
        namespace: CHAT,
        pool: l40s,
        model: "llama-3.1-8b",
        weights: "s3://models/llama",
      },
    ],
  });
  const policies = () =>
    Object.fromEntries(
      resources(synthesized(stack), "aws_iam_role_policy")
        .filter(({ name }) => String(name).startsWith("test-ray-pods"))
        .map(({ name, policy }) => [name, String(policy)]),
    );
  return { stack, bucket, cluster, policies };
}

describe("KubeRayCluster", () => {
  it("gives the pods of each namespace a role of their own", () => {
    const associations = resources(synthesized(twoTeams().stack), "aws_eks_pod_identity_association").filter(
      ({ service_account }) => service_account === "ray" || service_account === "weights",
    );
    expect(associations).toHaveLength(4);
    expect(new Set(associations.map(({ role_arn }) => role_arn)).size).toBe(4);
  });

  it("allows all namespaces what the cluster is granted, and one what its namespace is", () => {
    const { bucket, cluster, policies } = twoTeams();
    bucket.grantReadWrite(cluster.namespace("team-pre"), "pre/");
    expect(Object.keys(policies())).toEqual(["test-ray-pods-team-pre"]);
    bucket.grantRead(cluster);
    expect(Object.keys(policies()).sort()).toHaveLength(4);
    expect(policies()["test-ray-pods-team-post"]).not.toContain("s3:PutObject");
  });

  it("lets the agent that fetches weights read what a namespace that serves may", () => {
    const { bucket, cluster, policies } = twoTeams();
    bucket.grantRead(cluster.namespace(CHAT));
    const names = Object.keys(policies()).sort();
    expect(names).toEqual([expect.stringMatching(/^test-ray-pods-a-namespace.*$/), "test-ray-pods-node-agents"]);
    expect(Math.max(...names.map(({ length }) => length))).toBeLessThanOrEqual(64);
  });

  it("refuses a namespace in which nothing runs", () => {
    expect(() => twoTeams().cluster.namespace("team-prre")).toThrow(
      `namespace must be one that workloads run in (${CHAT}, team-post, team-pre), got "team-prre"; use "team-pre"`,
    );
  });
});
