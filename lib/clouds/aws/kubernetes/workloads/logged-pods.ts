import { chart } from "../../../../catalog/charts";
import { NODE_AGENTS_NAMESPACE } from "../../../../kubernetes/nodes/node-agent";
import { type Workloads, workloadNamespaces } from "../../../../kubernetes/workloads";
import { POD_LOGS_ACCOUNT } from "../platform/pod-logs";

/** Controllers whose logs say why a workload did not start or was put back. */
const CONTROLLERS = ["kuberay-operator", "kueue", "kai-scheduler", "jobset", "lws"];

/** Whose logs are kept: every workload's, and those of what starts them. */
export function loggedPods(workloads: Workloads) {
  const namespaces = [
    ...workloadNamespaces(workloads),
    NODE_AGENTS_NAMESPACE,
    ...CONTROLLERS.map((name) => chart(name).namespace),
  ];
  return { serviceAccount: POD_LOGS_ACCOUNT, namespaces };
}
