import { extendCatalog, instancePrice, instanceType } from "../../../lib/catalog/index";
import {
  batchWorkload,
  CheckpointBucket,
  clusterModel,
  DesignReview,
  ec2NodeClass,
  fineTuningWorkload,
  GpuNodePool,
  inferenceWorkload,
  KubeRayCluster,
  mountSteps,
  nodePoolsChart,
  ProgramBucket,
  rankDesigns,
  sizeInstances,
  sizeService,
  sizeTraining,
  trainingWorkload,
} from "../../../lib/index";
import { messageOf, testNetwork, testStack } from "./synthesized";

/** What JavaScript lets through. */
const js = <T>(value: unknown) => value as T;

function here() {
  const stack = testStack();
  const network = testNetwork(stack);
  const pool = new GpuNodePool(stack, "l40s", { network, instanceType: "g6e.12xlarge", nodes: { min: 0, max: 2 } });
  return { stack, network, pool };
}

const read = { Effect: "Allow", Action: ["s3:GetObject"], Resource: ["arn:aws:s3:::a/*"] } as const;

describe("a grant", () => {
  it.each<[string, readonly unknown[], string]>([
    ["of nothing", [], "grant takes at least one statement"],
    ["of undefined", [undefined], "statements[0] must be an object, such as { Effect:"],
    ["of text", ["s3:*"], 'got "s3:*"'],
    ["of a list", [[read]], "give each statement as an argument of its own: grant(...statements)"],
    [
      "in lower case",
      [{ ...read, resource: ["*"] }],
      "statements[0].resource is not a key of an IAM policy statement; did you mean Resource",
    ],
    [
      "of a part that only resources' policies have",
      [{ ...read, Principal: "*" }],
      "statements[0].Principal is not a key",
    ],
    [
      "without an effect",
      [{ ...read, Effect: undefined }],
      'statements[0].Effect must be "Allow" or "Deny", got undefined',
    ],
    [
      "of a bucket's bare name",
      [{ ...read, Resource: ["my-data"] }],
      "statements[0].Resource[0] must be of ARNs such as",
    ],
    [
      "of an ARN that an environment has not",
      [{ ...read, Resource: [undefined] }],
      "statements[0].Resource[0] must be of ARNs",
    ],
    ["without resources", [{ ...read, Resource: [] }], "statements[0].Resource must be a list of ARNs"],
    [
      "of an action without its service",
      [{ ...read, Action: "GetObject" }],
      'statements[0].Action must be of actions such as "s3:GetObject"',
    ],
    ["with a Sid of dashes", [{ ...read, Sid: "a-b" }], 'statements[0].Sid must be letters and digits, got "a-b"'],
    [
      "with a condition of text",
      [{ ...read, Condition: "x" }],
      "statements[0].Condition must be an object of operators",
    ],
  ])("%s is refused, of a pool and of a cluster", (_, statements, message) => {
    const { stack, network, pool } = here();
    const given = statements as never[];
    expect(messageOf(() => pool.grant(...given))).toMatch(/^grant of GpuNodePool "test\/l40s"/);
    expect(messageOf(() => pool.grant(...given))).toContain(message);
    const cluster = new KubeRayCluster(stack, "ray", { network, pools: [pool] });
    expect(messageOf(() => cluster.grant(...given))).toMatch(/^grant of KubeRayCluster "test\/ray"/);
  });

  it("takes one text in place of a list, as IAM does", () => {
    const { pool } = here();
    pool.grant({ ...read, Action: js("s3:*"), Resource: js("*") });
    expect(pool.requiredStatements.at(-1)).toMatchObject({ Action: "s3:*" });
  });
});

describe("one clear error is the answer to", () => {
  const workload = js<never>({ kind: "training" });
  it.each<[string, () => unknown, string]>([
    [
      "trainingWorkload()",
      () => trainingWorkload(js(undefined)),
      "trainingWorkload: options must be an object, such as {",
    ],
    [
      "fineTuningWorkload(text)",
      () => fineTuningWorkload(js("llama")),
      'options must be an object, such as { model: "llama',
    ],
    ["inferenceWorkload(null)", () => inferenceWorkload(js(null)), "options must be an object"],
    ["batchWorkload([])", () => batchWorkload(js([])), "options must be an object, such as { units:"],
    [
      "rankDesigns()",
      () => rankDesigns(js(undefined), js(undefined)),
      "workload must be an object, such as trainingWorkload",
    ],
    ["rankDesigns without choices", () => rankDesigns(workload, js(undefined)), "choices must be an object"],
    [
      "sizeTraining without a Region",
      () => sizeTraining(workload, js({})),
      'choices.region must be text, such as "us-east-2"',
    ],
    ["sizeService()", () => sizeService(js(undefined), js({})), "sizeService: workload must be an object"],
    ["sizeInstances()", () => sizeInstances(js(undefined), js({})), "sizeInstances: workload must be an object"],
    ["clusterModel()", () => clusterModel(js(undefined)), "clusterModel: scope must be an app, a stack or a construct"],
    [
      "DesignReview.of(text)",
      () => DesignReview.of(js("x")),
      'DesignReview.of: scope must be an app, a stack or a construct, got "x"',
    ],
    ["mountSteps()", () => mountSteps(js(undefined)), "mountSteps: mounts must be a list of mounts"],
    ["nodePoolsChart(pool)", () => nodePoolsChart(js({})), "nodePoolsChart: pools must be a list of pools"],
    ["ec2NodeClass()", () => ec2NodeClass("a", js(undefined), js({}), js({})), "ec2NodeClass: of must be an object"],
    ["instanceType()", () => instanceType(js(undefined)), "undefined is not in the catalog"],
    [
      "extendCatalog()",
      () => extendCatalog(js(undefined)),
      "extendCatalog: rows must be an object of lists, with instanceTypes",
    ],
  ])("%s", (_, call, message) => {
    expect(messageOf(call)).toContain(message);
  });

  it.each<[string, (programs: ProgramBucket) => unknown, string]>([
    ["a text that is none", (programs) => programs.addText("a", js(5)), "text must be the text of a program, got 5"],
    [
      "no name",
      (programs) => programs.addText(js(undefined), "x"),
      "name must be letters, digits, dots, dashes and slashes, got undefined",
    ],
    ["no path", (programs) => programs.addFile(js(undefined)), 'path must be text, such as "./head/start.sh"'],
    [
      "a file that is not there",
      (programs) => programs.addFile("/nowhere/x.sh"),
      'path must be a text file that can be read, and "/nowhere/x.sh" cannot',
    ],
  ])("%s of a ProgramBucket", (_, call, message) => {
    const { stack, network } = here();
    const programs = new ProgramBucket(stack, "programs", { network });
    expect(messageOf(() => call(programs))).toContain(`ProgramBucket "test/programs": ${message}`);
  });

  it("a namespace that is no text", () => {
    const { stack, network, pool } = here();
    const cluster = new KubeRayCluster(stack, "ray", { network, pools: [pool] });
    const bucket = new CheckpointBucket(stack, "data", { network });
    expect(messageOf(() => bucket.grantRead(cluster.namespace(js(undefined))))).toContain("got undefined");
  });

  it("a price of no type: there is none", () => {
    expect(instancePrice(js(undefined), "on-demand", "us-east-1")).toBeUndefined();
  });
});
