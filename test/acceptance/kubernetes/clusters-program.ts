// A manager of two clusters alike, one of them defined here, whose pool has a topology, and a Ray cluster for jobs to have; OUTDIR says
// where the stacks go.
import { App, TerraformStack } from "cdktf";
import { ExistingKubernetes } from "../../../lib/clouds/anywhere/kubernetes/existing-kubernetes";
import type { ExistingKubernetesProps } from "../../../lib/clouds/anywhere/kubernetes/existing-kubernetes-props";

const app = new App({ outdir: process.argv[2] });
const node = { accelerator: "H100-SXM-80GB", gpus: 8, vcpus: 192, memoryGiB: 2048 };
const props = {
  platform: "coreweave",
  kubeconfigPath: "~/.kube/config",
  software: { kueue: false },
  pools: [{ name: "h100", node, nodes: { min: 2, max: 2 } }],
  systemNodes: { nodes: 3, vcpus: 8, memoryGiB: 32 },
  teams: [{ name: "research", gpus: { h100: 16 } }],
} satisfies Partial<ExistingKubernetesProps>;
const worker = new ExistingKubernetes(new TerraformStack(app, "worker"), "east", props);
new ExistingKubernetes(new TerraformStack(app, "manager"), "manager", {
  ...props,
  workerClusters: [{ name: "east", cluster: worker }, { name: "west" }],
});
new ExistingKubernetes(new TerraformStack(app, "shape"), "shape", {
  ...props,
  rayClusters: [{ name: "tune", pools: ["h100"], image: "ray:1", queue: "research", workers: { min: 1, max: 1 } }],
});
app.synth();
