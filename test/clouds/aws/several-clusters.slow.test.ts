import { AwsProvider } from "@cdktf/provider-aws/lib/provider";
import { TerraformStack, Testing } from "cdktf";
import { InferenceCluster } from "../../../lib/architectures/inference-cluster";
import { TrainingCluster } from "../../../lib/architectures/training-cluster";
import { KubeRayCluster } from "../../../lib/clouds/aws/kubernetes/kube-ray-cluster";
import { ClusterNetwork } from "../../../lib/clouds/aws/network/cluster-network";
import { GpuNodePool } from "../../../lib/clouds/aws/pools/gpu-node-pool";
import { DesignReview } from "../../../lib/clouds/aws/reading/design-review";

type Attributes = Readonly<Record<string, unknown>>;
interface Json {
  readonly resource: Readonly<Record<string, Readonly<Record<string, Attributes>>>>;
  readonly provider: Readonly<Record<string, readonly Attributes[]>>;
}

/** Attributes by which AWS' services and Helm know what they made. */
const NAMES =
  /^(name|.*_name|bucket|identifier|alias|.*_id|prefix|key|ecr_repository_prefix|name_prefix|bucket_prefix)$/;
/** What says whose a name is: an API takes it once for each. */
const OWNERS = [
  "role",
  "cluster_name",
  "vpc_id",
  "log_group_name",
  "bucket",
  "zone_id",
  "rule",
  "provider",
  "service_account",
  "security_group_id",
  "route_table_id",
  "vpc",
  "namespace",
  "dimensions",
  "instance_id",
];

/** Names of a stack that are literal, with type, attribute and owner: those of which there are two. */
function repeatedNames({ resource, provider }: Json): string[] {
  const resources = Object.entries(resource).flatMap(([type, all]) => Object.values(all).map((one) => ({ type, one })));
  const names = resources.flatMap(({ type, one }) => {
    const owners = OWNERS.map((owner) => JSON.stringify(one[owner] ?? null));
    return Object.entries(one)
      .filter(([key, value]) => NAMES.test(key) && typeof value === "string" && !value.includes("${"))
      .filter(([key]) => !OWNERS.includes(key) || key === "bucket")
      .map(([key, value]) => [type, key, value, ...owners].join(" "));
  });
  const providers = Object.entries(provider).flatMap(([type, all]) =>
    all.map(({ alias }) => `${type} ${String(alias)}`),
  );
  const all = [...names, ...providers];
  expect(names.length).toBeGreaterThan(50);
  return all.filter((name, index) => all.indexOf(name) !== index);
}

const TRAINING = {
  model: "llama-3.1-8b",
  tokens: 1e11,
  sequenceLength: 8192,
  globalBatchSequences: 512,
  deadlineDays: 30,
};
const SERVICE = {
  model: "llama-3.1-8b",
  requestsPerSecond: 10,
  promptTokens: 1500,
  outputTokens: 300,
  timeToFirstTokenSeconds: 2,
  timePerOutputTokenSeconds: 0.05,
};

const stackIn = () => {
  const stack = new TerraformStack(Testing.app(), "ml");
  new AwsProvider(stack, "aws", { region: "us-east-2" });
  return stack;
};

it("puts two training clusters and two inference clusters into one stack without a name twice", () => {
  const stack = stackIn();
  const network = (clusterName: string) =>
    new ClusterNetwork(stack, `${clusterName}-network`, { availabilityZone: "us-east-2a", clusterName });
  for (const id of ["train-a", "train-b"])
    new TrainingCluster(stack, id, { workload: TRAINING, instanceType: "p5.48xlarge", network: network(id) });
  for (const id of ["serve-a", "serve-b"])
    new InferenceCluster(stack, id, { workload: SERVICE, instanceType: "g6e.4xlarge", network: network(id) });
  const [review] = DesignReview.of(stack);
  const found = review!.review().findings;
  expect(found.filter(({ severity }) => severity === "error")).toEqual([]);
  expect(found.filter(({ rule }) => rule === "budget-below-cost")).toEqual([]);
  const json = JSON.parse(Testing.synth(stack, true)) as Json;
  expect(repeatedNames(json)).toEqual([]);
  const owned = new Set(
    Object.values(json.resource).flatMap((all) =>
      Object.values(all).flatMap(({ tags }) => (tags as Attributes | undefined)?.["warpform:cluster"] ?? []),
    ),
  );
  expect([...owned].sort()).toEqual(["serve-a", "serve-b", "train-a", "train-b"]);
});

it("puts two Ray clusters into one network, each with a Helm provider of its own", () => {
  const stack = stackIn();
  const network = new ClusterNetwork(stack, "network", { availabilityZone: "us-east-2a" });
  for (const id of ["blue", "green"]) {
    const pool = new GpuNodePool(stack, `${id}-gpu`, {
      network,
      instanceType: "g6e.12xlarge",
      nodes: { min: 0, max: 2 },
    });
    new KubeRayCluster(stack, id, { network, pools: [pool] });
  }
  const json = JSON.parse(Testing.synth(stack, true)) as Json;
  expect(repeatedNames(json)).toEqual([]);
  expect(json.provider.helm!.map(({ alias }) => alias)).toEqual(["ml-releases", "ml-green-releases"]);
});
