import type { ModelArchitecture } from "../../catalog/model-architecture";
import type { CatalogModel } from "../../catalog/models";
import type { Problems } from "../../errors";
import { exactly, flag, nullable, number, oneOf, optional, requireAll, text } from "./check-shape";
import { COUNT_RANGE, DIMENSION_RANGE, MAX_SEQUENCE_RANGE, SHARED_EXPERTS_RANGE } from "./ranges";

const DIMENSION = number({ ...DIMENSION_RANGE, use: "use the figure of the model's configuration file" });
const COUNT = number({ ...COUNT_RANGE, use: "use 0 for none" });

const DIMENSIONS = {
  layers: DIMENSION,
  hiddenSize: DIMENSION,
  attentionHeads: DIMENSION,
  kvHeads: DIMENSION,
  headDim: DIMENSION,
  ffnHiddenSize: DIMENSION,
  vocabularySize: DIMENSION,
};

/** What the catalog says of its models beside their shape. */
const FACTS: readonly (keyof CatalogModel)[] = ["family", "publishedParameters", "source", "checkedOn", "note"];

const SHAPE_KEYS = {
  name: text,
  ...DIMENSIONS,
  gatedFfn: flag,
  tiedEmbeddings: flag,
  latentAttention: optional(
    nullable(
      exactly({
        queryRank: nullable(DIMENSION),
        kvRank: DIMENSION,
        ropeHeadDim: DIMENSION,
        valueHeadDim: DIMENSION,
      }),
    ),
  ),
  biases: optional(oneOf(["none", "qkv", "all"])),
  qkNorm: optional(flag),
  normsPerLayer: optional(number({ min: 0, max: 16, whole: true, use: "use 2, or 4 with norms after the blocks too" })),
  embeddingNorm: optional(flag),
  learnedPositions: optional(COUNT),
  maxSequenceLength: optional(nullable(number(MAX_SEQUENCE_RANGE))),
  slidingWindow: optional(nullable(exactly({ tokens: DIMENSION, globalEvery: COUNT }))),
  attentionGate: optional(flag),
  hybrid: optional(
    nullable(
      exactly({
        attentionLayers: COUNT,
        stateLayers: DIMENSION,
        ffnLayers: COUNT,
        stateParameters: number({ min: 1, max: 1e12, whole: true }),
        stateBytes: number({ min: 1, max: 1e12, whole: true, unit: "bytes" }),
      }),
    ),
  ),
};
const SHAPE = exactly(SHAPE_KEYS, ["experts", ...FACTS]);

function expertsOf(model: ModelArchitecture) {
  const count = model.experts?.count;
  return nullable(
    exactly({
      count: DIMENSION,
      ffnHiddenSize: DIMENSION,
      activePerToken: number({ min: 1, max: Number.isInteger(count) ? count : undefined, whole: true }),
      denseLayers: number({ min: 0, max: Number.isInteger(model.layers) ? model.layers : undefined, whole: true }),
      shared: number(SHARED_EXPERTS_RANGE),
      routerBias: optional(flag),
    }),
  );
}

/** Notes what is wrong with a model's shape: sizes that are not whole and positive, heads that don't divide. */
export function checkModel(problems: Problems, model: ModelArchitecture, path = "model"): boolean {
  const before = problems.all.length;
  const whole = SHAPE(problems, path, model);
  if (typeof model !== "object" || model === null) return false;
  if (whole && model.attentionHeads % model.kvHeads !== 0)
    problems.add(
      "conflict",
      `${path}.kvHeads`,
      `${path}.kvHeads must divide the ${model.attentionHeads} attention heads, got ${model.kvHeads}; use ${nearestDivisor(model.attentionHeads, model.kvHeads)}`,
    );
  expertsOf(model)(problems, `${path}.experts`, model.experts ?? null);
  return problems.all.length === before;
}

/** A model, for checks of arguments. */
export const modelCheck = (problems: Problems, path: string, value: unknown): boolean =>
  checkModel(problems, value as ModelArchitecture, path);

/** Throws one error with everything that is wrong with a model. */
export function requireModel(where: string, model: ModelArchitecture): void {
  requireAll(where, { model: [model, modelCheck] });
}

/** The divisor of `whole` that is nearest to `wanted`. */
export function nearestDivisor(whole: number, wanted: number): number {
  let best = 1;
  // 1 is a divisor, and nearer than anything from twice the wanted on
  for (let d = 1; d <= Math.min(whole, 2 * wanted); d++)
    if (whole % d === 0 && Math.abs(d - wanted) < Math.abs(best - wanted)) best = d;
  return best;
}
