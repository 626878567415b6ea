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
} from "../../lib/aws";
import { checkPropShapes } from "../../lib/aws/prop-shapes";
import { WarpformError } from "../../lib/errors";

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
