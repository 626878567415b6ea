import type { Problems } from "../errors";
import { checkName } from "./chart/check-names";
import { checkPublishedImages } from "./check-published-images";
import { checkServices } from "./check-services";
import { checkVariables } from "./check-variables";
import { checkJobs } from "./jobs/check-jobs";
import { checkArchitecture } from "./nodes/check-architecture";
import { checkSystemNodes } from "./nodes/check-system-nodes";
import { checkPods } from "./pods/check-pods";
import { checkNamespaces } from "./queues/check-namespaces";
import { checkQueues } from "./queues/check-queues";
import { checkAdmission, checkShared, checkStanding, checkWaiting } from "./queues/check-room";
import { DEFAULT_QUEUE_SCHEDULER } from "./queues/kueue";
import { checkFineTuning } from "./ray/check-fine-tuning";
import { checkRayClusters } from "./ray/check-ray";
import { checkTokens } from "./security/check-tokens";
import { checkAdapters } from "./serving/checks/check-adapters";
import { checkGateway, checkHosts } from "./serving/checks/check-gateway";
import { checkServing } from "./serving/checks/check-serving";
import { checkTriton } from "./serving/checks/check-triton";
import { checkUpgrades } from "./serving/checks/check-upgrades";
import type { Workloads } from "./workloads";

/** Checks everything that runs on a cluster; notes all problems at once. */
export function checkWorkloads(problems: Problems, of: Workloads): void {
  const queues = of.queues?.teams.map(({ name }) => name) ?? [];
  if (of.queues) checkQueues(problems, of.queues, of.props?.teams);
  checkNamespaces(problems, of);
  checkRayClusters(problems, of.rayClusters, queues, of.queues?.scheduler ?? DEFAULT_QUEUE_SCHEDULER);
  checkFineTuning(
    problems,
    of.fineTuning,
    queues,
    of.volumes.filter(({ bucket }) => bucket).map(({ name }) => name),
  );
  checkJobs(problems, of.jobs ?? [], queues, of.queues?.scheduler);
  if (of.imagePullSecret !== undefined) checkName(problems, "imagePullSecret", of.imagePullSecret);
  if (of.gateway) checkGateway(problems, of.gateway, of.platform);
  const monitored = of.alerts !== null;
  const publicGateway = of.gateway?.exposure === "public";
  checkServing(problems, of.serving, { queues, monitored, publicGateway });
  checkTriton(problems, of.triton, { monitored, publicGateway });
  checkAdapters(problems, of);
  checkTokens(problems, of);
  checkVariables(problems, of);
  checkPods(problems, of);
  checkPublishedImages(problems, of);
  checkServices(problems, of);
  checkHosts(problems, of);
  checkAdmission(problems, of);
  checkStanding(problems, of);
  checkWaiting(problems, of);
  checkShared(problems, of);
  checkUpgrades(problems, of);
  checkSystemNodes(problems, of);
  checkArchitecture(problems, of);
}
