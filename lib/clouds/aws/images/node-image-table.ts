import { optional, type Table } from "../../../props/field";
import { list } from "../../../props/nested-fields";
import { oneOf, text, whole } from "../../../props/simple-fields";
import { checkedFile, containerPackages } from "../../common/slurm/checked-file-field";
import { network } from "../network/network-field";
import { image } from "../pools/image";
import { policy, tags } from "../shared/aws-fields";
import type { NodeImageProps } from "./node-image-props";

export const NODE_IMAGE_CONTENTS = [
  "slurm-node",
  "slurm-login",
  "slurm-head",
  "directory",
  "lustre",
  "efs",
  "nfs",
] as const;

export const BUILD_ROOT_GIB = 100;

/** What a NodeImage takes. */
export const NODE_IMAGE = {
  network: network(),
  contents: list(oneOf(NODE_IMAGE_CONTENTS), { least: 1, unique: true }),
  parent: optional(image('Image.dlami("ubuntu-24.04")')),
  architecture: optional(oneOf(["x86_64", "arm64"]), "x86_64"),
  aptSnapshot: optional(
    text({ like: /^20\d{6}T\d{6}Z$/, words: "a moment of Ubuntu's snapshot service", example: "20261101T000000Z" }),
  ),
  containerPackages: optional(containerPackages()),
  cloudWatchAgent: optional(checkedFile()),
  revision: optional(text(), "1"),
  buildInstanceType: optional(text({ example: "m7i.xlarge" })),
  rootVolumeGiB: optional(whole({ min: 30, max: 1000, unit: "GiB" }), BUILD_ROOT_GIB),
  permissionsBoundaryArn: optional(policy()),
  tags: optional(tags()),
} satisfies Table<NodeImageProps>;
