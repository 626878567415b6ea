import { EbsVolume } from "@cdktf/provider-aws/lib/ebs-volume";
import { VolumeAttachment } from "@cdktf/provider-aws/lib/volume-attachment";
import { Construct } from "constructs";
import type { IClusterNetwork } from "../network/i-cluster-network";

export interface StateVolumeProps {
  readonly network: IClusterNetwork;
  readonly sizeGiB: number;
  readonly kmsKeyArn: string;
}

/** Size of the volume where none is given, GiB. */
export const STATE_GIB = 100;

/** What lasts when the head is replaced: queue, accounting database, the programs' book. Protected, encrypted, gp3. */
export class StateVolume extends Construct {
  public readonly volume: EbsVolume;

  constructor(scope: Construct, id: string, props: StateVolumeProps) {
    super(scope, id);
    const { network } = props;
    this.volume = new EbsVolume(this, "Resource", {
      availabilityZone: network.availabilityZone,
      size: props.sizeGiB,
      type: "gp3",
      encrypted: true,
      kmsKeyId: props.kmsKeyArn,
      finalSnapshot: true,
      tags: network.tagsFor("slurm-state"),
      lifecycle: { preventDestroy: true },
    });
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
