import type { CheckedFile, SlurmContainerPackages } from "../../common/slurm/container-packages-props";
import type { IClusterNetwork } from "../network/i-cluster-network";
import type { Image } from "../pools/image";

/** Software that an image can include, so that nodes do not install it at boot. */
export type NodeImageContent = "slurm-node" | "slurm-login" | "slurm-head" | "directory" | "lustre" | "efs" | "nfs";

export interface NodeImageProps {
  /** Network in whose compute subnet the image is built. The build downloads packages, so `egress` must be `nat`. */
  readonly network: IClusterNetwork;
  /**
   * Software in the image: Slurm packages for one role (`slurm-node`, `slurm-login`, `slurm-head`), SSSD (`directory`), and file system clients
   * (`lustre`, `efs`, `nfs`), each at most once. Build a separate image for the head node, which runs daemons that compute nodes must not run.
   */
  readonly contents: readonly NodeImageContent[];
  /**
   * Ubuntu image on which the build is based. An SSM parameter is resolved at the first build, and again when the recipe changes.
   * @default - Image.dlami("ubuntu-24.04")
   */
  readonly parent?: Image;
  /** Processor architecture of the parent and of the instances that boot the image. @default "x86_64" */
  readonly architecture?: "x86_64" | "arm64";
  /**
   * Snapshot of the Ubuntu archive, as a UTC time such as `20261101T000000Z`, so that each build installs the same packages.
   * @see https://documentation.ubuntu.com/server/how-to/software/snapshot-service
   * @default - the newest packages
   */
  readonly aptSnapshot?: string;
  /** enroot and pyxis, by URL and checksum: installed on compute and login nodes; a head node stores them for its nodes. @default - none */
  readonly containerPackages?: SlurmContainerPackages;
  /**
   * Debian package of the CloudWatch agent, by URL and checksum: `…/ubuntu/amd64/1.300054.0/amazon-cloudwatch-agent.deb`.
   * @see https://docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/download-cloudwatch-agent-commandline.html
   * @default - none
   */
  readonly cloudWatchAgent?: CheckedFile;
  /** Revision, any text. Change it to rebuild the image with newer packages or a newer parent. @default "1" */
  readonly revision?: string;
  /** Instance type that builds and tests the image; it needs no GPU. @default - m7i.xlarge, or m7g.xlarge on arm64 */
  readonly buildInstanceType?: string;
  /** Root volume size of the image, GiB, 30 to 1,000; nodes can use a larger one. @default 100 */
  readonly rootVolumeGiB?: number;
  /** ARN of the permissions boundary for the IAM role of the build instance. @default - none */
  readonly permissionsBoundaryArn?: string;
  /** Tags of the resources of the image, merged over those of the network. @default - the tags of the network */
  readonly tags?: Readonly<Record<string, string>>;
}
