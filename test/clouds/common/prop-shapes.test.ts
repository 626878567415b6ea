import { Lazy, TerraformStack, Testing } from "cdktf";
import {
  Capacity,
  CheckpointBucket,
  ClusterMonitoring,
  ClusterNetwork,
  ExistingFileSystem,
  GpuNodePool,
  InfiniBandFabric,
  KubeRayCluster,
  LustreStorage,
  NodeFleet,
  NvmeCache,
  ProgramBucket,
  SharedHome,
  SharedHomeOpenZfs,
  SlurmHeadNode,
} from "../../../lib/clouds/aws";
import { checkPropShapes } from "../../../lib/clouds/common/prop-shapes";
import { WarpformError } from "../../../lib/errors";

/** JavaScript's view of a construct: nothing is known of its props. */
type Loose = new (scope: unknown, id: string, props: unknown) => unknown;

function thrownBy(make: (stack: TerraformStack, network: ClusterNetwork) => unknown): unknown {
  const stack = new TerraformStack(Testing.app(), "alpha");
  const network = new ClusterNetwork(stack, "network", { availabilityZone: "us-east-2a" });
  try {
    make(stack, network);
  } catch (error) {
    return error;
  }
  return undefined;
}

describe("props from JavaScript", () => {
  const constructs = {
    ClusterNetwork,
    InfiniBandFabric,
    GpuNodePool,
    NodeFleet,
    LustreStorage,
    SharedHome,
    SharedHomeOpenZfs,
    CheckpointBucket,
    ProgramBucket,
    ClusterMonitoring,
    SlurmHeadNode,
    KubeRayCluster,
    "ClusterNetwork.import": ClusterNetwork.import,
    "LustreStorage.import": LustreStorage.import,
    "CheckpointBucket.import": CheckpointBucket.import,
    nfs: ExistingFileSystem.nfs,
    beegfs: ExistingFileSystem.beegfs,
    cephfs: ExistingFileSystem.cephfs,
    spectrumScale: ExistingFileSystem.spectrumScale,
    weka: ExistingFileSystem.weka,
  };
  const cases = Object.entries(constructs).flatMap(([name, make]) =>
    [undefined, null, "text", {}, { network: "vpc-1" }].map((props) => [name, props, make] as const),
  );

  it.each(cases)("%s given %j throws one error of this library", (_name, props, make) => {
    const error = thrownBy((stack) =>
      make.prototype === undefined || /^import|^[a-z]/.test(make.name)
        ? (make as (...all: unknown[]) => unknown)(stack, "x", props)
        : new (make as unknown as Loose)(stack, "x", props),
    );
    expect(error).toBeInstanceOf(WarpformError);
  });

  it.each([
    ["capacity", "spot", 'capacity must be a list of Capacity, such as [Capacity.onDemand()], got "spot"'],
    ["mounts", ["/fsx"], 'mounts must be a list of mounts, such as [scratch.mount("/fsx")], got ["/fsx"]'],
    ["fabric", null, "fabric must be an InfiniBandFabric, got null"],
    ["image", "ami-1", 'image must be an Image, such as Image.dlami("ubuntu-24.04"), got "ami-1"'],
    ["nodes", 4, "nodes must be an object, got 4"],
    ["instanceType", 5, "instanceType must be text, got 5"],
  ])("names %s of a pool, its value and what it must be", (prop, value, message) => {
    const props = { instanceType: "g6.xlarge", nodes: { min: 1, max: 1 }, [prop]: value };
    const error = thrownBy(
      (stack, network) => new (GpuNodePool as unknown as Loose)(stack, "x", { network, ...props }),
    );
    expect((error as WarpformError).problems.map((problem) => problem.message)).toEqual([message]);
  });

  it("says that a Capacity Block without options lacks its nodes", () => {
    const block = (Capacity.block as (id?: string) => Capacity)();
    const props = { instanceType: "p5.48xlarge", nodes: { min: 1, max: 1 }, capacity: [block] };
    expect(thrownBy((stack, network) => new GpuNodePool(stack, "x", { network, ...props }))).toBeInstanceOf(
      WarpformError,
    );
  });

  it("refuses a cache that is null", () => {
    expect(() => new (NvmeCache as unknown as new (props: null) => NvmeCache)(null)).toThrow(WarpformError);
  });
});

describe("checkPropShapes", () => {
  it("reports every prop of the wrong shape at once", () => {
    const props = { flowLogs: "no", zone: 5 };
    expect(() => checkPropShapes("X", props, { flowLogs: "boolean", zone: "text?", name: "text" })).toThrow(
      'X has 3 problems:\n  - flowLogs must be true or false, got "no"\n  - zone must be text, got 5\n  - name is required; give text',
    );
  });

  it("takes an unresolved token for any shape", () => {
    const list = Lazy.anyValue({ produce: () => ["a"] });
    expect(() => checkPropShapes("X", { list }, { list: "texts" })).not.toThrow();
  });
});

describe("ids from outside", () => {
  const checked = (shape: "kmsKey?" | "securityGroup?" | "securityGroups?" | "subnets?", value: unknown) => {
    try {
      checkPropShapes("X", { prop: value }, { prop: shape });
      return "taken";
    } catch (error) {
      return (error as Error).message;
    }
  };
  const key = "arn:aws:kms:us-east-2:123456789012:key/1234abcd-12ab-34cd-56ef-1234567890ab";

  it.each<[Parameters<typeof checked>[0], unknown]>([
    ["kmsKey?", key],
    ["kmsKey?", key.replace("arn:aws:", "arn:aws-us-gov:").replace("1234abcd-12ab-34cd", "mrk-12ab34cd")],
    ["kmsKey?", "arn:aws:kms:us-east-2:123456789012:alias/our/key"],
    ["kmsKey?", Lazy.stringValue({ produce: () => "x" })],
    ["securityGroup?", "sg-0123456789abcdef0"],
    ["securityGroups?", ["sg-0123456789abcdef0", Lazy.stringValue({ produce: () => "x" })]],
    ["subnets?", ["subnet-0123456789abcdef0", "subnet-0123456789abcdef1"]],
    ["subnets?", []],
  ])("take as %s: %j", (shape, value) => {
    expect(checked(shape, value)).toBe("taken");
  });

  it.each<[Parameters<typeof checked>[0], unknown, string]>([
    ["kmsKey?", "1234abcd-12ab-34cd-56ef-1234567890ab", "the ARN of a KMS key, such as"],
    ["kmsKey?", "alias/aws/s3", "the ARN of a KMS key"],
    ["kmsKey?", key.replace("123456789012", "1"), "the ARN of a KMS key"],
    ["kmsKey?", "arn:aws:s3:::bucket", "the ARN of a KMS key"],
    ["securityGroup?", "default", 'the id of a security group, such as "sg-0123456789abcdef0"'],
    ["securityGroup?", "sg-", "the id of a security group"],
    ["securityGroups?", "sg-0123456789abcdef0", "a list of ids of security groups"],
    [
      "securityGroups?",
      ["sg-0123456789abcdef0", "sg-0123456789abcdef0"],
      "a list of ids of security groups, none twice",
    ],
    ["subnets?", ["subnet-0123456789abcdef0", "subnet-0123456789abcdef0"], "a list of ids of subnets, none twice"],
    ["subnets?", ["vpc-0123456789abcdef0"], "a list of ids of subnets"],
  ])("refuse as %s: %j", (shape, value, words) => {
    expect(checked(shape, value)).toContain(`prop must be ${words}`);
  });
});
