import type { EnvironmentVariable } from "../chart/environment";
import { RESTRICTED_POD } from "../security/pod-security";

/** Where vLLM writes: an empty volume, since the image's own home may be root's. */
export const VLLM_HOME = "/home/vllm-pod";

/**
 * vLLM's images run as root as they ship, which `restricted` forbids. Later ones have a user 2000 of group 0, to whom their folders
 * belong; earlier ones have no user but root.
 * @see https://github.com/vllm-project/vllm/blob/main/docker/Dockerfile (`useradd --uid 2000 --gid 0`)
 */
export const VLLM_POD = { ...RESTRICTED_POD, runAsUser: 2000, runAsGroup: 0 } as const;

/** Variables of any engine on PyTorch: a user's name and home, and the folders of its caches. */
function engineEnvironment(own: readonly EnvironmentVariable[]): readonly EnvironmentVariable[] {
  return [
    { name: "HOME", value: VLLM_HOME },
    { name: "USER", value: "vllm" },
    { name: "LOGNAME", value: "vllm" },
    { name: "XDG_CACHE_HOME", value: `${VLLM_HOME}/.cache` },
    ...own,
    { name: "TORCHINDUCTOR_CACHE_DIR", value: `${VLLM_HOME}/.cache/torchinductor` },
    { name: "TRITON_CACHE_DIR", value: `${VLLM_HOME}/.cache/triton` },
  ];
}

/**
 * A name and a home for a user that the image may not know: PyTorch asks for both at import (`getpass.getuser`), and the caches of
 * SGLang, PyTorch, Triton and FlashInfer are below the home.
 * @see https://github.com/ai-dynamo/dynamo/issues/12457 (`KeyError: 'getpwuid(): uid not found: 1000'`)
 */
export const ENGINE_ENVIRONMENT = engineEnvironment([]);

/** The same with vLLM's own cache. */
export const VLLM_ENVIRONMENT = engineEnvironment([{ name: "VLLM_CACHE_ROOT", value: `${VLLM_HOME}/.cache/vllm` }]);
