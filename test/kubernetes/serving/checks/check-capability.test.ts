import { modelArchitecture } from "../../../../lib/catalog/models";
import { type ServingEngineRelease, servingEngines } from "../../../../lib/catalog/serving/serving-engines";
import { Problems } from "../../../../lib/errors";
import { checkCapability } from "../../../../lib/kubernetes/serving/checks/check-capability";
import { checkEngine } from "../../../../lib/kubernetes/serving/checks/check-engine";
import { SGLANG_IMAGE } from "../../../../lib/kubernetes/serving/sglang-engine";
import { poolOf } from "../../pools";
import { modelOf } from "../../samples";

type Change = Parameters<typeof modelOf>[0];

const messages = (of: string, over: Change, check = checkCapability) => {
  const problems = new Problems();
  check(problems, "serving[0]", modelOf({ lora: null, of: poolOf(of), ...over }));
  return problems.all.map(({ message }) => message);
};

const [t4, a10g, l4, a100, h100, b200] = [
  "g4dn.12xlarge",
  "g5.12xlarge",
  "g6.12xlarge",
  "p4d.24xlarge",
  "p5.48xlarge",
  "p6-b200.48xlarge",
];
const sglang = { engine: "sglang", image: SGLANG_IMAGE } as const;
const cached = (kv_cache_dtype: string) => ({ engineArguments: { kv_cache_dtype } });

describe("checkCapability", () => {
  it.each<[string, string, Change, string]>([
    [
      "FP8 on Turing",
      t4!,
      { precision: "fp8" },
      'serving[0].precision "fp8" needs a GPU of compute capability 8.0 or newer with vllm 0.11.0 of image rayproject/ray-llm:2.52.0-py311-cu128, and T4-16GB has 7.5: the engine would not start; use another precision or model, or a pool of newer GPUs',
    ],
    ["FP4 on Turing", t4!, { precision: "fp4" }, 'serving[0].precision "fp4", published as mxfp4, needs'],
    [
      "a model in MXFP4 on Turing",
      t4!,
      { architecture: modelArchitecture("gpt-oss-20b"), precision: "fp4" },
      'serving[0].model "gpt-oss-20b", published as mxfp4, needs',
    ],
    ["an FP8 cache on Turing", t4!, cached("fp8"), 'serving[0].engineArguments.kv_cache_dtype "fp8" needs'],
    ["an FP8 cache on Ampere", a100!, cached("fp8_e5m2"), "8.9 or newer"],
    ["ModelOpt's FP8 on Ampere", a10g!, { engineArguments: { quantization: "modelopt" } }, "8.9 or newer"],
    ["FP8 products of SGLang on Ampere", a100!, { ...sglang, engineArguments: { quantization: "w8a8_fp8" } }, "8.9"],
    [
      "NVFP4 at load by SGLang on Hopper",
      h100!,
      { ...sglang, engineArguments: { quantization: "nvfp4_online" } },
      'quantization "nvfp4_online" needs a GPU of compute capability 10.0 or newer',
    ],
  ])("rejects %s", (_, of, over, part) => {
    const found = messages(of, over);
    expect(found).toHaveLength(1);
    expect(found[0]).toContain(part);
  });

  it.each<[string, string, Change]>([
    ["FP8 on Ampere, weights alone", a100!, { precision: "fp8" }],
    ["FP4 on Hopper, weights alone", h100!, { precision: "fp4" }],
    ["an FP8 cache on Ada", l4!, cached("fp8")],
    ["an FP8 cache on Hopper", h100!, cached("fp8_e4m3")],
    ["NVFP4 at load by SGLang on Blackwell", b200!, { ...sglang, engineArguments: { quantization: "nvfp4_online" } }],
    [
      "a cache whose attention the user names",
      a100!,
      { ...cached("fp8"), env: [{ name: "VLLM_ATTENTION_BACKEND", value: "FLASHINFER" }] },
    ],
    ["16 bits on Turing", t4!, { precision: "bf16" }],
    ["an image that is not known", t4!, { precision: "fp8", image: "registry.example/llm:1" }],
  ])("takes %s", (_, of, over) => {
    expect(messages(of, over)).toEqual([]);
  });

  it("is asked of every served model", () => {
    expect(messages(t4!, { precision: "fp8" }, checkEngine).join()).toContain("compute capability");
  });

  it.each(servingEngines().map((release): [string, ServingEngineRelease] => [release.name, release]))(
    "knows formats of %s alone",
    (_, { capabilities, quantizations, cacheFormats }) => {
      expect(quantizations).toEqual(expect.arrayContaining(Object.keys(capabilities.quantization)));
      expect(cacheFormats).toEqual(expect.arrayContaining(Object.keys(capabilities.cache)));
    },
  );
});
