import { TerraformStack, Testing } from "cdktf";
import { FineTuningCluster, InferenceCluster, SingleNode, TrainingCluster } from "../../lib/architectures/index";
import { WarpformError } from "../../lib/errors";

const ARCHITECTURES = { TrainingCluster, FineTuningCluster, InferenceCluster, SingleNode };

describe.each(Object.entries(ARCHITECTURES))("%s", (_, Architecture) => {
  const thrown = (props: unknown) => {
    try {
      new Architecture(new TerraformStack(Testing.app(), "ml"), "it", props as never);
    } catch (error) {
      return error instanceof WarpformError ? error.problems.map(({ message }) => message) : error;
    }
    return [];
  };
  const place = { availabilityZone: "us-east-2a" };

  it.each<[string, unknown, string]>([
    ["no workload", place, "workload is required; give an object that says what the cluster is for"],
    [
      "a name for a workload",
      { ...place, workload: "train" },
      'workload must be an object that says what the cluster is for, got "train"',
    ],
    [
      "a misspelt prop",
      { ...place, workload: {}, instanceTyp: "p5.48xlarge" },
      "instanceTyp is not a prop; did you mean instanceType",
    ],
    ["a list of props for its pool", { ...place, workload: {}, pool: [] }, "pool must be an object of props, got []"],
    [
      "a number for a zone",
      { availabilityZone: 5, workload: {} },
      'availabilityZone must be text, such as "us-east-2a", got 5',
    ],
  ])("answers %s by one error", (_what, props, message) => {
    expect(thrown(props)).toContain(message);
  });

  it("answers a workload without a word, and a model of two kinds, by one error", () => {
    expect(thrown({ ...place, workload: {} })).toContainEqual(
      expect.stringMatching(/^workload\.model is required; give an object with name, layers, hiddenSize$/),
    );
    const model = { config: "config.json", layers: 4 };
    expect(thrown({ ...place, workload: { model } })).toEqual([
      "workload.model.layers is not a prop; known are config",
    ]);
  });

  it("tells an unknown model together with all else that is wrong with its workload", () => {
    const told = thrown({ ...place, workload: { model: "llama70" } }) as string[];
    expect(told[0]).toMatch(/^workload\.model "llama70" is not in the catalog; nearest are /);
    expect(told.length).toBeGreaterThan(1);
  });

  it("answers undefined in the place of props by one error", () => {
    expect(thrown(undefined)).toHaveLength(1);
  });
});
