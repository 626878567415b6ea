import type { Problems } from "../../../errors";
import {
  checkAddress,
  checkEnvironment,
  checkFolder,
  checkImage,
  checkRevision,
  checkServiceName,
  checkUnique,
  checkWord,
} from "../../chart/check-names";
import { checkQueue, checkRayVersion } from "../../ray/check-ray";
import { checkMounted } from "../../storage/check-mounted";
import type { ServedModel } from "../../workloads";
import { checkEngineArguments } from "../engine-arguments";
import { inGroups } from "../serving-engine";
import { checkEngine } from "./check-engine";
import { checkExposure, checkPublic } from "./check-exposure";
import { checkMemory } from "./check-memory";
import { checkOffload } from "./check-offload";
import { checkParallelism } from "./check-parallelism";
import { checkReplicaNumbers, checkReplicas, checkScaling } from "./check-scaling";
import { checkSplit } from "./check-split";
import { checkStreaming } from "./check-streaming";

/** What models may rely on. */
export interface ServingContext {
  readonly queues: readonly string[];
  /** Whether Prometheus is installed. */
  readonly monitored: boolean;
  /** Whether the gateway is reached from the internet. */
  readonly publicGateway: boolean;
}

/** Checks the models that are served. */
export function checkServing(
  problems: Problems,
  models: readonly ServedModel[],
  { queues, monitored, publicGateway }: ServingContext,
): void {
  checkUnique(
    problems,
    "serving",
    "models",
    models.map(({ namespace, name }) => `${namespace}/${name}`),
  );
  models.forEach((model, i) => {
    const path = `serving[${i}]`;
    checkServiceName(problems, `${path}.name`, model.name, "model");
    checkImage(problems, `${path}.image`, model.image);
    checkRayVersion(problems, `${path}.rayVersion`, model.rayVersion, model.image);
    checkWord(problems, `${path}.modelId`, model.modelId);
    checkAddress(problems, `${path}.weights`, model.files.address, model.of.platform.objects);
    checkFolder(problems, `${path}.weights`, model.files.address);
    checkMounted(problems, `${path}.weights`, model.files.address, model);
    checkRevision(problems, `${path}.revision`, model.files.revision);
    checkStreaming(problems, path, model);
    checkEngineArguments(problems, `${path}.engineArguments`, model.engineArguments);
    checkEngine(problems, path, model);
    checkSplit(problems, path, model);
    checkEnvironment(problems, path, model.env);
    checkQueue(problems, `${path}.queue`, model.queue, queues);
    checkExposure(problems, path, model);
    checkPublic(problems, path, model, {
      publicGateway,
      balancers: model.of.platform.balancers,
      keyless: !inGroups(model.engine) ? "Ray Serve's OpenAI server" : null,
    });
    const counted = checkReplicaNumbers(problems, path, model);
    if (checkParallelism(problems, path, model)) {
      if (counted) checkReplicas(problems, path, model);
      checkScaling(problems, path, model, monitored);
      checkMemory(problems, path, model);
      checkOffload(problems, path, model);
    }
  });
}
