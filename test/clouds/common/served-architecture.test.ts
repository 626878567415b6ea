import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  checkServedModel,
  type ServedModelChoice,
  servedArchitecture,
} from "../../../lib/clouds/common/workloads/served-architecture";
import { Problems } from "../../../lib/errors";
import { kvBytesPerRequest, stateBytesPerRequest } from "../../../lib/sizing/memory/model-memory";

const LAYERS = { model_type: "qwen3_next", num_hidden_layers: 48, full_attention_interval: 4, vocab_size: 151936 };
const HEADS = { hidden_size: 2048, num_attention_heads: 16, num_key_value_heads: 2, head_dim: 256 };
const LINEAR = { linear_num_value_heads: 32, linear_num_key_heads: 16, linear_key_head_dim: 128 };
const MORE = { linear_value_head_dim: 128, linear_conv_kernel_dim: 4, intermediate_size: 5120 };
const EXPERTS = { num_experts: 512, num_experts_per_tok: 10, moe_intermediate_size: 512 };

const config = join(mkdtempSync(join(tmpdir(), "served-")), "config.json");
writeFileSync(config, JSON.stringify({ ...LAYERS, ...HEADS, ...LINEAR, ...MORE, ...EXPERTS }));

const messages = (model: ServedModelChoice, modelId?: string) => {
  const problems = new Problems();
  checkServedModel(problems, "serving[0]", { model, modelId });
  return problems.all.map(({ path, message }) => [path, message]);
};

describe("a served model", () => {
  it("has the cache of its config.json: that of attention in every fourth layer, and a state in the others", () => {
    const model = servedArchitecture({ config });
    expect(kvBytesPerRequest(model, 8192)).toBe(12 * 2 * 2 * 256 * 2 * 8192);
    expect(stateBytesPerRequest(model)).toBeGreaterThan(0);
    expect(messages({ config }, "own")).toEqual([]);
  });

  it("of the catalog has its name for clients, of a config.json one that is given", () => {
    expect(messages("llama-3.1-8b")).toEqual([]);
    expect(messages({ config })).toEqual([
      ["serving[0].modelId", expect.stringMatching(/^serving\[0\]\.modelId is required with model \{ config \}/)],
    ]);
  });

  it("that cannot be read is told once, where it is given", () => {
    expect(messages({ config: "nosuch.json" }, "own")).toEqual([
      ["serving[0].model", expect.stringMatching(/^serving\[0\]\.model: config must be the path of .*"nosuch.json"/)],
    ]);
    expect(messages("llama-3.1-9b")).toEqual([
      ["serving[0].model", expect.stringMatching(/"llama-3.1-9b" is not in the catalog; nearest are llama-3.1-8b/)],
    ]);
  });
});
