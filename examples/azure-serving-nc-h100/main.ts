// Llama 3.1 8B behind an OpenAI-compatible address on AKS: one H100 NVL per replica, nodes that grow with the requests.
import { App, TerraformStack } from "cdktf";
import { CheckpointBucket, ClusterNetwork, declareProvider, GpuNodePool, KubeRayCluster } from "warpform/azure";

const app = new App();
const stack = new TerraformStack(app, "azure-serving-nc-h100");
declareProvider(stack);

const network = new ClusterNetwork(stack, "network", { availabilityZone: "eastus-1", clusterName: "serve" });
// a name that is unique in all of Azure: choose your own
const models = new CheckpointBucket(stack, "models", { network, accountName: "servemodels" });
const h100 = new GpuNodePool(stack, "h100", {
  network,
  instanceType: "Standard_NC40ads_H100_v5",
  nodes: { min: 1, max: 4 },
});
const ray = new KubeRayCluster(stack, "ray", {
  network,
  pools: [h100],
  serving: [{ name: "llama", pool: h100, model: "llama-3.1-8b", weights: models.uri("weights/llama-3.1-8b") }],
});
models.grantRead(ray);

app.synth();
