import type { KubernetesPlatform } from "../../../catalog/kubernetes-platforms";
import type { PodVolume } from "../../../kubernetes/storage/pod-volume";
import type { SharedVolume } from "../../../kubernetes/storage/storage";
import type { ExistingKubernetesProps, ExistingVolume } from "./existing-kubernetes-props";
import { VOLUME } from "./existing-kubernetes-table";

/** Shared file systems as the cluster's charts make them. */
export const sharedVolumesOf = ({ volumes = [] }: ExistingKubernetesProps, row: KubernetesPlatform) =>
  volumes.map((volume) => sharedVolumeOf(volume, row));

/** The same as pods mount them. */
export const mountsOf = (props: ExistingKubernetesProps, volumes: readonly SharedVolume[]) =>
  (props.volumes ?? []).map(
    ({ path, name }, i): PodVolume => ({
      name,
      mountPath: path,
      readOnly: false,
      source: { claim: name, identity: volumes[i]!.identity },
    }),
  );

function sharedVolumeOf(
  { name, storageClass, capacityGiB = VOLUME.capacityGiB.default, nfs }: ExistingVolume,
  row: KubernetesPlatform,
): SharedVolume {
  const source = nfs ?? { storageClass: storageClass ?? row.sharedStorageClass! };
  return {
    name,
    bucket: false,
    capacity: `${capacityGiB}Gi`,
    readOnly: false,
    identity: "server" in source ? `${source.server} ${source.path}` : source.storageClass,
    source,
  };
}
