import type { KubernetesPlatform, PlatformRdma } from "../../../catalog/kubernetes-platforms";
import type { ExistingKubernetesProps } from "./existing-kubernetes-props";

/** Settings of a fabric that nothing but its resource is known of. */
const PLAIN_RDMA: PlatformRdma = {
  kind: "infiniband",
  resource: null,
  request: "perPod",
  perNode: null,
  environment: {},
  annotations: {},
  perDeviceAnnotation: null,
  capabilities: [],
  privileged: false,
  hostNetwork: false,
  folders: [],
};

/** How pods use the fabric of a cluster: as its platform's do, or as its props say; null where they use none. */
export const rdmaOf = ({ rdma }: ExistingKubernetesProps, row: KubernetesPlatform): PlatformRdma | null =>
  rdma ? { ...(row.rdma ?? PLAIN_RDMA), ...rdma } : row.rdma;
