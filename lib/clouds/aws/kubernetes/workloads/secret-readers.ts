import { Token } from "cdktf";
import type { Problems } from "../../../../errors";
import { SERVING_NAMESPACE } from "../../../../kubernetes/queues/namespaces";
import { checkSecretSource } from "../../../common/workloads/check-cluster";
import { clusterNamespace } from "../../../common/workloads/workload-context";
import type { KubeRayClusterProps } from "../kube-ray-cluster-props";
import type { SecretSource } from "../secret-source";
import type { NamespacedReader } from "./stored-secrets";

/** Every workload with the namespace that its pods are in. */
export function secretReaders(props: KubeRayClusterProps): NamespacedReader[] {
  const { rayClusters = [], fineTuning = [], jobs = [], serving = [], triton = [] } = props;
  const queued = [...rayClusters, ...fineTuning, ...jobs];
  return [
    ...queued.map((of) => ({ ...of, namespace: clusterNamespace(props, of) })),
    ...[...serving, ...triton].map((of) => ({ ...of, namespace: of.namespace ?? SERVING_NAMESPACE })),
  ];
}

/** Region of a literal ARN. */
const regionOf = (arn: string): string | undefined => (Token.isUnresolved(arn) ? undefined : arn.split(":")[3]);

function checkRegion(problems: Problems, at: string, arn: string, region: string): void {
  const own = regionOf(arn);
  if (own === undefined || own === region) return;
  problems.add(
    "conflict",
    at,
    `${at} is in region "${own}", and the cluster's driver reads only secrets of "${region}"; replicate the secret to "${region}" and give that ARN`,
  );
}

function checkSource(problems: Problems, at: string, source: SecretSource, region: string): void {
  const { secretArn: value } = source;
  checkSecretSource(problems, at, source, { prop: "secretArn", value, what: "the ARN of a secret in Secrets Manager" });
  if (value !== undefined) checkRegion(problems, `${at}.secretArn`, value, region);
}

/** Checks where workloads' secrets are. */
export function checkSecrets(problems: Problems, props: KubeRayClusterProps): void {
  const { region } = props.network;
  for (const list of ["rayClusters", "fineTuning", "jobs", "serving", "triton"] as const)
    (props[list] ?? []).forEach((of, i) => {
      for (const [name, source] of Object.entries(of.secretEnv ?? {})) {
        checkSource(problems, `${list}[${i}].secretEnv.${name}`, source, region);
        if (of.env !== undefined && name in of.env)
          problems.add(
            "conflict",
            `${list}[${i}].env.${name}`,
            `${list}[${i}].env and ${list}[${i}].secretEnv both set "${name}"; keep one`,
          );
      }
      if ("apiKey" in of && of.apiKey !== undefined) checkSource(problems, `${list}[${i}].apiKey`, of.apiKey, region);
    });
  if (props.imagePullSecretArn === undefined) return;
  checkRegion(problems, "imagePullSecretArn", props.imagePullSecretArn, region);
  if (props.imagePullSecret !== undefined)
    problems.add("conflict", "imagePullSecretArn", "imagePullSecretArn and imagePullSecret are both given; keep one");
}
