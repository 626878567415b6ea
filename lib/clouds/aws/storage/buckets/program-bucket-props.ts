import type { IClusterNetwork } from "../../network/i-cluster-network";

export interface ProgramBucketProps {
  /** Network of the cluster. */
  readonly network: IClusterNetwork;
  /** Name of the bucket. @default - `<clusterName>-<id>-` and a unique ending */
  readonly bucketName?: string;
  /** ARN of the KMS key. @default - a dedicated key */
  readonly kmsKeyArn?: string;
}
