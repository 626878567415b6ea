/** Label by which agents find nodes with EFA. */
export const EFA_NODES = { "vpc.amazonaws.com/efa.present": "true" } as const;

/** Image with the AWS CLI. @see https://gallery.ecr.aws/aws-cli/aws-cli */
export const AWS_CLI_IMAGE = "public.ecr.aws/aws-cli/aws-cli:2.25.11";

/** Any Python 3 without packages, on Debian. */
export const PYTHON_IMAGE = "public.ecr.aws/docker/library/python:3.13-slim";

/** nccl-tests with EFA's software. @see https://github.com/awslabs/awsome-distributed-ai (micro-benchmarks/nccl-tests, the tag) */
export const NCCL_TESTS_IMAGE =
  "public.ecr.aws/hpc-cloud/nccl-tests:cuda12.8.1-efa1.43.2-ofiv1.16.3-ncclv2.27.7-1-testsv2.16.9";
