/** Ray version of the default images; authentication by token needs 2.52. @see ray-project/kuberay v1.7.0 helm-chart/ray-cluster/values.yaml */
export const DEFAULT_RAY_VERSION = "2.52.0";

/** Ray with CUDA, for training and fine-tuning on one node. @see https://docs.ray.io/en/latest/ray-overview/installation.html#launch-ray-in-docker */
export const RAY_GPU_IMAGE = `rayproject/ray:${DEFAULT_RAY_VERSION}-py311-gpu`;

/** Ray with vLLM. @see https://docs.ray.io/en/latest/serve/llm/index.html */
export const RAY_LLM_IMAGE = `rayproject/ray-llm:${DEFAULT_RAY_VERSION}-py311-cu128`;

/** kubectl alone, without a shell. @see https://github.com/kubernetes/kubernetes (build/server-image/kubectl) */
export const NO_SHELL_KUBECTL_IMAGE = "registry.k8s.io/kubectl:v1.34.2";

/** Image with the AWS CLI. @see https://gallery.ecr.aws/aws-cli/aws-cli */
export const AWS_CLI_IMAGE = "public.ecr.aws/aws-cli/aws-cli:2.25.11";

/** Any Python 3 without packages, on Debian. */
export const PYTHON_IMAGE = "public.ecr.aws/docker/library/python:3.13-slim";
