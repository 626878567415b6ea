import { EbsVolume } from "@cdktf/provider-aws/lib/ebs-volume";
import { VolumeAttachment } from "@cdktf/provider-aws/lib/volume-attachment";
import { Construct } from "constructs";
import type { IClusterNetwork } from "../../network/i-cluster-network";
import { StateSnapshots } from "./state-snapshots";
import { type SlurmStateSnapshots, snapshotSchedule } from "./state-snapshots-props";

export interface StateVolumeProps {
  readonly network: IClusterNetwork;
  /** Id of the head. */
  readonly name: string;
  readonly sizeGiB: number;
  readonly kmsKeyArn: string;
  /** Snapshot that a new volume starts from. @default - it is empty */
  readonly snapshotId?: string;
  readonly snapshots?: SlurmStateSnapshots;
  readonly permissionsBoundaryArn?: string;
}

/** What lasts when the head is replaced: queue, accounting database, the programs' book. Protected, encrypted, gp3, with snapshots. */
export class StateVolume extends Construct {
  public readonly volume: EbsVolume;
  /** Its snapshot schedule; undefined where none are kept. */
  public readonly snapshots?: StateSnapshots;

  constructor(scope: Construct, id: string, props: StateVolumeProps) {
    super(scope, id);
    const { network, snapshotId } = props;
    const volumeTag = { key: "warpform:slurm-state", value: `${network.clusterName}-${props.name}` };
    this.volume = new EbsVolume(this, "Resource", {
      availabilityZone: network.availabilityZone,
      size: props.sizeGiB,
      type: "gp3",
      encrypted: true,
      kmsKeyId: props.kmsKeyArn,
      snapshotId,
      finalSnapshot: true,
      tags: { ...network.tagsFor("slurm-state"), [volumeTag.key]: volumeTag.value },
      // What a volume started from says nothing about one that is in use.
      lifecycle: { preventDestroy: true, ...(snapshotId === undefined ? {} : { ignoreChanges: ["snapshot_id"] }) },
    });
    const schedule = snapshotSchedule(props.snapshots);
    if (schedule.keep === 0) return;
    const { kmsKeyArn, name, permissionsBoundaryArn } = props;
    const snapshots = { network, name, schedule, volumeTag, kmsKeyArn, permissionsBoundaryArn };
    this.snapshots = new StateSnapshots(this, "snapshots", snapshots);
  }

  public attachTo(instanceId: string): void {
    new VolumeAttachment(this, "attachment", {
      deviceName: "/dev/sdf",
      instanceId,
      volumeId: this.volume.id,
      // The controller writes until it is off; a volume torn away under it loses jobs.
      stopInstanceBeforeDetaching: true,
    });
  }
}
