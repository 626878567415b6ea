import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Vpc } from "@pulumi/aws/ec2/vpc";
import * as pulumi from "@pulumi/pulumi";
import { Capacity } from "../../lib/pulumi/clouds/aws/capacity-image-placement";
import { ClusterScope } from "../../lib/pulumi/clouds/aws/clusters/cluster-scope";
import { ClusterNetwork } from "../../lib/pulumi/clouds/aws/components/cluster-network";
import { GpuNodePool } from "../../lib/pulumi/clouds/aws/components/gpu-node-pool";
import { InfiniBandFabric } from "../../lib/pulumi/clouds/aws/components/infiniband-fabric";
import { LustreStorage } from "../../lib/pulumi/clouds/aws/components/lustre-storage";
import { NodeFleet } from "../../lib/pulumi/clouds/aws/components/node-fleet";
import { SlurmHeadNode } from "../../lib/pulumi/clouds/aws/components/slurm-head-node";
import { adoptersInWords } from "../../lib/remedies/adopters";
import { mockedProgram } from "./mocked-program";

const outdir = mkdtempSync(join(tmpdir(), "warpform-wrong-"));
afterAll(() => rmSync(outdir, { recursive: true }));

const none = () => undefined;
const zone = { availabilityZone: "us-east-2a" };
class Platform extends pulumi.ComponentResource {}

/** A scope with a network, in a program of its own, and what then goes wrong. */
async function messageOf(wrong: (cluster: ClusterScope, network: ClusterNetwork) => unknown): Promise<string> {
  let message = "nothing was wrong";
  await mockedProgram(none, () => {
    const cluster = new ClusterScope("train", { outdir });
    const network = new ClusterNetwork("network", zone, { parent: cluster });
    try {
      wrong(cluster, network);
      cluster.declare();
    } catch (error) {
      message = (error as Error).message;
    }
  });
  return message;
}

describe("a wrong ClusterScope", () => {
  const scope = (name: unknown, args?: unknown, options?: unknown) => () =>
    new ClusterScope(name as string, args as never, options as never);
  it.each<[string, () => unknown, string]>([
    [
      "a name AWS won't take",
      scope("Train"),
      'ClusterScope Train: name must be 2 to 40 lower-case letters, digits and hyphens, got "Train"',
    ],
    [
      "text for args",
      scope("lab", "us-east-2"),
      'ClusterScope lab: args must be { region } or nothing, got "us-east-2"',
    ],
    [
      "an unknown argument",
      scope("lab", { regoin: "us-east-2" }),
      "ClusterScope lab: regoin is not an argument; did you mean region",
    ],
    [
      "a zone for a region",
      scope("lab", { region: "us-east-2a" }),
      'ClusterScope lab: region must be like us-east-2, got "us-east-2a"',
    ],
    [
      "an Output for a region",
      scope("lab", { region: pulumi.output("us-east-2") }),
      "ClusterScope lab: region must be a plain value, got an Output; take it from pulumi.Config or write it out",
    ],
    ["an empty outdir", scope("lab", { outdir: "" }), 'ClusterScope lab: outdir must be a folder, got ""'],
    [
      "an option for one resource",
      scope("lab", {}, { ignoreChanges: ["tags"] }),
      "ClusterScope lab: option ignoreChanges counts for one resource, not for a component; set it by transformations, for the resources meant",
    ],
    [
      "a name used twice",
      scope("train"),
      "ClusterScope train: name train is taken by another cluster; give each its own",
    ],
  ])("says so of %s", async (_, make, message) => {
    expect(await messageOf(make)).toBe(message);
  });
});

describe("a wrong component of a ClusterScope", () => {
  const pool = (network: ClusterNetwork, more: object = {}, name = "h100") =>
    new GpuNodePool(name, { network, instanceType: "p5.48xlarge", nodes: { min: 0, max: 2 }, ...more });
  it.each<[string, Parameters<typeof messageOf>[0], string]>([
    [
      "no parent",
      () => new ClusterNetwork("second", zone),
      "ClusterNetwork second: parent is required; write { parent: cluster }, with cluster a ClusterScope",
    ],
    [
      "a parent outside of any scope",
      () => new ClusterNetwork("second", zone, { parent: new Platform("my:index:Platform", "platform") }),
      "ClusterNetwork second: parent must be a ClusterScope or a component in one, got a Platform",
    ],
    [
      "a name with capitals",
      (parent) => new ClusterNetwork("Net work", zone, { parent }),
      'ClusterNetwork Net work: name must be lower-case letters, digits and hyphens, a letter first, got "Net work"',
    ],
    [
      "no args",
      (parent) => new ClusterNetwork("second", undefined as never, { parent }),
      "ClusterNetwork second: args must be the props of the ClusterNetwork, got undefined",
    ],
    [
      "Outputs for args",
      (parent) => new ClusterNetwork("second", pulumi.output(zone) as never, { parent }),
      "ClusterNetwork second: args must be the props of the ClusterNetwork, got an Output",
    ],
    [
      "an unknown argument",
      (_, network) => pool(network, { instancetype: "p5.48xlarge" }),
      "GpuNodePool h100: instancetype is not an argument; did you mean instanceType",
    ],
    [
      "an Output for the zone",
      (parent) => new ClusterNetwork("second", { availabilityZone: pulumi.output("us-east-2a") as never }, { parent }),
      "ClusterNetwork second: availabilityZone decides sizes or layout and must be a plain value, got an Output; take it from pulumi.Config or write it out",
    ],
    [
      "an Output deep in an argument",
      (_, network) => pool(network, { nodes: { min: 0, max: pulumi.output(2) } }),
      "GpuNodePool h100: nodes.max decides sizes or layout and must be a plain value, got an Output; take it from pulumi.Config or write it out",
    ],
    [
      "a promise in a list",
      (_, network) =>
        new ClusterNetwork(
          "second",
          { ...zone, interfaceEndpoints: [Promise.resolve("fsx")] as never },
          { parent: network },
        ),
      "ClusterNetwork second: interfaceEndpoints[0] decides sizes or layout and must be a plain value, got an Output; take it from pulumi.Config or write it out",
    ],
    [
      "an Output of a whole list",
      (_, network) => pool(network, { securityGroupIds: pulumi.output(["sg-0123456789abcdef0"]) }),
      "GpuNodePool h100: securityGroupIds must be a list or map whose values may be Outputs, got one Output of the whole; write [ids.apply((all) => all[0]), …]",
    ],
    [
      "an Output for the nodes of a reservation",
      (_, network) =>
        pool(network, { capacity: [Capacity.block("cr-0123456789abcdef0", { nodes: pulumi.output(2) as never })] }),
      "GpuNodePool h100: capacity[0].nodes decides sizes or layout and must be a plain value, got an Output; take it from pulumi.Config or write it out",
    ],
    [
      "several things at once",
      (_, network) => pool(network, { noods: 1, nodes: pulumi.output({ min: 0, max: 1 }) }, "H"),
      `GpuNodePool H has 3 problems:
  - name must be lower-case letters, digits and hyphens, a letter first, got "H"
  - nodes decides sizes or layout and must be a plain value, got an Output; take it from pulumi.Config or write it out
  - noods is not an argument; did you mean nodes`,
    ],
    [
      "a name used twice",
      (_, network) => [pool(network), new InfiniBandFabric("h100", { network })],
      "ClusterScope train: name h100 is taken by another component (GpuNodePool); give the InfiniBandFabric one of its own",
    ],
    [
      "a name that the cluster's own provider has",
      (parent) => new ClusterNetwork("program-provider", zone, { parent }),
      "ClusterScope train: name program-provider is taken by what the cluster itself has; give the ClusterNetwork one of its own",
    ],
    [
      "a network of another cluster",
      (_, network) => {
        const other = new ClusterScope("other", { outdir });
        const theirs = new ClusterNetwork("network", zone, { parent: other });
        const fabric = new InfiniBandFabric("fabric", { network });
        other.declare();
        return new LustreStorage("scratch", { network: theirs, fabric, capacityTiB: 48, throughputPerTiB: 250 });
      },
      "LustreStorage scratch: fabric belongs to cluster train, this to other; make both in one",
    ],
    [
      "an option for one resource",
      (_, network) => new InfiniBandFabric("fabric", { network }, { id: "x" } as never),
      "InfiniBandFabric fabric: option id counts for one resource, not for a component; set it by transformations, for the resources meant",
    ],
    [
      "what the construct itself refuses",
      (_, network) => pool(network, { instanceType: "p5.48xlarg" }),
      'GpuNodePool "train/h100": instanceType "p5.48xlarg" is not in the catalog; did you mean "p5.48xlarge", "p5.4xlarge"',
    ],
    [
      "a component after declare()",
      (cluster, network) => {
        cluster.declare();
        return new InfiniBandFabric("fabric", { network });
      },
      "ClusterScope train: InfiniBandFabric fabric comes after declare(); make it before",
    ],
    [
      "declare() called twice",
      (cluster) => cluster.declare(),
      "ClusterScope train: declare() was called before; call it once",
    ],
    [
      "a resource asked for too early",
      (_, network) => network.resource(Vpc, "vpc"),
      "ClusterScope train: nothing is declared yet; call declare() before",
    ],
    [
      "a pool that nobody starts",
      (_, network) => pool(network),
      `cluster train: train/h100: pool "h100" has no construct that starts its nodes; pass it to ${adoptersInWords(({ construct, prop }) => `a ${construct} (${prop})`)}`,
    ],
    [
      "a pool that two start",
      (_, network) => {
        const h100 = pool(network);
        new SlurmHeadNode("slurm", { network, partitions: [{ name: "train", pools: [h100] }] });
        return new NodeFleet("fleet", { pool: h100 });
      },
      'GpuNodePool "train/h100": pool "h100" is adopted by SlurmHeadNode "slurm" already, so NodeFleet "fleet" cannot adopt it too; make a second pool',
    ],
    [
      "a resource that isn't there",
      (cluster, network) => {
        cluster.declare();
        return network.resource(Vpc, "vcp");
      },
      'ClusterScope train: no Vpc is at "network/vcp"; found: network/vpc',
    ],
  ])("says so of %s", async (_, wrong, message) => {
    expect(await messageOf(wrong)).toBe(message);
  });
});

describe("a program that forgets to declare its ClusterScope", () => {
  it("fails with one error that says so", () => {
    const program = join(__dirname, "forgotten-declare.ts");
    const { status, stderr } = spawnSync(process.execPath, ["--import", "tsx", program], { encoding: "utf8" });
    expect(status).toBe(1);
    expect(stderr).toContain(
      "ClusterScope train: declare() was never called, so none of its resources is declared; call it after the last construct",
    );
  });
});
