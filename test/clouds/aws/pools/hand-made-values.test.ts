import { TerraformStack, Testing } from "cdktf";
import { trainingWorkload } from "../../../../lib/architectures/index";
import { ClusterNetwork, DesignReview, GpuNodePool, Image, mountSteps } from "../../../../lib/clouds/aws/index";
import { messageOf } from "../synthesized";

/** A pool with one prop as a user of JavaScript may write it. */
function pool(props: object): GpuNodePool {
  const stack = new TerraformStack(Testing.app(), "ml");
  const network = new ClusterNetwork(stack, "network", { availabilityZone: "us-east-2a" });
  return new GpuNodePool(stack, "h100", { network, instanceType: "p5.48xlarge", nodes: { min: 0, max: 2 }, ...props });
}

describe("what JavaScript lets through is one error that says what to give", () => {
  it.each<[string, object, string]>([
    [
      "a source as data",
      { capacity: [{ kind: "spot" }] },
      "capacity[0] must be a Capacity, such as Capacity.onDemand(), got { kind }",
    ],
    [
      "a placement that is none",
      { placement: { kind: "spread" } },
      "placement must be a Placement, such as Placement.cluster(), got { kind }",
    ],
    [
      "a way to share that is none",
      { gpuSharing: { kind: "slice" } },
      'gpuSharing must be a GpuSharing, such as GpuSharing.mig("1g.10gb"), got { kind }',
    ],
    ["a way to share without a profile", { gpuSharing: { kind: "mig" } }, "7g.80gb), got undefined; use"],
    [
      "an image as data",
      { image: { kind: "ami" } },
      'image must be an Image, such as Image.dlami("ubuntu-24.04"), got { kind }',
    ],
    [
      "an image of no system",
      { image: Image.id("ami-0123456789abcdef0", undefined as never) },
      'image.os must be one of "al2023", "ubuntu-22.04", "ubuntu-24.04", got undefined',
    ],
  ])("%s", (_, props, message) => {
    expect(messageOf(() => pool(props))).toContain(message);
  });

  it("steps of mounts that are none", () => {
    expect(messageOf(() => mountSteps(["/fsx"] as never))).toContain(
      'must be a list of mounts, such as [scratch.mount("/fsx")]',
    );
  });

  it("a review made with wrong props", () => {
    const review = (props: unknown) =>
      messageOf(() => new DesignReview(new TerraformStack(Testing.app(), "ml"), "r", props as never));
    expect(review({ workload: "training" })).toContain("workload must be");
    expect(review({ workloads: {} })).toContain("workloads is not a prop; did you mean workload");
    expect(review(undefined)).toContain("props must be an object, got undefined");
  });

  it("a figure in quotes is shown with them", () => {
    const options = { model: "llama-3.1-70b", tokens: "1e12", sequenceLength: 8192, globalBatchSequences: 512 };
    expect(messageOf(() => trainingWorkload(options as never))).toContain(
      'workload.tokens must be a number from 1 to 1000000000000000000 tokens, got "1e12"',
    );
  });
});
