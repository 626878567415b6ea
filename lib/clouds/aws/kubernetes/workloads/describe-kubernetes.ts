import type { Scheduler } from "../../../../model/model";
import { describeKubernetes as describeWorkloads } from "../../../common/workloads/describe-kubernetes";
import type { RayDefinition } from "../define-ray-cluster";
import { STATE_STORE_NODES } from "../platform/ray-state-store";
import { SYSTEM_ROOT_GIB } from "../platform/system-nodes";
import { calledServices } from "../registry/called-services";

/** The cluster in the plain terms of the model. */
export function describeKubernetes(of: RayDefinition): Extract<Scheduler, { kind: "kubernetes" }> {
  const { gcsNodeType, gcsStores, systemInstanceType, systemNodes } = of;
  return describeWorkloads(
    {
      name: of.name,
      version: of.kubernetesVersion,
      publicEndpoint: of.publicEndpointCidrs.length > 0,
      publicEndpointCidrs: of.publicEndpointCidrs,
      secretsEncrypted: true,
      provisioner: of.provisioner,
      queueing: of.queueing,
      gcsFaultTolerance: gcsNodeType !== null,
      calledServices: calledServices(of),
      systemNodes: { instanceType: systemInstanceType, nodes: systemNodes, rootVolumeGiB: SYSTEM_ROOT_GIB },
      stateStore: gcsNodeType === null ? null : { nodeType: gcsNodeType, nodes: STATE_STORE_NODES * gcsStores },
      parallelImagePull: of.fastImagePull,
      podLogs: of.podLogRetentionDays !== null,
    },
    of.workloads,
  );
}
