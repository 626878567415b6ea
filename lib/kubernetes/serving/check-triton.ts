import type { Problems } from "../../errors";
import {
  checkAddress,
  checkEnvironment,
  checkImage,
  checkNamespace,
  checkRevision,
  checkServiceName,
  checkUnique,
  checkWhole,
} from "../chart/check-names";
import { gpuResource } from "../nodes/pool";
import { addUnmonitored, checkOneShare, checkOrder, checkRoomToScale, FIXED_REPLICAS } from "../ray/check-replicas";
import { checkMounted } from "../storage/check-mounted";
import { checkExposure, checkPublic } from "./check-exposure";
import { isScaled } from "./scaled-object";
import type { TritonProps } from "./triton";

/** Checks the Triton servers. */
export function checkTriton(
  problems: Problems,
  servers: readonly TritonProps[],
  { monitored, publicGateway }: { readonly monitored: boolean; readonly publicGateway: boolean },
): void {
  checkUnique(
    problems,
    "triton",
    "servers",
    servers.map(({ namespace, name }) => `${namespace}/${name}`),
  );
  servers.forEach((server, i) => {
    const path = `triton[${i}]`;
    checkServiceName(problems, `${path}.name`, server.name, "server");
    checkNamespace(problems, `${path}.namespace`, server.namespace);
    checkImage(problems, `${path}.image`, server.image);
    checkAddress(problems, `${path}.modelRepository`, server.files.address);
    checkMounted(problems, `${path}.modelRepository`, server.files.address, server);
    checkRevision(problems, `${path}.revision`, server.files.revision);
    checkEnvironment(problems, path, server.env);
    checkExposure(problems, path, server);
    checkPublic(problems, path, server, { publicGateway, keyless: "Triton" });
    checkReplicas(problems, path, server);
    if (!monitored && isScaled(server)) addUnmonitored(problems, path, "replicas", FIXED_REPLICAS);
    checkTargets(problems, path, server);
  });
}

function checkReplicas(problems: Problems, path: string, { of, gpusPerReplica, replicas }: TritonProps): void {
  const perNode = gpuResource(of).perNode;
  if (!checkWhole(problems, `${path}.gpusPerReplica`, gpusPerReplica, 1, perNode)) return;
  if (!checkOneShare(problems, `${path}.gpusPerReplica`, of, gpusPerReplica)) return;
  const whole =
    checkWhole(problems, `${path}.replicas.min`, replicas.min, 1, Number.POSITIVE_INFINITY) &&
    checkWhole(problems, `${path}.replicas.max`, replicas.max, 1, Number.POSITIVE_INFINITY);
  if (!whole) return;
  checkOrder(problems, `${path}.replicas.min`, replicas);
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
  checkRoomToScale(problems, `${path}.targetQueueMilliseconds`, server.replicas);
}
