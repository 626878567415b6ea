import { GpuNodePool, KubeRayCluster, type KubeRayClusterProps } from "../../../../../lib/clouds/aws/index";
import { messageOf, resources, synthesized, testNetwork, testStack } from "../../synthesized";

function build(over: Partial<KubeRayClusterProps>) {
  const stack = testStack();
  const network = testNetwork(stack);
  const l40s = new GpuNodePool(stack, "l40s", { network, instanceType: "g6e.12xlarge", nodes: { min: 0, max: 4 } });
  const workers = { min: 0, max: 1 };
  const cluster = new KubeRayCluster(stack, "ray", {
    network,
    pools: [l40s],
    rayClusters: ["a", "b"].map((namespace) => ({ name: "dev", namespace, pools: [l40s], workers })),
    ...over,
  });
  const terraform = synthesized(stack);
  const text = (path: string) => cluster.releases.workloadsChart.files.find((file) => file.path === path)!.text;
  const hosts = new Set([...text("templates/clusters.yaml").matchAll(/redisAddress: .*/g)].map(([line]) => line));
  return { terraform, hosts, redis: text("templates/redis.yaml") };
}

/** Names of the namespaces that a store's job hands its password to. */
const targets = (redis: string) =>
  [...redis.matchAll(/name: NAMESPACES\n\s+value: "?([a-z ]+)"?/g)].map(([, names]) => names);

describe("the state of Ray heads", () => {
  it("of all namespaces is in one Valkey with one password", () => {
    const { terraform, hosts, redis } = build({ gcsFaultTolerance: true });
    expect(resources(terraform, "aws_elasticache_replication_group")).toHaveLength(1);
    expect(hosts.size).toBe(1);
    expect(targets(redis)).toEqual(["a b"]);
  });

  it("is in a Valkey of each namespace with its own password, where that is asked for", () => {
    const { terraform, hosts, redis } = build({ gcsFaultTolerance: true, gcsStorePerNamespace: true });
    const ids = (type: string, key: string) => resources(terraform, type).map((of) => of[key]);
    expect(ids("aws_elasticache_replication_group", "replication_group_id")).toEqual([
      "test-ray-ray-state-a",
      "test-ray-ray-state-b",
    ]);
    expect(ids("aws_secretsmanager_secret", "name")).toEqual(["test-ray-ray-state-a", "test-ray-ray-state-b"]);
    expect(hosts.size).toBe(2);
    expect(targets(redis)).toEqual(["a", "b"]);
    const jobs = resources(terraform, "aws_eks_pod_identity_association").filter(
      ({ service_account }) => service_account === "redis-password",
    );
    expect(jobs.map(({ namespace }) => namespace)).toEqual(["a", "b"]);
    expect(new Set(jobs.map(({ role_arn }) => role_arn)).size).toBe(2);
  });

  it("is nowhere without fault tolerance, and its prop has no effect then", () => {
    expect(messageOf(() => build({ gcsStorePerNamespace: true }))).toMatch(
      /gcsStorePerNamespace has no effect without gcsFaultTolerance/,
    );
  });
});
