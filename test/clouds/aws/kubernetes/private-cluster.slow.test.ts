import type { TerraformStack } from "cdktf";
import {
  ClusterNetwork,
  GpuNodePool,
  KubeRayCluster,
  type KubeRayClusterProps,
} from "../../../../lib/clouds/aws/index";
import { clusterOfStack } from "../../../../lib/clouds/aws/reading/cluster-of-stack";
import { designOf } from "../../../../lib/review/design";
import { privateEndpointsMissing } from "../../../../lib/review/rules/network/private-endpoints-missing";
import { messageOf, only, resources, synthesized, testStack } from "../synthesized";

const PUBLIC = /(^|")(docker\.io|ghcr\.io|nvcr\.io|public\.ecr\.aws|quay\.io|registry\.k8s\.io)/;
const LOGIN = "arn:aws:secretsmanager:us-east-2:111122223333:secret:ecr-pullthroughcache/hub-AbCdEf";
const CREDENTIALS = { "docker.io": LOGIN, "ghcr.io": LOGIN };

const ownNetwork = (stack: TerraformStack, interfaceEndpoints?: string[]) =>
  new ClusterNetwork(stack, "network", {
    availabilityZone: "us-east-2a",
    egress: "endpoints-only",
    interfaceEndpoints,
  });

const importedNetwork = (stack: TerraformStack, interfaceEndpoints: string[] = []) =>
  ClusterNetwork.import(stack, "network", {
    clusterName: "test",
    vpcId: "vpc-0123456789abcdef0",
    vpcCidr: "10.0.0.0/16",
    availabilityZone: "us-east-2a",
    computeSubnetId: "subnet-0123456789abcdef0",
    secondSubnetId: "subnet-0123456789abcdef1",
    egress: "endpoints-only",
    s3GatewayEndpoint: true,
    interfaceEndpoints,
  });

function build(
  props: Partial<KubeRayClusterProps>,
  network: typeof ownNetwork | typeof importedNetwork = ownNetwork,
  endpoints?: string[],
  more: (l4: GpuNodePool) => Partial<KubeRayClusterProps> = () => ({}),
) {
  const stack = testStack();
  const of = network(stack, endpoints);
  const l4 = new GpuNodePool(stack, "l4", { network: of, instanceType: "g6.xlarge", nodes: { min: 0, max: 1 } });
  const cluster = new KubeRayCluster(stack, "ray", {
    network: of,
    pools: [l4],
    rayClusters: [{ name: "dev", pools: [l4] }],
    ...props,
    ...more(l4),
  });
  return { stack, cluster };
}

const missing = (stack: TerraformStack) => {
  const found = privateEndpointsMissing.check(designOf(clusterOfStack(stack, null).cluster));
  return found === "does-not-apply" ? found : found.map(({ value }) => value);
};

describe("KubeRayCluster in a network without internet access", () => {
  it("takes every image from the mirror, charts and programs alike", () => {
    const { stack, cluster } = build({ registry: { mirror: "registry.example.com/mirror" } });
    const terraform = synthesized(stack);
    const values = resources(terraform, "helm_release").map((release) => JSON.stringify(release.values));
    expect(values.filter((text) => PUBLIC.test(text))).toEqual([]);
    const charts = [cluster.releases.workloadsChart, cluster.releases.nodePoolsChart!].flatMap(({ files }) => files);
    const images = charts.flatMap(({ text }) => [...text.matchAll(/\bimage: (\S+)/g)].map(([, image]) => image!));
    expect(images.filter((image) => !image.startsWith("registry.example.com/mirror/"))).toEqual([]);
    expect(images).toContain("registry.example.com/mirror/docker.io/rayproject/ray:2.52.0-py311-gpu");
    expect(cluster.images["quay.io/kuberay/operator:v1.7.0"]).toBe(
      "registry.example.com/mirror/quay.io/kuberay/operator:v1.7.0",
    );
  });

  it("takes charts from the given repository", () => {
    const charts = "oci://registry.example.com/charts";
    const { stack } = build({ registry: { mirror: "registry.example.com", charts } });
    const releases = resources(synthesized(stack), "helm_release");
    const published = releases.filter(({ repository }) => repository !== undefined);
    expect(published.length).toBeGreaterThan(4);
    expect(new Set(published.map(({ repository }) => repository))).toEqual(new Set([charts]));
  });

  it("makes rules of ECR's cache, repositories for nvcr.io, and lets nodes fill them", () => {
    const { stack, cluster } = build({ registry: { pullThrough: { credentials: CREDENTIALS } } });
    const terraform = synthesized(stack);
    const rules = resources(terraform, "aws_ecr_pull_through_cache_rule");
    expect(rules.map((rule) => [rule.ecr_repository_prefix, rule.upstream_registry_url, rule.credential_arn])).toEqual([
      ["test/docker-hub", "registry-1.docker.io", LOGIN],
      ["test/ecr-public", "public.ecr.aws", undefined],
      ["test/github", "ghcr.io", LOGIN],
      ["test/kubernetes", "registry.k8s.io", undefined],
      ["test/quay", "quay.io", undefined],
    ]);
    const repositories = resources(terraform, "aws_ecr_repository").map(({ name }) => name);
    expect(repositories).toContain("test/nvcr.io/nvidia/k8s-device-plugin");
    for (const role of ["ray_system_role", "l4_role"])
      expect(only(terraform, "aws_iam_role_policy", role).policy).toContain("ecr:CreateRepository");
    expect(Object.keys(cluster.images).filter((image) => PUBLIC.test(cluster.images[image]!))).toEqual([]);
  });

  it.each([
    [
      "a host with a scheme",
      { mirror: "https://registry.example.com" },
      /registry\.mirror must be the host of a registry/,
    ],
    [
      "the digest of an image that is not there",
      { mirror: "registry.example.com/mirror", digests: { "docker.io/library/python:3": `sha256:${"0a".repeat(32)}` } },
      /registry\.digests has "docker\.io\/library\/python:3", which is no image of the library's own chart here/,
    ],
    [
      "a digest that is none",
      { mirror: "registry.example.com/mirror", digests: { "docker.io/library/python:3": "latest" } },
      /registry\.digests.* must be a digest, sha256: and 64 hexadecimal digits/,
    ],
    ["nothing", {}, /registry has no images; give mirror/],
    [
      "two places for all images",
      { mirror: "registry.example.com", pullThrough: {} },
      /registry\.pullThrough and registry\.mirror both/,
    ],
    [
      "a cache without a login",
      { pullThrough: {} },
      /no place for images of docker\.io .*pullThrough\.credentials\["docker\.io"\]/,
    ],
    [
      "a login that ECR takes none for",
      { pullThrough: { credentials: { ...CREDENTIALS, "quay.io": LOGIN } } },
      /credentials\.quay\.io is not used/,
    ],
    [
      "a secret of another name",
      {
        pullThrough: {
          credentials: { "docker.io": "arn:aws:secretsmanager:us-east-2:111122223333:secret:hub-AbCdEf" },
        },
      },
      /begins with ecr-pullthroughcache/,
    ],
    [
      "a mirror for one registry alone",
      { mirrors: { "docker.io": "registry.example.com" } },
      /no place for images of quay\.io/,
    ],
  ])("refuses %s", (_, registry, message) => {
    expect(messageOf(() => build({ registry }))).toMatch(message);
  });

  it("refuses runs that load packages and models from the internet", () => {
    const fineTuning = (pool: GpuNodePool) => [
      { name: "tune", pool, model: "meta/llama", data: "s3://b/d", storage: "s3://b/c", adapters: "s3://b/a" },
    ];
    const registry = { mirror: "registry.example.com" };
    const message = messageOf(() =>
      build({ registry }, ownNetwork, undefined, (pool) => ({ fineTuning: fineTuning(pool) })),
    );
    expect(message).toMatch(/fineTuning\[0\]\.pipPackages .* come from pypi\.org/);
    expect(message).toMatch(/fineTuning\[0\]\.model "meta\/llama" is a name on the Hugging Face hub/);
  });

  it("adds the endpoints that it calls to its own network", () => {
    const { stack } = build({ registry: { mirror: "registry.example.com" }, gcsFaultTolerance: true });
    const services = resources(synthesized(stack), "aws_vpc_endpoint").map(
      ({ service_name }) => String(service_name).split("us-east-2.")[1],
    );
    expect(services).toEqual(
      expect.arrayContaining(["eks-auth", "ecr.api", "ecr.dkr", "eks", "sqs", "elasticache", "secretsmanager"]),
    );
    expect(missing(stack)).toEqual([]);
  });

  it.each([
    ["its own list of endpoints", ownNetwork],
    ["an imported network's list", importedNetwork],
  ])("lets the review find what %s lacks", (_, network) => {
    const registry = { mirror: "registry.example.com" };
    const some = ["ec2", "ecr.api", "ecr.dkr", "eks", "ssm", "ssmmessages", "sts"];
    expect(missing(build({ registry }, network, some).stack)).toEqual(["missing: eks-auth, logs, sqs"]);
    expect(missing(build({ registry, provisioner: "managed" }, network, some).stack)).toEqual([
      "missing: autoscaling, eks-auth, logs",
    ]);
    expect(missing(build({ registry }, network, [...some, "eks-auth", "logs", "sqs"]).stack)).toEqual([]);
    expect(missing(build({ registry, podLogs: false }, network, some).stack)).toEqual(["missing: eks-auth, sqs"]);
  });
});
