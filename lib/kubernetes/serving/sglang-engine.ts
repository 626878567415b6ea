import { engineFlags } from "./engine-arguments";
import type { GroupEngine, GroupedModel } from "./group-engine";
import { sglangFirstTokenSeconds, sglangRequests } from "./serving-latency";
import { ENGINE_ENVIRONMENT } from "./vllm-pod";

/** SGLang with CUDA 13. @see https://github.com/gpustack/runner/pull/254 (the tag) */
export const SGLANG_IMAGE = "lmsysorg/sglang:v0.5.18-cu130";

/** Port on which the processes of a group find each other. */
const GROUP_PORT = 20_000;

const KEY_VARIABLE = "SGLANG_API_KEY";

/**
 * What the pods of a group run: all the same, each by its rank; only the first answers requests. It has no variable for the key, so
 * that the shell hands it over.
 * @see https://docs.sglang.ai/references/multi_node_deployment/multi_node.html
 * @see sglang 0.5.18 sglang/srt/server_args.py
 */
function commands(model: GroupedModel): { readonly leader: string; readonly worker: string } {
  const serve = [
    `python3 -m sglang.launch_server --model-path ${model.path}`,
    `--served-model-name ${model.modelId}`,
    "--host 0.0.0.0 --port 8000",
    `--tp-size ${model.tensorParallel}`,
    `--pp-size ${model.pipelineParallel}`,
    `--context-length ${model.maxModelLength}`,
    "--enable-metrics",
    ...(model.keyed ? [`--api-key "$${KEY_VARIABLE}"`] : []),
    ...engineFlags(model.arguments),
  ].join(" ");
  const joined = `--nnodes $LWS_GROUP_SIZE --node-rank $LWS_WORKER_INDEX --dist-init-addr $LWS_LEADER_ADDRESS:${GROUP_PORT}`;
  const line = model.size === 1 ? `exec ${serve}` : `exec ${serve} ${joined}`;
  return { leader: line, worker: line };
}

/** SGLang's OpenAI server; `/health` and `/metrics` answer without the key. @see sglang 0.5.18 sglang/srt/utils/auth.py */
export const SGLANG: GroupEngine = {
  container: "sglang",
  environment: ENGINE_ENVIRONMENT,
  keyVariable: KEY_VARIABLE,
  commands,
  requests: sglangRequests,
  firstTokenSeconds: sglangFirstTokenSeconds,
};
