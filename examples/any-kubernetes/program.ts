import { App, TerraformStack } from "cdktf";
import { ExistingKubernetes, type ExistingKubernetesProps } from "warpform/anywhere";

// The same work on clusters that exist, one stack each: only the platform, its node and where its data is differ.
const CLUSTERS: Readonly<
  Record<string, Pick<ExistingKubernetesProps, "platform" | "rdma"> & { readonly node: string }>
> = {
  coreweave: { platform: "coreweave", node: "gd-8xh100ib-i128" },
  nebius: { platform: "nebius", node: "gpu-h200-sxm/8gpu-128vcpu-1600gb" },
  // NVIDIA's Network Operator offers the cards under the name that its policy gives them
  crusoe: {
    platform: "crusoe",
    node: "h200-141gb-sxm-ib.8x",
    rdma: { resource: "nvidia.com/hostdev", request: "share" },
  },
  oke: { platform: "oke", node: "BM.GPU.H100.8" },
  gke: { platform: "gke", node: "a3-ultragpu-8g" },
  aks: { platform: "aks", node: "Standard_ND96isr_H100_v5" },
  // your own nodes: any server of the catalog
  kubeadm: { platform: "kubeadm", node: "dgx-h100" },
};

const app = new App();
for (const [name, { node, ...cluster }] of Object.entries(CLUSTERS))
  new ExistingKubernetes(new TerraformStack(app, `any-kubernetes-${name}`), "k8s", {
    ...cluster,
    kubeconfigPath: "~/.kube/config",
    kubeconfigContext: name,
    pools: [{ name: "gpu", instanceType: node, nodes: { min: 16, max: 16 } }],
    systemNodes: { nodes: 3, vcpus: 32, memoryGiB: 128 },
    teams: [{ name: "research", gpus: { gpu: 128 } }],
    volumes: [{ name: "data", path: "/data", nfs: { server: "10.0.0.5", path: "/export/data" } }],
    rayClusters: [{ name: "pretrain", queue: "research", pools: ["gpu"], image: "registry.example.com/train:2.52.0" }],
  });
app.synth();
