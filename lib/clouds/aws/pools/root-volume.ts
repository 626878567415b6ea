import type { Problems } from "../../../errors";
import { GP3 } from "../../../model/aws/gp3";
import { ROOT_VOLUME } from "../../../model/aws/pool-defaults";
import { byDefault, derived, type Sourced } from "../../../model/definition";
import { use } from "../../../remedies/remedy";
import { prop, say } from "../../../remedies/sentence";
import { isKnown } from "../../common/terraform-text";
import type { GpuNodePoolProps } from "./gpu-node-pool-props";

type RootVolumeProps = Pick<GpuNodePoolProps, "rootVolumeGiB" | "rootVolumeIops" | "rootVolumeMBps">;

/** IOPS of a root volume whose own are not given: enough for its throughput. */
export function rootVolumeIops(throughputMBps: number = ROOT_VOLUME.throughputMBps): number {
  return Math.max(ROOT_VOLUME.iops, throughputMBps * GP3.iopsPerMBps);
}

/** The same, and where it comes from. */
export function defaultRootIops({ rootVolumeMBps }: RootVolumeProps): Sourced<number> {
  return rootVolumeMBps === undefined
    ? byDefault(ROOT_VOLUME.iops)
    : derived(rootVolumeIops(rootVolumeMBps), "rootVolumeMBps");
}

/** Checks that size, IOPS and throughput of the root volume go together, as EBS asks. */
export function checkRootVolume(problems: Problems, props: RootVolumeProps): void {
  if (props.rootVolumeIops === undefined && props.rootVolumeMBps === undefined) return;
  const { rootVolumeGiB: gib = ROOT_VOLUME.sizeGiB, rootVolumeMBps: mbps = ROOT_VOLUME.throughputMBps } = props;
  const iops = props.rootVolumeIops ?? rootVolumeIops(mbps);
  // each by itself is checked before: what is wrong there says nothing of the others
  if (!(iops >= GP3.iops.min) || !(mbps >= GP3.throughputMBps.min)) return;
  const most = Math.floor(iops / GP3.iopsPerMBps);
  if (mbps > most)
    problems.add(
      "conflict",
      "rootVolumeMBps",
      say`${prop("rootVolumeMBps")} must be at most a quarter of rootVolumeIops (${iops}), which is ${most}, got ${mbps}; ${use(most)}, or rootVolumeIops ${mbps * GP3.iopsPerMBps}`,
    );
  if (isKnown(gib) && iops > gib * GP3.iopsPerGiB)
    problems.add(
      "conflict",
      "rootVolumeIops",
      say`${prop("rootVolumeIops")} must be at most ${GP3.iopsPerGiB} per GiB of rootVolumeGiB (${gib}), which is ${gib * GP3.iopsPerGiB}, got ${iops}; ${use(gib * GP3.iopsPerGiB)}, or rootVolumeGiB ${Math.ceil(iops / GP3.iopsPerGiB)}`,
    );
}
