import type { Problems } from "../../../errors";
import { checkValue, checkValues, upTo } from "../../../props/check-value";
import {
  checkAddress,
  checkEnvironment,
  checkFolder,
  checkImage,
  checkRevision,
  checkServiceName,
  checkUnique,
} from "../../chart/check-names";
import { gpuResource } from "../../nodes/pool";
import { addUnmonitored, checkOneShare, checkOrder, checkRoomToScale, FIXED_REPLICAS } from "../../ray/check-replicas";
import { checkMounted } from "../../storage/check-mounted";
import { MOST, TRITON_NUMBERS } from "../../workload-numbers";
import { isScaled } from "../scaled-object";
import type { TritonProps } from "../triton";
import { checkExposure, checkPublic } from "./check-exposure";

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
    checkImage(problems, `${path}.image`, server.image);
    checkAddress(problems, `${path}.modelRepository`, server.files.address, server.of.platform.objects);
    checkFolder(problems, `${path}.modelRepository`, server.files.address);
    checkMounted(problems, `${path}.modelRepository`, server.files.address, server);
    checkRevision(problems, `${path}.revision`, server.files.revision);
    checkEnvironment(problems, path, server.env);
    checkExposure(problems, path, server);
    checkPublic(problems, path, server, {
      publicGateway,
      balancers: server.of.platform.balancers,
      keyless: "Triton",
    });
    checkReplicas(problems, path, server);
    if (!monitored && isScaled(server)) addUnmonitored(problems, path, "replicas", FIXED_REPLICAS);
    checkTargets(problems, path, server);
  });
}

function checkReplicas(problems: Problems, path: string, { of, gpusPerReplica, replicas }: TritonProps): void {
  const perNode = gpuResource(of).perNode;
  if (!checkValue(problems, `${path}.gpusPerReplica`, gpusPerReplica, upTo(perNode, TRITON_NUMBERS.gpusPerReplica)))
    return;
  if (!checkOneShare(problems, `${path}.gpusPerReplica`, of, gpusPerReplica)) return;
  if (!checkValues(problems, `${path}.replicas`, replicas, { min: MOST, max: MOST })) return;
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
  const { gpusPerReplica: _, ...numbers } = TRITON_NUMBERS;
  checkValues(problems, path, server, numbers);
  const { targetQueueMilliseconds: target } = server;
  if (target === null) return;
  checkRoomToScale(problems, `${path}.targetQueueMilliseconds`, server.replicas);
}
