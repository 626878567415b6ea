/** Label by which agents find nodes with EFA. */
export const EFA_NODES = { "vpc.amazonaws.com/efa.present": "true" } as const;

/** Image with the AWS CLI. @see https://gallery.ecr.aws/aws-cli/aws-cli */
export const AWS_CLI_IMAGE = "public.ecr.aws/aws-cli/aws-cli:2.25.11";

/** Any Python 3 without packages, on Debian. */
export const PYTHON_IMAGE = "public.ecr.aws/docker/library/python:3.13-slim";
