import { llmApplication } from "../../../lib/kubernetes/serving/llm-serving";
import { poolOf } from "../pools";
import { modelOf } from "../samples";

const engine = (over: Parameters<typeof modelOf>[0]) =>
  (
    llmApplication(modelOf({ lora: null, ...over })).args as {
      llm_configs: { engine_kwargs: Record<string, unknown> }[];
    }
  ).llm_configs[0]!.engine_kwargs;

describe("engine arguments", () => {
  it("follow from the precision, which the engine would otherwise not hear of", () => {
    expect(engine({ precision: "bf16" })).toMatchObject({ dtype: "bfloat16" });
    expect(engine({ precision: "fp8" })).toMatchObject({ quantization: "fp8" });
    expect(engine({ precision: "int4" })).not.toHaveProperty("quantization");
  });

  it("ask GPUs without BF16 for FP16", () => {
    expect(engine({ of: poolOf("g4dn.12xlarge") })).toMatchObject({ dtype: "float16" });
  });

  it("are the user's where both say something", () => {
    const given = { quantization: "compressed-tensors", trust_remote_code: true };
    expect(engine({ precision: "fp8", engineArguments: given })).toMatchObject(given);
  });
});
