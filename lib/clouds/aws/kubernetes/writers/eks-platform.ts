import { POOL_LABEL, SYSTEM_POOL } from "../../../../kubernetes/chart/names";
import type { Platform } from "../../../../kubernetes/platform/platform";
import { awsLoadBalancers } from "./aws-load-balancers";
import { AWS_CLI_IMAGE, NCCL_TESTS_IMAGE, PYTHON_IMAGE } from "./aws-names";
import { awsProgram } from "./aws-program";
import { EC2_NODE_CLASS } from "./ec2-node-class";
import { efaDriver } from "./efa-driver";
import { usableOnEks } from "./eks-nodes";

/** Amazon EKS, as the writers of charts see it. */
export const eksPlatform: Platform = {
  name: "EKS",
  cloud: "aws",
  fabric: efaDriver,
  balancers: awsLoadBalancers,
  objects: { scheme: "s3://", image: AWS_CLI_IMAGE, program: awsProgram("fetch_weights.sh") },
  pythonImage: PYTHON_IMAGE,
  ncclTests: { image: NCCL_TESTS_IMAGE, allReduce: "/opt/nccl-tests/build/all_reduce_perf" },
  systemNodes: { [POOL_LABEL]: SYSTEM_POOL },
  ownLabels: [EC2_NODE_CLASS.group],
  apiPorts: [443],
  // Pod Identity hands out credentials on this link-local address
  credentials: { cidr: "169.254.170.23/32", port: 80 },
  secretInstead: (variable) =>
    `put it in Secrets Manager and write secretEnv: { ${variable}: { secretArn: "<its ARN>" } }, or for a Secret of yours in the namespace { secret: "<its name>", key: "<its key>" }`,
  usable: usableOnEks,
};
