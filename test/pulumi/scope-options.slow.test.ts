import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Provider } from "@pulumi/aws/provider";
import { Bucket } from "@pulumi/aws/s3/bucket";
import * as pulumi from "@pulumi/pulumi";
import type { TerraformStack } from "cdktf";
import { ClusterNetwork as NetworkConstruct } from "../../lib/clouds/aws/network/cluster-network";
import { Capacity } from "../../lib/clouds/aws/pools/capacity/capacity";
import { GpuNodePool as PoolConstruct } from "../../lib/clouds/aws/pools/gpu-node-pool";
import { SlurmHeadNode as SlurmConstruct } from "../../lib/clouds/aws/slurm/slurm-head-node";
import { LustreStorage as LustreConstruct } from "../../lib/clouds/aws/storage/lustre/lustre-storage";
import { ClusterScope } from "../../lib/pulumi/clouds/aws/clusters/cluster-scope";
import { GpuCluster } from "../../lib/pulumi/clouds/aws/clusters/gpu-cluster";
import { ClusterNetwork } from "../../lib/pulumi/clouds/aws/components/cluster-network";
import { GpuNodePool } from "../../lib/pulumi/clouds/aws/components/gpu-node-pool";
import { InfiniBandFabric } from "../../lib/pulumi/clouds/aws/components/infiniband-fabric";
import { KubeRayCluster } from "../../lib/pulumi/clouds/aws/components/kube-ray-cluster";
import { LustreStorage } from "../../lib/pulumi/clouds/aws/components/lustre-storage";
import { NodeFleet } from "../../lib/pulumi/clouds/aws/components/node-fleet";
import { ServiceAddress } from "../../lib/pulumi/clouds/aws/components/service-address";
import { SlurmHeadNode } from "../../lib/pulumi/clouds/aws/components/slurm-head-node";
import { mockedProgram, type Registered } from "./mocked-program";

const outdir = mkdtempSync(join(tmpdir(), "warpform-scope-options-"));
afterAll(() => rmSync(outdir, { recursive: true }));

const TYPES: Record<string, string> = {
  "aws:ec2/vpc:Vpc": "aws_vpc",
  "aws:eks/cluster:Cluster": "aws_eks_cluster",
  "aws:route53/record:Record": "aws_route53_record",
  "aws:ec2/securityGroup:SecurityGroup": "aws_security_group",
};
const typeOf = (token: string) => TYPES[token];
const known = <T>(output: pulumi.Output<T>) =>
  new Promise<T>((resolve) => void output.apply((value) => resolve(value)));
const zone = { availabilityZone: "us-east-2a" };
const pool = { instanceType: "p5.48xlarge", nodes: { min: 0, max: 2 } };

describe("a ClusterScope and a GpuCluster with the same constructs", () => {
  const size = { capacityTiB: 48, throughputPerTiB: 250 };
  const inScope = () => {
    const cluster = new ClusterScope("train", { region: "us-east-2", outdir: join(outdir, "scope") });
    const network = new ClusterNetwork("network", zone, { parent: cluster });
    const scratch = new LustreStorage("scratch", { network, ...size });
    const h100 = new GpuNodePool("h100", { network, ...pool, mounts: [scratch.mount("/fsx")] });
    new SlurmHeadNode("slurm", { network, partitions: [{ name: "train", pools: [h100] }] });
    cluster.declare();
  };
  const inBuild = () =>
    new GpuCluster("train", {
      region: "us-east-2",
      outdir: join(outdir, "scope"),
      build: (stack: TerraformStack) => {
        const network = new NetworkConstruct(stack, "network", zone);
        const scratch = new LustreConstruct(stack, "scratch", { network, ...size });
        const h100 = new PoolConstruct(stack, "h100", { network, ...pool, mounts: [scratch.mount("/fsx")] });
        new SlurmConstruct(stack, "slurm", { network, partitions: [{ name: "train", pools: [h100] }] });
        return {};
      },
    });
  /** Everything by its URN, which the engine goes by, and what it is made with. */
  const facts = (registered: readonly Registered[]) =>
    Object.fromEntries(
      registered.map(({ type, name, parent, inputs, protect, dependencies }) => [
        `${parent} ${type} ${name}`,
        { inputs, protect, dependencies: [...dependencies].sort() },
      ]),
    );

  it("declare the same resources at the same URNs, so that a program may change from one to the other", async () => {
    const scope = await mockedProgram(typeOf, inScope);
    const build = await mockedProgram(typeOf, inBuild);
    expect(scope.registered.length).toBeGreaterThan(60);
    expect(facts(scope.registered)).toEqual(facts(build.registered));
  });
});

describe("an option of one component in a ClusterScope", () => {
  const made = (registered: readonly Registered[], name: RegExp) =>
    registered.filter((resource) => resource.custom && name.test(resource.name));
  let registered: Registered[];
  beforeAll(async () => {
    const program = await mockedProgram(typeOf, () => {
      const first = new Bucket("first");
      const cluster = new ClusterScope("lab", { outdir: join(outdir, "lab") }, { dependsOn: first });
      const network = new ClusterNetwork("network", zone, { parent: cluster, aliases: [{ name: "old-network" }] });
      const second = new Bucket("second");
      const fabric = new InfiniBandFabric(
        "fabric",
        { network },
        { dependsOn: [second], retainOnDelete: true, provider: new Provider("mine", { region: "us-east-2" }) },
      );
      const h100 = new GpuNodePool(
        "h100",
        {
          network,
          fabric,
          ...pool,
          capacity: [Capacity.reservation(cluster.text(pulumi.output("cr-0123456789abcdef0")))],
        },
        {
          transformations: [
            ({ type, props, opts }) =>
              type === "aws:ec2/launchTemplate:LaunchTemplate"
                ? { props: { ...props, description: "seen" }, opts }
                : undefined,
          ],
        },
      );
      new NodeFleet("fleet", { pool: h100 }, { parent: h100, protect: true });
      cluster.declare();
    });
    registered = program.registered;
  });

  it("dependsOn makes its resources wait, beside what the scope waits for", () => {
    for (const { dependencies } of made(registered, /^lab-fabric/)) {
      expect(dependencies.join()).toContain("::first");
      expect(dependencies.join()).toContain("::second");
    }
    for (const { dependencies } of made(registered, /^lab-network/)) {
      expect(dependencies.join()).toContain("::first");
      expect(dependencies.join()).not.toContain("::second");
    }
  });

  it("retainOnDelete leaves its resources alone in the cloud", () => {
    expect(made(registered, /^lab-fabric/).every(({ retainOnDelete }) => retainOnDelete)).toBe(true);
    expect(made(registered, /^lab-(network|h100)/).some(({ retainOnDelete }) => retainOnDelete)).toBe(false);
  });

  it("provider serves its resources alone", () => {
    for (const { provider } of made(registered, /^lab-fabric/)) expect(provider).toContain("::mine::");
    expect(made(registered, /^lab-(network|h100)/).some(({ provider }) => provider !== "")).toBe(false);
  });

  it("transformations see its resources", () => {
    const template = made(registered, /^lab-h100/).find(({ type }) => type.includes("launchTemplate"));
    expect(template?.inputs.description).toBe("seen");
    expect(JSON.stringify(template?.inputs)).toContain("cr-0123456789abcdef0");
  });

  it("aliases go to the engine with it", () => {
    expect(registered.find(({ name }) => name === "lab-network")?.aliasNames).toEqual(["old-network"]);
  });

  it("parent may be another component of the scope; protect guards its resources alone", () => {
    const fleet = registered.find(({ name }) => name === "lab-fleet");
    expect(fleet?.parent).toMatch(/warpform:aws:GpuNodePool::lab-h100$/);
    expect(made(registered, /^lab-fleet/).every(({ protect }) => protect)).toBe(true);
    expect(made(registered, /^lab-h100/).some(({ protect }) => protect)).toBe(false);
  });
});

describe("a KubeRayCluster in a ClusterScope", () => {
  it("gives the EKS cluster's name, endpoint and certificate as Outputs", async () => {
    const { result, registered } = await mockedProgram(typeOf, () => {
      const cluster = new ClusterScope("ray", { region: "us-east-2", outdir: join(outdir, "ray") });
      const vpcId = pulumi.output("vpc-0123456789abcdef0");
      const network = ClusterNetwork.existing(
        "network",
        {
          ...zone,
          vpcId,
          vpcCidr: "10.0.0.0/16",
          computeSubnetId: pulumi.output("subnet-0123456789abcdef0"),
          secondSubnetId: pulumi.output("subnet-0123456789abcdef1"),
        },
        { parent: cluster },
      );
      const h100 = new GpuNodePool("h100", { network, ...pool });
      const ray = new KubeRayCluster("eks", {
        network,
        pools: [h100],
        administratorArns: [pulumi.output("arn:aws:iam::111122223333:role/admin")],
        rayClusters: [{ name: "train", pools: [h100] }],
        serving: [
          { name: "llama", pool: h100, model: "llama-3.1-8b", weights: "s3://models/llama", exposure: "internal" },
        ],
      });
      const address = new ServiceAddress("address", {
        ray,
        service: "llama",
        name: "llm.example.com",
        hostedZoneId: pulumi.output("Z0123456789ABCDEFGHIJ"),
      });
      cluster.declare();
      return { ray, address };
    });
    const { ray, address } = result;
    expect(await known(ray.eksClusterName)).toBe("ray-eks");
    expect(await known(ray.endpoint)).toBe("ray-eks-control-plane.endpoint");
    expect(await known(ray.certificateAuthorityData)).toBe("ray-eks-control-plane.data");
    expect(await known(address.fqdn)).toBe("ray-address.fqdn");
    const record = registered.find(({ name, custom }) => name === "ray-address" && custom);
    expect(record?.inputs.zoneId).toBe("Z0123456789ABCDEFGHIJ");
    const entry = registered.find(({ type }) => type === "aws:eks/accessEntry:AccessEntry");
    expect(entry?.inputs.principalArn).toBe("arn:aws:iam::111122223333:role/admin");
    const components = registered.filter(({ custom }) => !custom).map(({ type, name }) => `${type} ${name}`);
    expect(components).toContain("warpform:aws:KubeRayCluster ray-eks");
    expect(registered.filter(({ type }) => type === "kubernetes:helm.sh/v3:Release").length).toBeGreaterThan(3);
  });
});
