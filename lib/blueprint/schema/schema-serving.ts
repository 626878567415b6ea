import { z } from "zod";
import { DEFAULT_RAY_VERSION, RAY_LLM_IMAGE } from "../../kubernetes/chart/images";
import { TRITON_IMAGE } from "../../kubernetes/serving/triton";
import { servesByRay, servingExposure, servingReplicas, tritonReplicas } from "./derivations";
import { derived, fallback, section, unset } from "./key";
import { textMap } from "./schema-network";

const count = z.number().int();
const text = z.string();
const names = z.array(text);
export const location = "s3://<bucket of this blueprint, or any other>/…, or a path on a mount";

export const rayVersion = fallback(text, DEFAULT_RAY_VERSION, "Version of Ray in the image");
export const secretEnvironment = fallback(
  z.record(
    z.string(),
    z.strictObject({ secret: z.string().describe("Name of a Secret"), key: z.string().describe("Key in it") }),
  ),
  {},
  "Variables from Secrets of the namespace: HF_TOKEN: { secret: hub, key: token }",
);
export const environment = fallback(textMap, {}, "Environment of its containers");

const replicas = z
  .strictObject({ min: count.describe("Fewest replicas"), max: count.describe("Most replicas") })
  .describe("How many replicas there may be");
const exposure = derived(
  z.enum(["cluster", "internal", "public", "gateway"]),
  "Who reaches it: the cluster, the network by a load balancer, allowedCidrs by one, or clients of the gateway",
  "gateway where there is one, else internal",
  servingExposure,
);
const allowedCidrs = fallback(names, [], "Blocks of the clients of a public server");

const revision = unset(text, "State of the files there; another one rolls the servers to them", "none");

const lora = z
  .strictObject({
    adapters: text.describe("s3://bucket/prefix with one folder an adapter; s3://<bucket of this blueprint>/… too"),
    maxAdapters: count.describe("Adapters that a replica holds on its GPUs at once"),
    maxRank: count.describe("Largest rank of any adapter"),
  })
  .describe("Adapters on the same base model");

export const servingSchema = z
  .strictObject({
    name: text.describe("Name of the service"),
    pool: text.describe("Pool whose nodes it uses"),
    model: text.describe("Model of the catalogue, from which the memory check follows"),
    weights: text.describe(`Weights: ${location}`),
    revision,
    namespace: fallback(text, "serving", "Kubernetes namespace"),
    modelId: derived(text, "Name that clients ask for", "model", ({ owner }) => String(owner.model)),
    precision: fallback(z.enum(["fp32", "bf16", "fp8", "int8", "fp4", "int4"]), "bf16", "Number format of the weights"),
    tensorParallel: fallback(count, 1, "GPUs that one layer is divided over, within a node"),
    pipelineParallel: fallback(count, 1, "Groups of layers, over nodes where needed"),
    maxModelLength: fallback(count, 8192, "Tokens of the longest request, prompt and answer"),
    replicas: derived(
      replicas,
      "How many replicas there may be",
      "1 to floor(the pool's GPUs / (tensorParallel x pipelineParallel))",
      servingReplicas,
    ),
    targetOngoingRequests: fallback(count, 32, "Requests a replica works on before another starts, 1 to 4096"),
    targetTimeToFirstTokenSeconds: unset(
      z.number(),
      "Mean time to the first token above which another replica starts",
      "replicas follow the requests in progress alone",
    ),
    engineArguments: fallback(
      z.record(text, z.union([text, z.number(), z.boolean()])),
      {},
      "Further arguments of vLLM by their names in Python, such as trust_remote_code: true",
    ),
    lora: section(lora, "none"),
    exposure,
    allowedCidrs,
    certificateArn: unset(
      text,
      "Certificate of a load balancer of its own, which then speaks TLS",
      "plain HTTP, within the network",
    ),
    apiKey: unset(
      z.strictObject({ secret: text.describe("Secret in the model's namespace"), key: text.describe("Key in it") }),
      "Key that clients send; with engine leader-worker-set, and required where they come from the internet",
      "none",
    ),
    upgradeStrategy: fallback(
      z.enum(["new-cluster", "none"]),
      "new-cluster",
      "Whether a new version starts next to the old one, with its GPUs again, or waits for you to delete the RayService",
    ),
    engine: fallback(
      z.enum(["ray", "leader-worker-set"]),
      "ray",
      "Ray Serve, or vLLM in groups of pods for models over several nodes",
    ),
    image: fallback(text, RAY_LLM_IMAGE, "Image with vLLM; required with leader-worker-set", servesByRay),
    rayVersion,
    env: environment,
    secretEnv: secretEnvironment,
  })
  .describe("A model behind an OpenAI-compatible address");

export const addressSchema = z
  .strictObject({
    service: text.describe("Name of a model in serving"),
    name: text.describe("DNS name that clients of all regions use, such as llm.example.com"),
    hostedZoneId: text.describe("Route 53 hosted zone, Z…: a private one of the clients' networks, or a public one"),
    weight: unset(count, "Share of the answers that name this region, 0 to 255", "the region with the least latency"),
  })
  .describe("This region's part of a model's DNS name, used while a replica answers");

export const tritonSchema = z
  .strictObject({
    name: text.describe("Name of the service"),
    pool: text.describe("Pool whose nodes it uses"),
    modelRepository: text.describe(`Models in Triton's layout: ${location}`),
    revision,
    namespace: fallback(text, "serving", "Kubernetes namespace"),
    gpusPerReplica: fallback(count, 1, "GPUs (MIG devices, shares) of one replica, 1 to a node's"),
    replicas: derived(replicas, "How many replicas there may be", "1 to as many as the pool holds", tritonReplicas),
    targetPendingRequests: fallback(count, 8, "Requests that wait in each replica before another starts, 1 to 4096"),
    targetQueueMilliseconds: unset(
      z.number(),
      "Milliseconds that a request waits on average before another replica starts",
      "replicas follow the waiting requests alone",
    ),
    exposure,
    allowedCidrs,
    image: fallback(text, TRITON_IMAGE, "Image with Triton Inference Server"),
    env: environment,
    secretEnv: secretEnvironment,
  })
  .describe("Models of any framework (TensorRT, ONNX, PyTorch, Python) behind Triton Inference Server");

export const gatewaySchema = z
  .strictObject({
    domain: text.describe("Models answer at <name>.<domain>"),
    certificateArn: unset(text, "Certificate of *.<domain>", "plain HTTP, within the network alone"),
    exposure: fallback(z.enum(["internal", "public"]), "internal", "Within the network, or for allowedCidrs"),
    allowedCidrs: unset(names, "Blocks that may reach it", "the network's own; required with exposure public"),
    subnetIds: unset(names, "Two subnets in two zones", "the network's private ones; required with exposure public"),
  })
  .describe("One front door for all served models, told apart by host name");
