import { clusterModel } from "../../../../../lib/clouds/common/cluster-model";
import { resources, synthesized } from "../../synthesized";
import { clusterOf } from "../ray-stack";

/** All that a resource needs, directly or not, by address: what Terraform makes before it and destroys after it. */
function needs(terraform: ReturnType<typeof synthesized>, address: string, seen = new Set<string>()): Set<string> {
  const [type, name] = address.split(".") as [string, string];
  const text = JSON.stringify(terraform.resource[type]?.[name] ?? terraform.data?.[type]?.[name] ?? {});
  const addresses = Object.entries(terraform.resource).flatMap(([t, blocks]) =>
    Object.keys(blocks).map((n) => `${t}.${n}`),
  );
  for (const other of addresses) {
    const mentioned = new RegExp(`[^a-z_]${other.replace(".", "\\.")}(?![\\w-])`).test(text);
    if (other === address || seen.has(other) || !mentioned) continue;
    seen.add(other);
    needs(terraform, other, seen);
  }
  return seen;
}

const release = (terraform: ReturnType<typeof synthesized>, name: string) => {
  const [address, block] =
    Object.entries(terraform.resource.helm_release ?? {}).find(([, of]) => of.name === name) ?? [];
  return { address: `helm_release.${address}`, block: block as Record<string, unknown> };
};

describe("the order in which KubeRayCluster is destroyed", () => {
  const terraform = synthesized(clusterOf().stack);
  const precedes = (first: string, then: string) =>
    expect([...needs(terraform, release(terraform, first).address)]).toContain(then);

  it("ends workloads before the node pools, and the node pools before Karpenter", () => {
    precedes("workloads", release(terraform, "node-pools").address);
    precedes("node-pools", release(terraform, "karpenter").address);
    precedes("karpenter", release(terraform, "karpenter-crd").address);
    precedes("workloads", release(terraform, "kuberay-operator").address);
  });

  it.each([
    "aws_eks_access_entry",
    "aws_iam_instance_profile",
    "aws_sqs_queue",
    "aws_nat_gateway",
    "aws_route",
    "aws_eks_node_group",
    "aws_iam_role_policy",
  ])("keeps every %s that ending nodes needs until Karpenter is gone", (type) => {
    const needed = [...needs(terraform, release(terraform, "node-pools").address)].filter((address) =>
      address.startsWith(`${type}.`),
    );
    expect(needed.length).toBeGreaterThan(0);
    const karpenterPolicies = Object.entries(terraform.resource[type] ?? {}).filter(
      ([name]) => !type.startsWith("aws_iam") || name.includes("karpenter") || name.startsWith("l40s"),
    );
    expect(needed).toEqual(expect.arrayContaining(karpenterPolicies.map(([name]) => `${type}.${name}`)));
  });

  it("waits on destroy until the objects of a release are gone", () => {
    expect(release(terraform, "node-pools").block).toMatchObject({ wait: true, timeout: 1800 });
    expect(release(terraform, "workloads").block).toMatchObject({ wait: true });
  });

  // ray-project/kuberay@v1.7.0: a namespace that ends takes no cleanup job, and the operator gives up on Redis at its first look after
  // 300 s; its looks grow apart, 164 and 328 s after the first that was refused, and the head has up to 120 s to end before
  it("waits longer for workloads than KubeRay holds on to a cluster whose state it cannot take out of Redis", () => {
    expect(release(terraform, "workloads").block.timeout).toBeGreaterThan(120 + 328);
  });
});

describe("KubeRayCluster with Kueue", () => {
  const kueue = (monitoring?: false) => {
    const queues = { teams: [{ name: "a", gpus: { l40s: 16 } }] };
    const terraform = synthesized(clusterOf(() => ({ queues, monitoring })).stack);
    const { address, block } = release(terraform, "kueue");
    return { values: JSON.parse((block.values as string[])[0]!), needed: [...needs(terraform, address)], terraform };
  };

  // kubernetes-sigs/kueue@v0.19.2 charts/kueue: the ServiceMonitor comes with enablePrometheus alone
  it("has Prometheus scrape Kueue, for which Prometheus' kinds come first", () => {
    const { values, needed, terraform } = kueue();
    expect(values.enablePrometheus).toBe(true);
    expect(needed).toContain(release(terraform, "kube-prometheus-stack").address);
  });

  it("installs no monitor where there is no Prometheus", () => {
    expect(kueue(false).values).not.toHaveProperty("enablePrometheus");
  });
});

describe("KubeRayCluster with KAI", () => {
  const { stack, cluster } = clusterOf((_, pool) => ({
    queues: { scheduler: "kai", teams: [{ name: "a", gpus: { l40s: 16 } }] },
    rayClusters: [{ name: "dev", pools: [pool], queue: "a" }],
  }));
  const terraform = synthesized(stack);

  it("installs KAI in the place of Kueue, without a queue of its own making", () => {
    expect(release(terraform, "kai-scheduler").block).toMatchObject({
      repository: "oci://ghcr.io/kai-scheduler/kai-scheduler",
      version: "v0.16.8",
    });
    expect(release(terraform, "kueue").block).toBeUndefined();
  });

  it("lets a Ray cluster in a queue scale, and says in the model who queues", () => {
    expect(cluster.workloads.rayClusters[0]).toMatchObject({ queue: "a", namespace: "team-a", autoscaling: true });
    const [scheduler] = clusterModel(stack).schedulers;
    expect(scheduler).toMatchObject({ queueing: "kai" });
  });
});

describe("KubeRayCluster with Triton", () => {
  const { stack, cluster } = clusterOf((_, pool) => ({
    triton: [{ name: "vision", pool, modelRepository: "s3://bucket/repository" }],
  }));
  const terraform = synthesized(stack);

  it("fills the pool with servers of one GPU, each with the node agents' weights and the scaler that they need", () => {
    expect(cluster.workloads.triton).toMatchObject([
      { namespace: "serving", gpusPerReplica: 1, replicas: { min: 1, max: 16 }, exposure: "internal" },
    ]);
    expect(release(terraform, "keda").block).toMatchObject({ version: "2.20.2" });
    const accounts = resources(terraform, "aws_eks_pod_identity_association").map((of) => of.service_account);
    expect(accounts).toContain("weights");
  });

  it("has Helm wait for a node from zero and a server that loads, which it waits for nowhere else", () => {
    const [pool] = cluster.workloads.pools;
    expect(release(terraform, "workloads").block.timeout).toBe(900 + pool!.pool.bootSeconds + 30 * 60);
    expect(release(synthesized(clusterOf().stack), "workloads").block.timeout).toBe(900);
  });
});

describe("KubeRayCluster with a gateway", () => {
  const { stack, cluster } = clusterOf((_, pool) => ({
    gateway: { domain: "models.example.com" },
    serving: [{ name: "llama", pool, model: "llama-3.1-8b", weights: "s3://bucket/llama" }],
  }));
  const terraform = synthesized(stack);

  it("serves models through it unless told otherwise, in the network's two zones", () => {
    expect(cluster.workloads.serving[0]!.exposure).toBe("gateway");
    expect(cluster.workloads.gateway).toMatchObject({ exposure: "internal", certificateArn: null });
    expect(cluster.workloads.gateway!.subnetIds).toHaveLength(2);
  });

  it("installs the kinds, then the controller, then the routes, and takes them away in the opposite order", () => {
    const address = (name: string) => release(terraform, name).address;
    const controller = needs(terraform, address("aws-load-balancer-controller"));
    expect(controller).toContain(address("gateway-api-crds"));
    expect(needs(terraform, address("workloads"))).toContain(address("aws-load-balancer-controller"));
  });

  it("lets the controller change nothing that it did not make, but for rules of security groups", () => {
    const policies = resources(terraform, "aws_iam_role_policy");
    const { policy } = policies.find(({ name }) => name === "test-ray-balancers")!;
    const statements: { Sid: string; Resource: string[]; Condition?: Record<string, Record<string, string>> }[] =
      JSON.parse(policy as string).Statement;
    const bySid = Object.fromEntries(statements.map((statement) => [statement.Sid, statement]));
    expect(bySid.ChangeOwn!.Condition).toEqual({
      StringEquals: { "aws:ResourceTag/elbv2.k8s.aws/cluster": "test-ray" },
    });
    const open = statements.filter(({ Condition }) => Condition === undefined).map(({ Sid }) => Sid);
    expect(open).toEqual(["See", "Rules", "Groups", "Parts", "TagParts", "Targets"]);
  });
});
