import type { Problems } from "../../errors";
import { checkValue, checkValues, upTo } from "../../props/check-value";
import { checkEnvironment, checkImage, checkServiceName, checkUnique } from "../chart/check-names";
import { gpuResource } from "../nodes/pool";
import { checkPriority, checkQueue } from "../ray/check-ray";
import { mountOf } from "../storage/check-mounted";
import { HEARTBEAT_NUMBERS, JOB_NUMBERS } from "../workload-numbers";
import { checkCommand } from "./check-command";
import type { BatchJobProps, Heartbeat } from "./job-props";

/** Checks that a run which hangs is noticed before it ends anyhow. */
function checkHeartbeat(problems: Problems, path: string, job: BatchJobProps, heartbeat: Heartbeat): void {
  checkValues(problems, path, heartbeat, HEARTBEAT_NUMBERS);
  if (job.deadlineMinutes !== null && heartbeat.minutes >= job.deadlineMinutes)
    problems.add(
      "conflict",
      `${path}.minutes`,
      `${path}.minutes ${heartbeat.minutes} is no less than deadlineMinutes ${job.deadlineMinutes}, which ends the run before; use less, or leave heartbeat out`,
    );
  if (job.deadlineMinutes !== null && heartbeat.startMinutes >= job.deadlineMinutes)
    problems.add(
      "conflict",
      `${path}.startMinutes`,
      `${path}.startMinutes ${heartbeat.startMinutes} is no less than deadlineMinutes ${job.deadlineMinutes}: only the deadline would terminate a run that never starts; use less`,
    );
  if (job.retries === 0)
    problems.add(
      "conflict",
      path,
      `${path} ends a run that hangs so that it starts again, and retries 0 starts none again; raise retries, or leave heartbeat out and use deadlineMinutes`,
    );
  if (mountOf(heartbeat.file, job.volumes)?.readOnly === false && job.nodes > 1)
    problems.add(
      "conflict",
      `${path}.file`,
      `${path}.file "${heartbeat.file}" is one file for all ${job.nodes} pods and for the run before, which hide that one hangs; use "/tmp/heartbeat"`,
    );
  if (job.volumes.some(({ mountPath, readOnly }) => readOnly && `${heartbeat.file}/`.startsWith(`${mountPath}/`)))
    problems.add(
      "conflict",
      `${path}.file`,
      `${path}.file "${heartbeat.file}" is on a mount that pods may not write to; use "/tmp/heartbeat"`,
    );
}

/** Checks jobs that run to their end. */
export function checkJobs(
  problems: Problems,
  jobs: readonly BatchJobProps[],
  queues: readonly string[],
  scheduler: "kueue" | "kai" = "kueue",
): void {
  checkUnique(
    problems,
    "jobs",
    "jobs",
    jobs.map(({ namespace, name }) => `${namespace}/${name}`),
  );
  jobs.forEach((job, i) => {
    const path = `jobs[${i}]`;
    const { pool, platform } = job.of;
    checkServiceName(problems, `${path}.name`, job.name, "job");
    checkImage(problems, `${path}.image`, job.image);
    checkEnvironment(problems, path, job.env);
    checkQueue(problems, `${path}.queue`, job.queue, queues);
    checkPriority(problems, `${path}.priority`, job.priority, job.queue);
    const { gpusPerPod, nodes, ...numbers } = JOB_NUMBERS;
    checkValues(problems, path, job, numbers);
    checkCommand(problems, path, job);
    if (job.kind !== "job" && job.queue !== null && scheduler === "kai")
      problems.add(
        "conflict",
        `${path}.kind`,
        `${path}.kind "${job.kind}" is not scheduled by KAI, since its pods come from a runtime of Kubeflow Trainer; use kind "job", or scheduler "kueue"`,
      );
    if (job.kind === "mpi" && job.nodes === 1)
      problems.add(
        "out-of-range",
        `${path}.nodes`,
        `${path}.nodes must be at least 2 with kind "mpi", whose first pod waits for sshd on the others, got 1; use 2, or kind "job" for one pod`,
      );
    if (job.heartbeat) checkHeartbeat(problems, `${path}.heartbeat`, job, job.heartbeat);
    if (job.retries === 0 && pool.capacity.some(({ kind }) => kind === "spot"))
      problems.add(
        "conflict",
        `${path}.retries`,
        `${path}.retries must be at least 1 on pool "${pool.name}", which has spot capacity: its nodes can go at any time; use 3`,
      );
    const { perNode } = gpuResource(job.of);
    if (!checkValue(problems, `${path}.gpusPerPod`, job.gpusPerPod, upTo(perNode, gpusPerPod))) return;
    if (perNode % job.gpusPerPod !== 0)
      problems.add(
        "not-allowed",
        `${path}.gpusPerPod`,
        `${path}.gpusPerPod must divide the ${perNode} GPUs of a node, got ${job.gpusPerPod}; use ${perNode}`,
      );
    else checkValue(problems, `${path}.nodes`, job.nodes, upTo((perNode / job.gpusPerPod) * pool.nodes.max, nodes));
    if (job.nodes > 1 && pool.fabric && platform.fabric.missingFrom(job.image))
      problems.add(
        "not-allowed",
        `${path}.image`,
        `${path}.image "${job.image}" has no ${platform.fabric.name} software, so a run over ${job.nodes} nodes would fall back to TCP; build one with ${platform.fabric.software}`,
      );
  });
}
