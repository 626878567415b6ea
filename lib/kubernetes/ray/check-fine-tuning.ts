import type { Problems } from "../../errors";
import { checkValue, checkValues, upTo } from "../../props/check-value";
import {
  checkAddress,
  checkEnvironment,
  checkImage,
  checkServiceName,
  checkUnique,
  checkWord,
} from "../chart/check-names";
import { hasHelmValue } from "../chart/helm-value";
import { exampleAddress } from "../platform/object-store";
import { checkMounted, mountOf } from "../storage/check-mounted";
import { FINE_TUNING_NUMBERS } from "../workload-numbers";
import { checkPriority, checkQueue, checkRayVersion } from "./check-ray";
import { checkRunFiles } from "./check-run-files";
import type { FineTuningProps } from "./fine-tuning";

/** What a run writes, and where: a pod's own disk goes with the pod, and Mountpoint neither appends to files nor renames them. */
function checkWritten(problems: Problems, path: string, run: FineTuningProps, buckets: readonly string[]): void {
  for (const prop of ["storage", "adapters"] as const) {
    const place = run[prop];
    if (!place.startsWith("/")) continue;
    const mount = mountOf(place, run.volumes);
    const { objects } = run.of.platform;
    const instead = `use ${objects ? `"${exampleAddress(objects)}" or ` : ""}a path on a shared file system of fileSystems`;
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
        `${path}.${prop} "${place}" is on the bucket mounted at ${mount.mountPath}, whose files cannot be appended to or renamed; ${instead}`,
      );
  }
}

/** A requirement by name, with extras, versions and a marker, or by address. @see https://packaging.python.org/en/latest/specifications/dependency-specifiers/ */
const PACKAGE =
  /^[A-Za-z0-9]([\w.-]*[A-Za-z0-9])?(\[[\w., -]*\])?\s*(([<>=!~]=?|===)\s*[\w.*+!-]+\s*,?\s*)*(;\s*[a-z_]+\s*([<>=!~]|in\b|not in\b).*)?$|^[A-Za-z0-9][\w.-]*(\[[\w., -]*\])?\s*@\s*\S+$|^(git\+|https:\/\/)\S+$/;

function checkPackages(problems: Problems, path: string, packages: readonly string[]): void {
  packages.forEach((text, i) => {
    if (!hasHelmValue(text) && !PACKAGE.test(text))
      problems.add(
        "malformed",
        `${path}[${i}]`,
        `${path}[${i}] must be a requirement as pip takes it, got ${JSON.stringify(text)}; write it like "peft==0.18.1"`,
      );
  });
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
  checkRunFiles(problems, runs);
  runs.forEach((run, i) => {
    const path = `fineTuning[${i}]`;
    const { pool, type } = run.of;
    checkServiceName(problems, `${path}.name`, run.name, "run");
    checkImage(problems, `${path}.image`, run.image);
    checkRayVersion(problems, `${path}.rayVersion`, run.rayVersion, run.image);
    checkEnvironment(problems, path, run.env);
    checkQueue(problems, `${path}.queue`, run.queue, queues);
    checkPriority(problems, `${path}.priority`, run.priority, run.queue);
    for (const prop of ["data", "storage", "adapters"] as const)
      checkAddress(problems, `${path}.${prop}`, run[prop], run.of.platform.objects);
    checkWord(problems, `${path}.model`, run.model);
    for (const prop of ["data", "model"] as const) checkMounted(problems, `${path}.${prop}`, run[prop], run);
    checkWritten(problems, path, run, buckets);
    if (run.storage === run.adapters)
      problems.add(
        "conflict",
        `${path}.adapters`,
        `${path}.adapters must be another place than storage, or servers would fetch all checkpoints with an adapter, got "${run.adapters}" for both; use "${run.adapters.replace(/\/+$/, "")}/adapters"`,
      );
    checkPackages(problems, `${path}.pipPackages`, run.pipPackages);
    const { gpus, ...numbers } = FINE_TUNING_NUMBERS;
    checkValues(problems, path, run, numbers);
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
    if (!checkValue(problems, `${path}.gpus`, run.gpus, upTo(perNode * pool.nodes.max, gpus))) return;
    const fits = run.gpus <= perNode ? perNode % run.gpus === 0 : run.gpus % perNode === 0;
    if (!fits) {
      const use = run.gpus > perNode ? Math.ceil(run.gpus / perNode) * perNode : perNode;
      problems.add(
        "not-allowed",
        `${path}.gpus`,
        `${path}.gpus must be whole nodes of ${perNode} GPUs or a part that divides one, got ${run.gpus}; use ${Math.min(use, perNode * pool.nodes.max)}`,
      );
    }
    if (run.gpus > perNode && run.of.platform.fabric.missingFrom(run.image) && pool.fabric)
      problems.add(
        "not-allowed",
        `${path}.image`,
        `${path}.image "${run.image}" has no ${run.of.platform.fabric.name} software, so a run over ${run.gpus / perNode} nodes would fall back to TCP; build one with ${run.of.platform.fabric.software}`,
      );
  });
}
