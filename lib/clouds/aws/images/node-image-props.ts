import type { IClusterNetwork } from "../network/i-cluster-network";
import type { Image } from "../pools/image";
import type { CheckedFile, SlurmContainerPackages } from "../slurm/container-packages-props";

/** What an image can hold, so that a boot does not install it. */
export type NodeImageContent = "slurm-node" | "slurm-login" | "slurm-head" | "directory" | "lustre" | "efs" | "nfs";

export interface NodeImageProps {
  /** Network in whose compute subnet the image is built. Its nodes must reach package mirrors: `egress` must be `nat`. */
  readonly network: IClusterNetwork;
  /**
   * What the image holds: Slurm's packages for one role (`slurm-node`, `slurm-login`, `slurm-head`), sssd (`directory`), and the clients of
   * file systems (`lustre`, `efs`, `nfs`), each at most once. Heads run daemons that nodes must not: give them an image of their own.
   */
  readonly contents: readonly NodeImageContent[];
  /**
   * Ubuntu image that the build starts from. An SSM parameter is read at the first build, and again when something changes the recipe.
   * @default - Image.dlami("ubuntu-24.04")
   */
  readonly parent?: Image;
  /** Processor architecture of the parent and of the instances that boot the image. @default "x86_64" */
  readonly architecture?: "x86_64" | "arm64";
  /**
   * Moment of Ubuntu's archive that packages come from, such as `20261101T000000Z`: the same packages at each build.
   * @see https://documentation.ubuntu.com/server/how-to/software/snapshot-service
   * @default - the newest packages
   */
  readonly aptSnapshot?: string;
  /** enroot and pyxis, by address and checksum: installed on nodes and login nodes, kept on heads, which hand them out. @default - none */
  readonly containerPackages?: SlurmContainerPackages;
  /**
   * Debian package of the CloudWatch agent, by address and checksum; `…/ubuntu/amd64/1.300054.0/amazon-cloudwatch-agent.deb`.
   * @see https://docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/download-cloudwatch-agent-commandline.html
   * @default - none
   */
  readonly cloudWatchAgent?: CheckedFile;
  /** Any text; a new value rebuilds the image, for newer packages or a newer parent. @default "1" */
  readonly revision?: string;
  /** Instance type that builds and tests the image; no GPU is needed. @default - m7i.xlarge, m7g.xlarge on arm64 */
  readonly buildInstanceType?: string;
  /** Root volume of the image, GiB, 30 to 1,000; nodes may have more. @default 100 */
  readonly rootVolumeGiB?: number;
  /** ARN of the permissions boundary for the role of the build instance. @default - none */
  readonly permissionsBoundaryArn?: string;
  /** Tags of the image's resources. @default - the network's */
  readonly tags?: Readonly<Record<string, string>>;
}
