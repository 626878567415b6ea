import type { Problems } from "../errors";
import { checkQueues } from "./queues/check-queues";
import { checkAdmission, checkStanding } from "./queues/check-room";
import { checkFineTuning } from "./ray/check-fine-tuning";
import { checkRayClusters } from "./ray/check-ray";
import { checkGateway } from "./serving/check-gateway";
import { checkServing } from "./serving/check-serving";
import { checkTriton } from "./serving/check-triton";
import type { Workloads } from "./workloads";

/** Checks everything that runs on a cluster; notes all problems at once. */
export function checkWorkloads(problems: Problems, of: Workloads): void {
  const queues = of.queues?.teams.map(({ name }) => name) ?? [];
  if (of.queues) checkQueues(problems, of.queues);
  checkRayClusters(problems, of.rayClusters, queues, of.queues?.scheduler ?? "kueue");
  checkFineTuning(
    problems,
    of.fineTuning,
    queues,
    of.buckets.map(({ name }) => name),
  );
  if (of.gateway) checkGateway(problems, of.gateway);
  const monitored = of.alerts !== null;
  checkServing(problems, of.serving, { queues, monitored });
  checkTriton(problems, of.triton, { monitored, models: of.serving });
  checkHeads(problems, of);
  checkAdmission(problems, of);
  checkStanding(problems, of);
}

/** A cluster and a model of one name would share the Service of their heads. @see ray-project/kuberay@v1.7.0 common/service.go (`GenerateHeadServiceName`) */
function checkHeads(problems: Problems, { rayClusters, serving }: Workloads): void {
  serving.forEach(({ engine, name, namespace }, i) => {
    if (engine !== "ray" || !rayClusters.some((of) => of.name === name && of.namespace === namespace)) return;
    problems.add(
      "duplicate",
      `serving[${i}].name`,
      `serving[${i}].name "${name}" is also that of a Ray cluster in namespace "${namespace}", and both heads would have one Service; give one of them another name`,
    );
  });
}
