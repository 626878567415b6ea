import type { LogReader } from "../../../../kubernetes/ray/ray-pod";

/** Where the logs of a cluster's pods go. */
export interface PodLogTarget {
  readonly region: string;
  /** Name of the log group. */
  readonly logGroup: string;
  readonly serviceAccount: string;
  /** Namespaces whose pods' logs are kept. */
  readonly namespaces: readonly string[];
}

/** Line 3 takes credentials of EKS Pod Identity. @see https://github.com/aws/aws-for-fluent-bit/releases/tag/v3.4.15 (Fluent Bit 5.0.9) */
const IMAGE_TAG = "3.4.15";

/** The same image beside Ray. @see https://github.com/aws/aws-for-fluent-bit (`entrypoint.sh`: the program's path) */
export const RAY_LOG_READER: LogReader = {
  image: `public.ecr.aws/aws-observability/aws-for-fluent-bit:${IMAGE_TAG}`,
  program: "/fluent-bit/bin/fluent-bit",
};

/**
 * Values of AWS's chart of Fluent Bit: one log stream per container, `<namespace>.<pod>.<container>`.
 * @see aws/eks-charts stable/aws-for-fluent-bit/values.yaml
 */
export function podLogValues({ region, logGroup, serviceAccount, namespaces }: PodLogTarget) {
  return {
    image: { tag: IMAGE_TAG },
    // GPU nodes too, and first: a pod that ends at once has been heard
    tolerations: [{ operator: "Exists" }],
    priorityClassName: "system-node-critical",
    serviceAccount: { name: serviceAccount },
    input: {
      // the kubelet names files <pod>_<namespace>_<container>-<id>.log
      path: namespaces.map((namespace) => `/var/log/containers/*_${namespace}_*.log`).join(","),
      // lines of a job that ended while the agent was away are read when it is back
      extraInputs: "Read_from_Head On",
      memBufLimit: "50MB",
    },
    filter: { mergeLog: "Off", keepLog: "On" },
    cloudWatchLogs: {
      region,
      logGroupName: logGroup,
      // Terraform makes the group, with its key and retention
      autoCreateGroup: false,
      logStreamPrefix: "unnamed-",
      logStreamTemplate: "$kubernetes['namespace_name'].$kubernetes['pod_name'].$kubernetes['container_name']",
    },
    resources: { requests: { cpu: "100m", memory: "128Mi" }, limits: { memory: "256Mi" } },
  };
}
