import { z } from "zod";
import { GATEWAY, SERVICE_ADDRESS, SERVING, TRITON } from "../../../../clouds/aws-tables";
import { defaultExposure, modelReplicas, tritonReplicas } from "../../../../kubernetes/serving/replica-defaults";
import type { Place } from "../../key";
import { keysOf } from "../../keys-of-table";
import { part } from "../../place";
import { servingRoom } from "../../pool-place";
import { servedModel, servedName } from "../../schema-model";
import { strictObject } from "../../strict-object";

const text = z.string();
export const location = "s3://<bucket of this blueprint, or any other>/…, or a path on a mount";
const exposure = ({ root }: Place) => defaultExposure(part(root, "kubeRay").gateway);

export const servingSchema = strictObject(() => ({
  pool: text.describe("Pool whose nodes it uses"),
  model: servedModel,
  weights: text.describe(`Weights: ${location}`),
  ...keysOf("KubeRayCluster.serving[]", SERVING, {
    without: ["pool", "model", "weights"],
    derived: {
      modelId: ({ owner }) => servedName(owner),
      replicas: (place) => {
        const room = servingRoom(place);
        const { tensorParallel, pipelineParallel } = place.owner;
        return (
          room &&
          modelReplicas(
            room,
            Number(tensorParallel ?? SERVING.tensorParallel.default) *
              Number(pipelineParallel ?? SERVING.pipelineParallel.default),
          )
        );
      },
      exposure,
    },
    applies: { image: ({ owner }) => owner.engine === undefined || owner.engine === "ray" },
  }),
})).describe("A model behind an OpenAI-compatible address");

export const addressSchema = strictObject(() => ({
  service: text.describe("Name of a model in serving"),
  ...keysOf("ServiceAddress", SERVICE_ADDRESS, { without: ["ray", "service"] }),
})).describe("This region's part of a model's DNS name, used while a replica answers");

export const tritonSchema = strictObject(() => ({
  pool: text.describe("Pool whose nodes it uses"),
  modelRepository: text.describe(`Models in Triton's layout: ${location}`),
  ...keysOf("KubeRayCluster.triton[]", TRITON, {
    without: ["pool", "modelRepository"],
    derived: {
      replicas: (place) => {
        const room = servingRoom(place);
        return room && tritonReplicas(room, Number(place.owner.gpusPerReplica ?? TRITON.gpusPerReplica.default));
      },
      exposure,
    },
  }),
})).describe("Models of any framework (TensorRT, ONNX, PyTorch, Python) behind Triton Inference Server");

export const gatewaySchema = strictObject(() => keysOf("KubeRayCluster.gateway", GATEWAY)).describe(
  "One front door for all served models, told apart by host name",
);
