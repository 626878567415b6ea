import { join } from "node:path";
import { workloadOf } from "../../../lib/blueprint/assemble/workload";
import { parseBlueprint } from "../../../lib/blueprint/load";
import { type Blueprint, blueprintSchema } from "../../../lib/blueprint/schema/aws/aws-blueprint";
import { checkWorkload, WORKLOAD_NUMBERS } from "../../../lib/review/check-workload";
import type { NumberRule } from "../../../lib/sizing/inputs/check-number";

type WorkloadBlueprint = NonNullable<Blueprint["workload"]>;

const RUN = {
  kind: "fine-tuning",
  model: "llama-3.1-8b",
  method: "lora",
  tokens: 1e9,
  sequenceLength: 2048,
  globalBatchSequences: 64,
} as const;
const SERVICE = {
  kind: "inference",
  model: "llama-3.1-8b",
  requestsPerSecond: 10,
  promptTokens: 1000,
  outputTokens: 200,
} as const;

const TASKS = { kind: "batch", units: 1e6 } as const;

const ofTasks = new Set<string>([
  ...["units", "unitsPerHourPerGpu", "gpusPerTask", "memoryGiBPerGpu", "readMBPerUnit", "writeMBPerUnit"],
]);
/** A workload of the kind that has the key, and the key. */
function withKey(key: string, value: number): WorkloadBlueprint {
  if (ofTasks.has(key)) {
    const rate = key === "unitsPerHourPerGpu" ? {} : { benchmark: "retinanet" };
    return { ...TASKS, ...rate, [key]: value } as WorkloadBlueprint;
  }
  const longest = key === "meanSampleTokens" ? { sequenceLength: WORKLOAD_NUMBERS.sequenceLength.max } : {};
  return { ...(ofService.has(key) ? SERVICE : RUN), ...longest, [key]: value } as WorkloadBlueprint;
}

const ofService = new Set<string>([
  "requestsPerSecond",
  "promptTokens",
  "outputTokens",
  "timeToFirstTokenSeconds",
  "timePerOutputTokenSeconds",
  "loraAdapters",
]);

/** The ends of what a rule allows, and what is next to them on the other side. */
const edges = ({ min, max, above }: NumberRule): readonly number[] => [
  ...(min === undefined ? [] : [min, min - 1]),
  ...(above === undefined ? [] : [above, above + 1e-6]),
  ...(max === undefined ? [] : [max, 2 * max]),
];

const cases = Object.entries(WORKLOAD_NUMBERS).flatMap(([key, rule]) =>
  edges(rule).map((value) => [key, value] as const),
);

const holds = (check: () => unknown): boolean => {
  try {
    check();
    return true;
  } catch {
    return false;
  }
};

describe("the workload of a blueprint", () => {
  it.each(cases)("takes %s of %d where the review does, and nowhere else", (key, value) => {
    const workload = withKey(key, value);
    const taken = blueprintSchema.shape.workload.safeParse(workload).success;
    expect(taken).toBe(holds(() => checkWorkload(workloadOf(workload)!)));
  });

  it("is known by number in all that the review checks", () => {
    const known = cases.filter(([key, value]) => {
      const workload = withKey(key, value);
      return blueprintSchema.shape.workload.safeParse(workload).success;
    });
    expect(new Set(known.map(([key]) => key)).size).toBe(Object.keys(WORKLOAD_NUMBERS).length);
  });
});

describe("an own model and layout in a blueprint", () => {
  const written = (model: string) => `apiVersion: warpform/v1
name: own
network: { availabilityZone: us-east-2a }
architecture: training
workload:
  kind: training
  model: ${model}
  precision: fp8
  parallelism: { tensor: 8, zeroStage: 1 }
  tokens: 1.0e+12
  sequenceLength: 8192
  globalBatchSequences: 512
`;
  const parsed = (model: string, file = "cluster.yaml") => parseBlueprint([{ file, text: written(model) }]).blueprint;
  const shape =
    "{ name: ours, layers: 4, hiddenSize: 512, attentionHeads: 8, kvHeads: 8, headDim: 64, ffnHiddenSize: 2048, vocabularySize: 32000, gatedFfn: true, tiedEmbeddings: false, experts: null }";

  it("is a shape with a precision and a layout", () => {
    expect(workloadOf(parsed(shape).workload)).toMatchObject({
      model: { name: "ours", layers: 4, experts: null },
      precision: "fp8",
      parallelism: { tensor: 8, zeroStage: 1 },
    });
  });

  it("is a config.json whose path starts at the blueprint", () => {
    expect(parsed("{ config: ./config.json }", "designs/cluster.yaml").workload).toMatchObject({
      model: { config: join("designs", "config.json") },
    });
    expect(parsed("{ config: /models/config.json }").workload).toMatchObject({
      model: { config: "/models/config.json" },
    });
  });

  it("is a config.json beside the blueprint where it is served, too", () => {
    const text = `apiVersion: warpform/v1\nname: own\nnetwork: { availabilityZone: us-east-2a }\npools: { l40s: { instanceType: g6e.xlarge, nodes: { min: 0, max: 1 } } }\nkubeRay: { pools: [l40s], serving: [{ name: own, pool: l40s, model: { config: own.json }, modelId: own, weights: /w }] }\n`;
    expect(parseBlueprint([{ file: "designs/cluster.yaml", text }]).blueprint.kubeRay?.serving).toMatchObject([
      { model: { config: join("designs", "own.json") } },
    ]);
  });

  it("is refused with the keys of the form that it has most of", () => {
    expect(() => parsed("{ name: ours, layers: 4, hidenSize: 512 }")).toThrow(
      /hidenSize is not known; did you mean "hiddenSize"/,
    );
  });

  it.each(["units: 10", "units: 10, benchmark: retinanet, unitsPerHourPerGpu: 3"])(
    "names the line of tasks whose rate is not said once: %s",
    (props) => {
      const text = `apiVersion: warpform/v1\nname: tasks\nnetwork: { availabilityZone: us-east-2a }\npools: { g: { instanceType: g6e.xlarge, nodes: { max: 1 } } }\nworkload: { kind: batch, ${props} }\n`;
      expect(() => parseBlueprint([{ file: "a.yaml", text }])).toThrow(
        /a\.yaml:5:1: workload needs either benchmark or unitsPerHourPerGpu, got/,
      );
    },
  );
});
