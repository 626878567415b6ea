import { findInstanceType } from "../../../catalog/instance-types";
import type { Problems } from "../../../errors";
import { checkProps } from "../../common/check-props";
import { addTagProblems } from "../../common/resource-texts";
import { NAME_PATTERN } from "../shared/names";
import { AWS_TEXTS, TAG_RULES } from "../shared/resource-text-rules";
import type { NodeImageProps } from "./node-image-props";
import { NODE_IMAGE } from "./node-image-table";

/** Checks what a NodeImage was given; throws one error with all problems. */
export function validateNodeImage(path: string, id: string, props: NodeImageProps): void {
  const where = `NodeImage "${path}"`;
  const problems = checkProps(where, NODE_IMAGE, props);
  if (!NAME_PATTERN.test(id)) {
    const message = `the id of an image must be 2 to 40 lower-case letters, digits and dashes and start with a letter, got "${id}"; it names the recipe and the image`;
    problems.add("malformed", "id", message);
  }
  if (props.network.egress === "endpoints-only") {
    const message = `network must have internet access, since the build downloads packages, but "${props.network.clusterName}" has egress endpoints-only; build the image in a stack whose network has egress nat, and pass its AMI to this one with Image.id`;
    problems.add("conflict", "network", message);
  }
  checkContents(problems, props);
  checkParent(problems, props);
  checkBuilder(problems, props);
  addTagProblems(problems, props.tags, AWS_TEXTS);
  checkTags(problems, { ...props.network.tagsFor(id), ...props.tags });
  problems.throwIfAny(where);
}

function checkContents(problems: Problems, { contents, containerPackages }: NodeImageProps): void {
  const roles = contents.filter((content) => content.startsWith("slurm-"));
  if (roles.length > 1) {
    const message = `contents must have at most one Slurm role, since a head node runs daemons that compute nodes must not run, got ${roles.join(" and ")}; build a separate image for each`;
    problems.add("conflict", "contents", message);
  }
  if (containerPackages !== undefined && roles.length === 0) {
    const message = `containerPackages is for images with Slurm, and contents has none; add "slurm-node" or leave containerPackages out`;
    problems.add("conflict", "containerPackages", message);
  }
}

function checkParent(problems: Problems, { parent, contents }: NodeImageProps): void {
  const os = parent?.os ?? "ubuntu-24.04";
  if (os === "al2023") {
    const message = `parent must be Ubuntu, since the contents are Ubuntu packages, got al2023; use Image.dlami("ubuntu-24.04")`;
    problems.add("not-allowed", "parent", message);
  } else if (os !== "ubuntu-24.04" && contents.some((content) => content.startsWith("slurm-"))) {
    const message = `parent must be Ubuntu 24.04 for Slurm's packages, got ${os}; use Image.dlami("ubuntu-24.04")`;
    problems.add("conflict", "parent", message);
  }
}

/**
 * What Image Builder takes of tags, its own and the network's, which is less than EC2 takes.
 * @see https://docs.aws.amazon.com/imagebuilder/latest/APIReference/API_CreateInfrastructureConfiguration.html (tags, resourceTags)
 */
const BUILDER_TAGS = { key: /^[a-zA-Z0-9\s_.:/=+\-@]*$/, most: 30 };

function checkTags(problems: Problems, tags: Readonly<Record<string, string>>): void {
  const keys = Object.keys(tags);
  const foreign = keys.filter((key) => !BUILDER_TAGS.key.test(key) && TAG_RULES.key.form.test(key));
  if (foreign.length > 0) {
    const message = `tags, the network's included, must have keys of letters without accents, digits, spaces and _.:/=+-@, which is all that EC2 Image Builder accepts, got ${foreign.map((key) => `"${key}"`).join(", ")}; write them in ASCII`;
    problems.add("malformed", "tags", message);
  }
  if (keys.length > BUILDER_TAGS.most) {
    const message = `tags, the network's and the construct's own included, must be at most ${BUILDER_TAGS.most}, the limit of EC2 Image Builder, got ${keys.length}; leave some out`;
    problems.add("out-of-range", "tags", message);
  }
}

function checkBuilder(
  problems: Problems,
  { buildInstanceType: name, architecture = NODE_IMAGE.architecture.default }: NodeImageProps,
): void {
  if (name === undefined) return;
  const type = findInstanceType(name);
  if (type?.architecture === architecture) return;
  const is = type === undefined ? "is not in the catalog" : `has ${type.architecture} processors`;
  const message = `buildInstanceType must be an ${architecture} type, and ${name} ${is}; leave it out`;
  problems.add("conflict", "buildInstanceType", message);
}
