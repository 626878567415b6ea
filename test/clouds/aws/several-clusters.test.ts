import { AwsProvider } from "@cdktf/provider-aws/lib/provider";
import { type App, TerraformStack, Testing, Tokenization } from "cdktf";
import { Construct } from "constructs";
import { NodeFleet } from "../../../lib/clouds/aws/fleet/node-fleet";
import { ClusterNetwork } from "../../../lib/clouds/aws/network/cluster-network";
import { GpuNodePool } from "../../../lib/clouds/aws/pools/gpu-node-pool";
import { clusterSite } from "../../../lib/clouds/aws/slurm/cluster-site";
import { SiteBucket } from "../../../lib/clouds/aws/slurm/site-bucket";
import { ExistingFileSystem } from "../../../lib/clouds/aws/storage/existing-file-system";
import { LustreStorage } from "../../../lib/clouds/aws/storage/lustre/lustre-storage";
import { clusterModel } from "../../../lib/clouds/common/cluster-model";
import { treeProblems } from "../../../lib/clouds/common/tree-problems";
import { messageOf } from "./synthesized";

interface Of {
  readonly app?: App;
  readonly id?: string;
  readonly provider?: object;
}

const stackOf = ({ app = Testing.app(), id = "ml", provider = {} }: Of = {}) => {
  const stack = new TerraformStack(app, id);
  new AwsProvider(stack, "aws", { region: "us-east-2", ...provider });
  return stack;
};
/** A pool that a fleet starts, in a scope and, without a network, one of its own. */
const cluster = (scope: Construct, clusterName: string, network = networkOf(scope, clusterName)) => {
  const pool = new GpuNodePool(scope, "gpu", { network, instanceType: "g6e.12xlarge", nodes: { min: 1, max: 1 } });
  new NodeFleet(scope, "fleet", { pool });
  return network;
};
const networkOf = (scope: Construct, clusterName: string) =>
  new ClusterNetwork(scope, "network", { availabilityZone: "us-east-2a", clusterName });
const synth = (stack: TerraformStack) => Testing.synth(stack, true);

describe("several clusters in one stack", () => {
  it("have parts of the same ids, which the model tells apart by their scopes", () => {
    const stack = stackOf();
    for (const name of ["one", "two"]) cluster(new Construct(stack, name), name);
    const { pools, schedulers } = clusterModel(stack);
    expect(pools.map(({ name, adoptedBy }) => [name, adoptedBy!.name])).toEqual([
      ["one/gpu", "one/fleet"],
      ["two/gpu", "two/fleet"],
    ]);
    expect(schedulers).toMatchObject([{ pool: "one/gpu" }, { pool: "two/gpu" }]);
    expect(() => synth(stack)).not.toThrow();
  });

  it("keep the ids where each is used once", () => {
    const stack = stackOf();
    cluster(stack, "one");
    expect(clusterModel(stack).pools[0]!.name).toBe("gpu");
  });

  it("say which names of each AWS must have free, for preflight.sh", () => {
    const stack = stackOf();
    for (const name of ["one", "two"]) cluster(new Construct(stack, name), name);
    const names = clusterModel(stack).names!.map(({ kind, name }) => `${kind} ${name}`);
    expect(names).toEqual(
      ["one", "two"].flatMap((name) => [
        `auto-scaling-group ${name}-fleet-on-demand`,
        `launch-template ${name}-gpu`,
        `role ${name}-flow-logs`,
        `role ${name}-gpu`,
      ]),
    );
  });

  it("are told which names meet where they have one clusterName", () => {
    const stack = stackOf();
    for (const id of ["one", "two"]) cluster(new Construct(stack, id), "ml");
    const message = messageOf(() => synth(stack));
    expect(message).toMatch(/names must be unique in an account and Region, got \d+ that two resources have/);
    expect(message).toContain(
      'aws_iam_role "ml-flow-logs" (ml/one/network/flow-logs/role and ml/two/network/flow-logs/role)',
    );
    expect(message).toContain('give each cluster a network with a clusterName of its own, such as "ml-2"');
    expect(message).not.toContain("allowedAccountIds");
  });

  it("are told so where they share a network, groups of its VPC included", () => {
    const stack = stackOf();
    const network = networkOf(stack, "ml");
    const kmsKeyArn = "arn:aws:kms:us-east-2:111122223333:key/a";
    for (const id of ["one", "two"])
      new LustreStorage(new Construct(stack, id), "scratch", {
        network,
        capacityTiB: 4.8,
        throughputPerTiB: 250,
        kmsKeyArn,
      });
    expect(messageOf(() => synth(stack))).toContain('aws_security_group "ml-scratch-servers" (ml/one/scratch/');
  });

  it("give Slurm the kinds of their own file systems", () => {
    const stack = stackOf();
    const kinds = ["one", "two"].map((name) => {
      const scope = new Construct(stack, name);
      const network = networkOf(scope, name);
      const data =
        name === "one"
          ? ExistingFileSystem.nfs(scope, "data", { server: "10.0.0.9", exportPath: "/" })
          : new LustreStorage(scope, "data", { network, capacityTiB: 4.8, throughputPerTiB: 250 });
      const mounts = [data.mount("/data")];
      const pool = new GpuNodePool(scope, "gpu", {
        network,
        instanceType: "g6e.12xlarge",
        nodes: { min: 0, max: 1 },
        mounts,
      });
      const siteBucket = new SiteBucket(scope, "site", {
        network,
        kmsKeyArn: "arn:aws:kms:us-east-2:123456789012:key/a",
      });
      const clusterTag = { key: "warpform:slurm", value: name };
      return clusterSite({ network, pools: [pool], siteBucket, clusterTag, mounts }).kindOf("data");
    });
    expect(kinds).toEqual(["nfs", "lustre"]);
  });
});

describe("two stacks of one app with one clusterName", () => {
  const two = (second: object) => {
    const app = Testing.app();
    const [first, last] = [stackOf({ app, id: "one" }), stackOf({ app, id: "two", provider: second })];
    const names = [first, last].map((stack) => {
      const network = new ClusterNetwork(stack, "network", {
        availabilityZone: second && "region" in second && stack === last ? "eu-central-1a" : "us-east-2a",
        clusterName: "ml",
        flowLogs: false,
      });
      cluster(stack, "ml", network);
      return stack;
    });
    return names;
  };

  it("are refused at the second, with the way out for two accounts", () => {
    const [first, last] = two({});
    expect(() => synth(first!)).not.toThrow();
    expect(messageOf(() => synth(last!))).toContain("allowedAccountIds of their AwsProviders");
  });

  it("pass where their providers are of two accounts", () => {
    expect(() => synth(two({ allowedAccountIds: ["111122223333"] })[1]!)).not.toThrow();
  });

  it("meet in two Regions where IAM takes names once", () => {
    const message = messageOf(() => synth(two({ region: "eu-central-1" })[1]!));
    expect(message).toContain('aws_iam_role "ml-gpu"');
    expect(message).not.toContain("aws_launch_template");
  });
});

describe("the names of an app's stacks", () => {
  it("are read once a stack, however many come after it", () => {
    const app = Testing.app();
    const stacks = ["one", "two", "three", "four"].map((id) => {
      const stack = stackOf({ app, id });
      cluster(stack, id);
      return stack;
    });
    const counts = stacks.map((stack) => {
      const resolve = jest.spyOn(Tokenization, "resolve");
      treeProblems(stack.node.findChild("network"));
      const calls = resolve.mock.calls.length;
      resolve.mockRestore();
      return calls;
    });
    expect(counts[0]).toBeGreaterThan(5);
    expect(counts).toEqual(stacks.map(() => counts[0]));
  });

  it("are read again where a stack grew since", () => {
    const app = Testing.app();
    const [first, last] = ["one", "two"].map((id) => stackOf({ app, id }));
    cluster(first!, "ml");
    expect(treeProblems(first!.node.findChild("network"))).toEqual([]);
    cluster(last!, "other");
    networkOf(new Construct(first!, "late"), "other");
    expect(treeProblems(last!.node.findChild("network")).join()).toContain('aws_iam_role "other-flow-logs" (one/late/');
  });
});
