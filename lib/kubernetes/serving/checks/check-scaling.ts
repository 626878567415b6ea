import type { Problems } from "../../../errors";
import { checkValue, checkValues } from "../../../props/check-value";
import { gpuResource } from "../../nodes/pool";
import { addUnmonitored, checkOrder, checkRoomToScale, FIXED_REPLICAS } from "../../ray/check-replicas";
import { FEWEST, MOST, SERVING_NUMBERS } from "../../workload-numbers";
import type { ServedModel } from "../../workloads";
import { gpusPerReplica } from "../replica-size";
import { isScaled } from "../scaled-object";
import { inGroups } from "../serving-engine";

/** Checks the numbers of replicas by themselves; whether they can be counted with. */
export function checkReplicaNumbers(problems: Problems, path: string, { replicas }: ServedModel): boolean {
  if (!checkValues(problems, `${path}.replicas`, replicas, { min: FEWEST, max: MOST })) return false;
  checkOrder(problems, `${path}.replicas.min`, replicas);
  return true;
}

/** Checks the number of replicas against the GPUs of the pool. */
export function checkReplicas(problems: Problems, path: string, model: ServedModel): void {
  const { max } = model.replicas;
  const most = Math.floor((model.of.pool.nodes.max * gpuResource(model.of).perNode) / gpusPerReplica(model));
  if (max > most)
    problems.add(
      "out-of-range",
      `${path}.replicas.max`,
      `${path}.replicas.max ${max} takes ${max * gpusPerReplica(model)} GPUs, but pool "${model.of.pool.name}" has ${model.of.pool.nodes.max * gpuResource(model.of).perNode}; use ${most} or raise nodes.max`,
    );
  checkValue(
    problems,
    `${path}.targetOngoingRequests`,
    model.targetOngoingRequests,
    SERVING_NUMBERS.targetOngoingRequests,
  );
}

/** Checks what starts and ends replicas. */
export function checkScaling(problems: Problems, path: string, model: ServedModel, monitored: boolean): void {
  const { engine, lora, replicas, targetTimeToFirstTokenSeconds: target } = model;
  const { targetTimeToFirstTokenSeconds } = SERVING_NUMBERS;
  checkValues(problems, path, model, { targetTimeToFirstTokenSeconds });
  if (model.routing === "prefix-aware" && replicas.max === 1)
    problems.add(
      "conflict",
      `${path}.routing`,
      `${path}.routing "prefix-aware" has one replica to choose from; raise replicas.max, or leave it out`,
    );
  if (target !== null) checkRoomToScale(problems, `${path}.targetTimeToFirstTokenSeconds`, replicas);
  if (!monitored && target !== null)
    addUnmonitored(problems, path, "targetTimeToFirstTokenSeconds", "scale by targetOngoingRequests alone");
  else if (!monitored && inGroups(engine) && isScaled(model))
    addUnmonitored(problems, path, "replicas", FIXED_REPLICAS);
  if (!inGroups(engine)) {
    checkZero(problems, path, model);
    return;
  }
  if (replicas.min < 1)
    problems.add(
      "out-of-range",
      `${path}.replicas.min`,
      `${path}.replicas.min must be at least 1 with engine "${engine}", got ${replicas.min}: without a server, the requests that would start one are not counted; use 1`,
    );
  if (lora)
    problems.add(
      "not-allowed",
      `${path}.lora`,
      `${path}.lora needs engine "ray", which fetches adapters from an object store as requests name them; leave out engine, or merge the adapter into the weights`,
    );
}

/** First Ray whose server in front of the models starts none of them. @see https://github.com/ray-project/ray/pull/63065 */
const ZERO_REPLICAS = [2, 56];

/** Before it every model is started once by the server in front, and Serve does not come back to zero. */
function checkZero(problems: Problems, path: string, { replicas, rayVersion }: ServedModel): void {
  const [major, minor] = rayVersion.split(".").map(Number);
  if (replicas.min > 0 || major! > ZERO_REPLICAS[0]! || (major === ZERO_REPLICAS[0] && minor! >= ZERO_REPLICAS[1]!))
    return;
  problems.add(
    "out-of-range",
    `${path}.replicas.min`,
    `${path}.replicas.min must be at least 1 with Ray ${rayVersion}, which starts every model and does not go back to zero; use 1, or an image and rayVersion of 2.56.0 or newer`,
  );
}
