/** Ray version of the default images; authentication by token needs 2.52. @see ray-project/kuberay v1.7.0 helm-chart/ray-cluster/values.yaml */
export const DEFAULT_RAY_VERSION = "2.52.0";

/** Ray with CUDA, for training and fine-tuning on one node. @see https://docs.ray.io/en/latest/ray-overview/installation.html#launch-ray-in-docker */
export const RAY_GPU_IMAGE = `rayproject/ray:${DEFAULT_RAY_VERSION}-py311-gpu`;

/** Ray with vLLM. @see https://docs.ray.io/en/latest/serve/llm/index.html */
export const RAY_LLM_IMAGE = `rayproject/ray-llm:${DEFAULT_RAY_VERSION}-py311-cu128`;

/** kubectl alone, without a shell. @see https://github.com/kubernetes/kubernetes (build/server-image/kubectl) */
export const NO_SHELL_KUBECTL_IMAGE = "registry.k8s.io/kubectl:v1.34.2";

/**
 * Triton of a release that still runs on the drivers 535 to 570 of data center GPUs (CUDA 13.1), so that no image family's
 * driver is too old for it.
 * @see https://docs.nvidia.com/deeplearning/triton-inference-server/release-notes/rel-26-02.html
 */
export const TRITON_IMAGE = "nvcr.io/nvidia/tritonserver:26.02-py3";
