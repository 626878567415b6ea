import type { Problems } from "../../errors";
import {
  checkAddress,
  checkEnvironment,
  checkImage,
  checkNamespace,
  checkServiceName,
  checkUnique,
  checkWhole,
  checkWord,
} from "../chart/check-names";
import { checkMounted, mountOf } from "../storage/check-mounted";
import { checkPriority, checkQueue, checkRayVersion } from "./check-ray";
import type { FineTuningProps } from "./fine-tuning";

/** What a run writes, and where: a pod's own disk goes with the pod, and Mountpoint neither appends to files nor renames them. */
function checkWritten(problems: Problems, path: string, run: FineTuningProps, buckets: readonly string[]): void {
  for (const prop of ["storage", "adapters"] as const) {
    const place = run[prop];
    if (!place.startsWith("/")) continue;
    const mount = mountOf(place, run.volumes);
    const instead = 'use "s3://bucket/prefix" or a path on a Lustre file system of fileSystems';
    if (!mount)
      problems.add(
        "conflict",
        `${path}.${prop}`,
        `${path}.${prop} "${place}" is on no mount, so it would be lost with the pod; ${instead}`,
      );
    else if (buckets.includes(mount.name))
      problems.add(
        "conflict",
        `${path}.${prop}`,
        `${path}.${prop} "${place}" is on the bucket mounted at ${mount.mountPath}, whose files can't be appended to or renamed; ${instead}`,
      );
  }
}

/** Checks fine-tuning runs. `buckets` are the names of the volumes that are mounted buckets. */
export function checkFineTuning(
  problems: Problems,
  runs: readonly FineTuningProps[],
  queues: readonly string[],
  buckets: readonly string[],
): void {
  checkUnique(
    problems,
    "fineTuning",
    "runs",
    runs.map(({ namespace, name }) => `${namespace}/${name}`),
  );
  runs.forEach((run, i) => {
    const path = `fineTuning[${i}]`;
    const { pool, type } = run.of;
    checkServiceName(problems, `${path}.name`, run.name, "run");
    checkNamespace(problems, `${path}.namespace`, run.namespace);
    checkImage(problems, `${path}.image`, run.image);
    checkRayVersion(problems, `${path}.rayVersion`, run.rayVersion, run.image);
    checkEnvironment(problems, path, run.env);
    checkQueue(problems, `${path}.queue`, run.queue, queues);
    checkPriority(problems, `${path}.priority`, run.priority, run.queue);
    for (const prop of ["data", "storage", "adapters"] as const) checkAddress(problems, `${path}.${prop}`, run[prop]);
    checkWord(problems, `${path}.model`, run.model);
    for (const prop of ["data", "model"] as const) checkMounted(problems, `${path}.${prop}`, run[prop], run);
    checkWritten(problems, path, run, buckets);
    checkWhole(problems, `${path}.rank`, run.rank, 1, 512);
    checkWhole(problems, `${path}.epochs`, run.epochs, 1, 1000);
    checkWhole(problems, `${path}.batchPerGpu`, run.batchPerGpu, 1, 1024);
    checkWhole(problems, `${path}.sequenceLength`, run.sequenceLength, 16, 1_048_576, " of tokens");
    checkWhole(problems, `${path}.checkpointSteps`, run.checkpointSteps, 1, 1_000_000);
    checkWhole(problems, `${path}.retries`, run.retries, 0, 100);
    if (run.deadlineMinutes !== null)
      checkWhole(problems, `${path}.deadlineMinutes`, run.deadlineMinutes, 1, 525_600, " of minutes");
    if (!(run.learningRate > 0 && run.learningRate < 1))
      problems.add(
        "out-of-range",
        `${path}.learningRate`,
        `${path}.learningRate must be above 0 and below 1, got ${run.learningRate}; use 0.0002`,
      );
    if (pool.sharing.kind !== "none")
      problems.add(
        "conflict",
        `${path}.pool`,
        `${path} trains on pool "${pool.name}", which shares its GPUs; use a pool without gpuSharing`,
      );
    if (run.retries === 0 && pool.capacity.some(({ kind }) => kind === "spot"))
      problems.add(
        "conflict",
        `${path}.retries`,
        `${path}.retries must be at least 1 on pool "${pool.name}", which has spot capacity: its nodes can go at any time; use 3`,
      );
    const perNode = type.acceleratorCount;
    if (!checkWhole(problems, `${path}.gpus`, run.gpus, 1, perNode * pool.nodes.max)) return;
    const fits = run.gpus <= perNode ? perNode % run.gpus === 0 : run.gpus % perNode === 0;
    if (!fits) {
      const use = run.gpus > perNode ? Math.ceil(run.gpus / perNode) * perNode : perNode;
      problems.add(
        "not-allowed",
        `${path}.gpus`,
        `${path}.gpus must be whole nodes of ${perNode} GPUs or a part that divides one, got ${run.gpus}; use ${Math.min(use, perNode * pool.nodes.max)}`,
      );
    }
    if (run.gpus > perNode && /^(docker\.io\/)?rayproject\//.test(run.image) && pool.fabric)
      problems.add(
        "not-allowed",
        `${path}.image`,
        `${path}.image "${run.image}" has no EFA software, so a run over ${run.gpus / perNode} nodes would fall back to TCP; build one with libfabric and aws-ofi-nccl`,
      );
  });
}
