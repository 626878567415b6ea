/**
 * Values of controllers whose webhooks refuse what they cannot see (`failurePolicy: Fail`): Kueue's guard every Job of the cluster. Of
 * two replicas one answers while the other's node is updated; they elect who acts. Kueue's budget lets one of them go.
 * @see kubernetes-sigs/kueue@v0.19.2 charts/kueue/values.yaml (`controllerManager.replicas`, `podDisruptionBudget`)
 * @see kubernetes-sigs/lws charts/lws/values.yaml, kubernetes-sigs/jobset charts/jobset/values.yaml (`leaderElection.enable`)
 * @see kubeflow/trainer charts/kubeflow-trainer/values.yaml (`webhook.failurePolicy`, `manager.replicas`)
 */
export const KUEUE_REPLICAS = { replicas: 2, podDisruptionBudget: { enabled: true, minAvailable: 1 } } as const;

/** The same of JobSet (`controller`) and Kubeflow Trainer (`manager`). */
export const TWO_REPLICAS = { replicas: 2 } as const;

/** The same of LeaderWorkerSet. */
export const LWS_REPLICAS = { replicaCount: 2 } as const;
