// Existing clusters of every platform, one stack each, as the API server is to take them; OUTDIR says where they go.
import { App, TerraformStack } from "cdktf";
import { kubernetesPlatforms } from "../../../lib/catalog/kubernetes-platforms";
import { ExistingKubernetes } from "../../../lib/clouds/anywhere/kubernetes/existing-kubernetes";
import { PLATFORM_NAMES } from "../../../lib/clouds/anywhere/kubernetes/existing-kubernetes-props";

/** What an installer names where no page says how pods ask for the fabric. */
const GIVEN = { resource: "nvidia.com/hostdev", request: "share" } as const;
const known = new Set(kubernetesPlatforms().flatMap(({ name, rdma }) => (rdma === null ? [] : [name])));

const app = new App({ outdir: process.argv[2] });
for (const platform of PLATFORM_NAMES) {
  const stack = new TerraformStack(app, `anywhere-${platform}`);
  new ExistingKubernetes(stack, "k8s", {
    platform,
    kubeconfigPath: "~/.kube/config",
    ...(known.has(platform) ? {} : { rdma: GIVEN }),
    pools: [
      {
        name: "h100",
        node: { accelerator: "H100-SXM-80GB", gpus: 8, vcpus: 128, memoryGiB: 2048 },
        nodes: { min: 4, max: 4 },
        nodeLabels: { "warpform/pool": "h100" },
      },
      {
        name: "slurm",
        node: { accelerator: "H100-SXM-80GB", gpus: 8, vcpus: 128, memoryGiB: 2048 },
        nodes: { min: 2, max: 2 },
      },
    ],
    systemNodes: { nodes: 3, vcpus: 32, memoryGiB: 128 },
    networkCidr: "10.0.0.0/16",
    teams: [{ name: "research", gpus: { h100: 32 } }],
    volumes: [{ name: "home", path: "/home/team", nfs: { server: "10.0.0.5", path: "/export" } }],
    slurm: {
      partitions: [
        { name: "train", pools: ["slurm"], maxTimeMinutes: 1440 },
        { name: "debug", pools: ["slurm"], maxTimeMinutes: 30, priorityTier: 10 },
      ],
      login: {
        sssdSecret: "slurm-sssd",
        service: "LoadBalancer",
        allowedCidrs: ["10.0.0.0/16"],
        serviceAnnotations: {},
      },
      accounting: { databaseHost: "mariadb.databases.svc", passwordSecret: "slurm-database" },
      configFiles: { "cgroup.conf": "CgroupPlugin=cgroup/v2\nIgnoreSystemd=yes\nConstrainDevices=yes\n" },
    },
    rayClusters: [{ name: "train", queue: "research", pools: ["h100"], image: "registry.example.com/train:2.52.0" }],
  });
}
app.synth();
