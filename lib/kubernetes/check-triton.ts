import type { Problems } from "../errors";
import { checkExposure } from "./check-exposure";
import { checkAddress, checkImage, checkNamespace, checkServiceName, checkUnique, checkWhole } from "./check-names";
import { gpuResource, takesOneShare } from "./pool";
import { isTritonScaled, type TritonProps } from "./triton";
import type { ServedModel } from "./workloads";

/** Checks the Triton servers; their names stand beside those of the served models. */
export function checkTriton(
  problems: Problems,
  servers: readonly TritonProps[],
  { monitored, models }: { readonly monitored: boolean; readonly models: readonly ServedModel[] },
): void {
  checkUnique(
    problems,
    "triton",
    "servers or models",
    [...models, ...servers].map(({ namespace, name }) => `${namespace}/${name}`),
  );
  servers.forEach((server, i) => {
    const path = `triton[${i}]`;
    checkServiceName(problems, `${path}.name`, server.name, "server");
    checkNamespace(problems, `${path}.namespace`, server.namespace);
    checkImage(problems, `${path}.image`, server.image);
    checkAddress(problems, `${path}.modelRepository`, server.modelRepository);
    checkExposure(problems, path, server);
    checkReplicas(problems, path, server);
    if (!monitored && isTritonScaled(server))
      problems.add(
        "conflict",
        `${path}.replicas`,
        `${path} scales by what Prometheus measures, but monitoring is false; leave out monitoring: false, or give replicas.min and max the same number`,
      );
    checkTargets(problems, path, server);
  });
}

function checkReplicas(problems: Problems, path: string, { of, gpusPerReplica, replicas }: TritonProps): void {
  const perNode = gpuResource(of).perNode;
  if (!checkWhole(problems, `${path}.gpusPerReplica`, gpusPerReplica, 1, perNode)) return;
  if (takesOneShare(of) && gpusPerReplica > 1) {
    problems.add(
      "out-of-range",
      `${path}.gpusPerReplica`,
      `${path}.gpusPerReplica must be 1 on pool "${of.pool.name}", whose device plugin gives a pod one share of a GPU, got ${gpusPerReplica}; use 1`,
    );
    return;
  }
  const whole =
    checkWhole(problems, `${path}.replicas.min`, replicas.min, 1, Number.POSITIVE_INFINITY) &&
    checkWhole(problems, `${path}.replicas.max`, replicas.max, 1, Number.POSITIVE_INFINITY);
  if (!whole) return;
  if (replicas.min > replicas.max)
    problems.add(
      "conflict",
      `${path}.replicas.min`,
      `${path}.replicas.min must be at most max ${replicas.max}, got ${replicas.min}; use ${replicas.max}`,
    );
  const most = of.pool.nodes.max * Math.floor(perNode / gpusPerReplica);
  if (replicas.max > most)
    problems.add(
      "out-of-range",
      `${path}.replicas.max`,
      `${path}.replicas.max ${replicas.max} is more than pool "${of.pool.name}" holds: ${of.pool.nodes.max} nodes with room for ${Math.floor(perNode / gpusPerReplica)} replicas each; use ${most} or raise nodes.max`,
    );
}

function checkTargets(problems: Problems, path: string, server: TritonProps): void {
  checkWhole(problems, `${path}.targetPendingRequests`, server.targetPendingRequests, 1, 4096);
  const { targetQueueMilliseconds: target } = server;
  if (target === null) return;
  if (!(target > 0 && target <= 60_000))
    problems.add(
      "out-of-range",
      `${path}.targetQueueMilliseconds`,
      `${path}.targetQueueMilliseconds must be above 0 and at most 60000, got ${target}; use 50`,
    );
  if (!isTritonScaled(server))
    problems.add(
      "conflict",
      `${path}.targetQueueMilliseconds`,
      `${path}.targetQueueMilliseconds can start no replica beyond replicas.max ${server.replicas.max}; raise replicas.max or leave it out`,
    );
}
