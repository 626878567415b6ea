import { findInstanceType, nearestInstanceTypes } from "../../../catalog/instance-types";
import type { Problems } from "../../../errors";
import { parseCidr } from "../../../units/cidr";
import { isKnown } from "../../common/terraform-text";
import type { GpuNodePool } from "../pools/gpu-node-pool";
import { NAME_PATTERN } from "../shared/names";
import { checkContainers, hasContainers } from "./container-packages";
import { checkMonitoring } from "./monitoring-settings";
import type { SlurmHeadNodeProps } from "./slurm-head-node-props";
import { checkDirectory } from "./sssd-conf";
import { checkEgress } from "./ways-out";

/** The distribution whose packages are installed at boot, and the Slurm that is in them: https://launchpad.net/ubuntu/noble/+source/slurm-wlm */
export const PACKAGED = { os: "ubuntu-24.04", version: "23.11" } as const;

/** What can be wrong with a head beyond what `defineSlurmCluster` finds. */
export function checkSlurmHeadNode(
  id: string,
  props: SlurmHeadNodeProps,
  pools: readonly GpuNodePool[],
  problems: Problems,
): void {
  if (!NAME_PATTERN.test(id)) {
    problems.add(
      "malformed",
      "id",
      `the id of a head must be 2 to 40 lower-case letters, digits and dashes and start with a letter, got "${id}"; use "slurm"`,
    );
  }
  if (pools.some((pool) => pool.name === id)) {
    problems.add(
      "duplicate",
      "id",
      `the id of a head must not be a pool's, got "${id}", since both name roles; use "slurm"`,
    );
  }
  checkType(problems, "instanceType", props.instanceType);
  checkType(problems, "loginInstanceType", props.loginInstanceType);
  checkPackages(props, pools, problems);
  checkState(props, problems);
  checkLogin(props, problems);
  checkEgress(props, problems);
  checkDatabase(props, problems);
  checkDirectory(props.directory, problems);
  checkMonitoring(props, problems);
  checkContainers(props, problems);
  checkPools(props, pools, problems);
}

function checkType(problems: Problems, prop: "instanceType" | "loginInstanceType", name: string | undefined): void {
  if (name === undefined || !isKnown(name)) return;
  const type = findInstanceType(name);
  if (type === undefined) {
    const [near] = nearestInstanceTypes(name);
    problems.add(
      "unknown-name",
      prop,
      `${prop} must be in the catalogue, got "${name}"; use "${near ?? "m7i.xlarge"}"`,
    );
  } else if (type.acceleratorCount > 0) {
    problems.add("not-allowed", prop, `${prop} "${name}" has accelerators that no job can use there; use "m7i.xlarge"`);
  }
}

function checkPackages(props: SlurmHeadNodeProps, pools: readonly GpuNodePool[], problems: Problems): void {
  if ((props.slurmPackages ?? "distribution") === "image") return;
  const way = 'or slurmPackages "image" with images that hold Slurm';
  const { version } = props;
  if (version !== undefined && version !== PACKAGED.version) {
    problems.add(
      "conflict",
      "version",
      `version must be ${PACKAGED.version}, which is in the packages of ${PACKAGED.os}, got ${version}; leave it out, ${way}`,
    );
  }
  if (props.authentication === "slurm") {
    problems.add(
      "conflict",
      "authentication",
      `authentication "slurm" needs a plugin that the distribution's packages are not known to have; use "munge", ${way}`,
    );
  }
  if (props.image !== undefined && props.image.os !== PACKAGED.os) {
    problems.add(
      "conflict",
      "image",
      `image must be ${PACKAGED.os} for Slurm ${PACKAGED.version} from its packages, got ${props.image.os}; use Image.plain("${PACKAGED.os}"), ${way}`,
    );
  }
  for (const pool of pools) {
    const os = pool.image?.os;
    if (os === PACKAGED.os) continue;
    problems.add(
      "conflict",
      "partitions",
      `pool "${pool.name}" must have an image of ${PACKAGED.os} for Slurm ${PACKAGED.version} from its packages, got ${os}; use Image.dlami("${PACKAGED.os}"), ${way}`,
    );
  }
  if (props.network.egress === "endpoints-only") {
    problems.add(
      "conflict",
      "slurmPackages",
      `slurmPackages "distribution" needs a way to the package mirrors, and the network has endpoints only; use slurmPackages "image"`,
    );
  }
  const architecture = findInstanceType(props.instanceType ?? "m7i.xlarge")?.architecture;
  const other = pools.find((pool) => pool.instanceType.architecture !== architecture);
  if (hasContainers(props) && architecture !== undefined && other !== undefined) {
    problems.add(
      "conflict",
      "containers",
      `containers needs pyxis built for each architecture, and the head builds it for ${architecture} while pool "${other.name}" is ${other.instanceType.architecture}; use containers: false, ${way}`,
    );
  }
}

function checkState(props: SlurmHeadNodeProps, problems: Problems): void {
  const { backupController, sharedStatePath, stateVolumeGiB } = props;
  if (backupController && sharedStatePath === undefined) {
    problems.add(
      "required",
      "sharedStatePath",
      `sharedStatePath is required with backupController, since both controllers read one state; give a folder below one of mounts`,
    );
  }
  if (sharedStatePath === undefined) return;
  const mounts = (props.mounts ?? []).map((mount) => mount.path);
  if (!mounts.some((path) => sharedStatePath.startsWith(`${path}/`))) {
    problems.add(
      "conflict",
      "sharedStatePath",
      `sharedStatePath must be a folder below a path of mounts (${mounts.join(", ") || "none"}), got "${sharedStatePath}"; use "${mounts[0] ?? "/home"}/.slurm-state"`,
    );
  }
  if (stateVolumeGiB !== undefined) {
    problems.add(
      "conflict",
      "stateVolumeGiB",
      `stateVolumeGiB and sharedStatePath can't both hold the state; leave one out`,
    );
  }
  if ((props.accounting?.kind ?? "local") === "local") {
    problems.add(
      "conflict",
      "accounting",
      `accounting "local" needs the head's state volume, which sharedStatePath replaces; use kind "external"`,
    );
  }
}

function checkLogin(
  { loginNodes = 0, loginCidrs = [], loginSubnetIds = [] }: SlurmHeadNodeProps,
  problems: Problems,
): void {
  if (loginCidrs.length > 0 && loginNodes === 0) {
    problems.add(
      "conflict",
      "loginCidrs",
      "loginCidrs opens SSH to login machines, and loginNodes is 0; use loginNodes: 1",
    );
  }
  if (loginSubnetIds.length > 0 && loginCidrs.length === 0) {
    problems.add(
      "conflict",
      "loginSubnetIds",
      "loginSubnetIds places a load balancer, which loginCidrs asks for; give loginCidrs",
    );
  }
  loginCidrs.forEach((cidr, index) => {
    if (!isKnown(cidr) || parseCidr(cidr) !== undefined) return;
    problems.add(
      "malformed",
      `loginCidrs[${index}]`,
      `loginCidrs[${index}] must be an address block, got "${cidr}"; use "203.0.113.0/24" or the like`,
    );
  });
}

function checkDatabase({ accounting }: SlurmHeadNodeProps, problems: Problems): void {
  if (accounting === undefined) return;
  const { kind, passwordSecretArn } = accounting;
  if (kind === "external" && passwordSecretArn === undefined) {
    problems.add(
      "required",
      "accounting.passwordSecretArn",
      "accounting.passwordSecretArn is required for an external database; give the ARN of a secret whose value is the password",
    );
  }
  if (kind !== "external" && passwordSecretArn !== undefined) {
    problems.add(
      "conflict",
      "accounting.passwordSecretArn",
      `accounting.passwordSecretArn can't be used with kind "${kind}", whose password the head makes; leave it out`,
    );
  }
}

function checkPools(props: SlurmHeadNodeProps, pools: readonly GpuNodePool[], problems: Problems): void {
  for (const pool of pools) {
    if (pool.network !== props.network) {
      problems.add(
        "conflict",
        "partitions",
        `pool "${pool.name}" must be in the head's network; give both the same network`,
      );
    }
    if (pool.nodeRole === undefined && (props.poolRoleArns ?? []).length === 0) {
      problems.add(
        "required",
        "poolRoleArns",
        `poolRoleArns is required, since pool "${pool.name}" has an instance profile from outside; give the ARN of its role`,
      );
    }
  }
}
