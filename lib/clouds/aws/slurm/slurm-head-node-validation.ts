import { findAccelerator } from "../../../catalog/accelerators";
import { findInstanceType, nearestInstanceTypes } from "../../../catalog/instance-types";
import type { Problems } from "../../../errors";
import { image, imageParameter, say } from "../../../remedies/sentence";
import { checkDatabasePassword } from "../../../slurm/definition/check-cluster";
import { checkMountPaths } from "../../common/mount-paths";
import { checkContainers, hasContainers } from "../../common/slurm/container-packages";
import { acceleratorsUnused, DATABASE_HEAD_GIB, tooSmallForDatabase } from "../../common/slurm/head-type";
import { checkDirectory } from "../../common/slurm/sssd-conf";
import { isKnown } from "../../common/terraform-text";
import type { GpuNodePool } from "../pools/gpu-node-pool";
import { neuronParameter } from "../pools/image";
import { checkArnRegion } from "../shared/arn-region";
import { checkProfileName, NAME_PATTERN } from "../shared/names";
import { loginNodeCount } from "./access/login-pools";
import { checkLogin } from "./access/login-pools-validation";
import { checkRestApi } from "./access/rest-api";
import { checkEgress } from "./access/ways-out";
import { DEFAULT_HEAD_TYPE } from "./head-image";
import { checkMonitoring } from "./monitoring-settings";
import type { SlurmHeadNodeProps } from "./slurm-head-node-props";
import { SLURM_HEAD_NODE } from "./slurm-head-node-table";

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
  checkMemory(props, problems);
  checkRegions(props, problems);
  checkPackages(props, pools, problems);
  checkMountPaths(problems, props.mounts ?? []);
  checkState(props, problems);
  checkLogin(id, props, (path, name) => checkType(problems, path, name), problems);
  checkNamesOfNodes(props, pools, problems);
  checkEgress(props, problems);
  checkRestApi(props.restApi, problems);
  checkDatabase(props, problems);
  checkDirectory(props.directory, "bindPasswordSecretArn", problems);
  checkMonitoring(props, problems);
  checkContainers(props, problems, true);
  checkPools(props, pools, problems);
  checkProfileName(problems, "instanceProfileName", props.instanceProfileName, "slurm-head");
  checkProfileName(problems, "loginInstanceProfileName", props.loginInstanceProfileName, "slurm-login");
  if (props.loginInstanceProfileName !== undefined && loginNodeCount(props) === 0) {
    problems.add(
      "conflict",
      "loginInstanceProfileName",
      `loginInstanceProfileName is for login nodes, and the cluster has none; set loginNodes, or leave it out`,
    );
  }
}

/** Nodes and login pools have records in one zone. */
function checkNamesOfNodes({ loginPools = [] }: SlurmHeadNodeProps, pools: readonly GpuNodePool[], problems: Problems) {
  loginPools.forEach(({ name }, index) => {
    const pool = pools.find((each) => new RegExp(`^${each.name}-(st|dy)-[0-9]+$`).test(name));
    if (pool === undefined) return;
    const path = `loginPools[${index}].name`;
    const message = `${path} must not be the name of a node of pool "${pool.name}", got "${name}"; use "${name}-login"`;
    problems.add("duplicate", path, message);
  });
}

function checkType(problems: Problems, prop: string, name: string | undefined): void {
  if (name === undefined || !isKnown(name)) return;
  const type = findInstanceType(name);
  if (type === undefined) {
    const [near] = nearestInstanceTypes(name);
    problems.add("unknown-name", prop, `${prop} must be in the catalog, got "${name}"; use "${near ?? "m7i.xlarge"}"`);
  } else if (type.acceleratorCount > 0) {
    problems.add("not-allowed", prop, acceleratorsUnused(prop, name, "m7i.xlarge"));
  }
}

function checkMemory({ accounting, instanceType = DEFAULT_HEAD_TYPE }: SlurmHeadNodeProps, problems: Problems): void {
  const type = isKnown(instanceType) ? findInstanceType(instanceType) : undefined;
  if (
    (accounting ?? SLURM_HEAD_NODE.accounting.default).kind !== "local" ||
    type === undefined ||
    type.memoryGiB >= DATABASE_HEAD_GIB
  )
    return;
  problems.add(
    "conflict",
    "instanceType",
    tooSmallForDatabase(instanceType, type.memoryGiB, 'use "m7i.xlarge", or accounting kind "external"'),
  );
}

/** Secrets, keys, topics and certificates must be where the head is. */
function checkRegions(props: SlurmHeadNodeProps, problems: Problems): void {
  const { accounting, directory, monitoring, cloudWatch, restApi } = props;
  const arns: Readonly<Record<string, string | undefined>> = {
    kmsKeyArn: props.kmsKeyArn,
    "accounting.passwordSecretArn": accounting?.passwordSecretArn,
    "directory.bindPasswordSecretArn": directory?.bindPasswordSecretArn,
    "monitoring.alarmTopicArn": monitoring?.alarmTopicArn,
    "monitoring.alarmTopicKmsKeyArn": monitoring?.alarmTopicKmsKeyArn,
    "cloudWatch.alarmTopicArn": cloudWatch?.alarmTopicArn,
    "restApi.certificateArn": restApi?.certificateArn,
  };
  for (const [path, arn] of Object.entries(arns)) checkArnRegion(path, arn, props.network.region, problems);
}

function checkPackages(props: SlurmHeadNodeProps, pools: readonly GpuNodePool[], problems: Problems): void {
  if ((props.slurmPackages ?? SLURM_HEAD_NODE.slurmPackages.default) === "image") return;
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
      say`image must be ${PACKAGED.os} for Slurm ${PACKAGED.version} from its packages, got ${props.image.os}; use ${image("plain", PACKAGED.os)}, ${way}`,
    );
  }
  for (const pool of pools) {
    const os = pool.image?.os;
    if (os === PACKAGED.os) continue;
    const neuron = findAccelerator(pool.instanceType.accelerator ?? "")?.vendor === "aws";
    problems.add(
      "conflict",
      "partitions",
      say`pool "${pool.name}" must have an image of ${PACKAGED.os} for Slurm ${PACKAGED.version} from its packages, got ${String(os)}; use ${neuron ? imageParameter(neuronParameter(PACKAGED.os), PACKAGED.os) : image("dlami", PACKAGED.os)}, ${way}`,
    );
  }
  if (props.network.egress === "endpoints-only") {
    problems.add(
      "conflict",
      "slurmPackages",
      `slurmPackages "distribution" needs a way to the package mirrors, and the network has endpoints only; use slurmPackages "image"`,
    );
  }
  const architecture = findInstanceType(props.instanceType ?? SLURM_HEAD_NODE.instanceType.default)?.architecture;
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
      `sharedStatePath must be a directory below a mount path (${mounts.join(", ") || "none"}), got "${sharedStatePath}"; use "${mounts[0] ?? "/home"}/.slurm-state"`,
    );
  }
  if (stateVolumeGiB !== undefined) {
    problems.add(
      "conflict",
      "stateVolumeGiB",
      `stateVolumeGiB and sharedStatePath cannot both hold the state; leave one out`,
    );
  }
  for (const prop of ["stateSnapshots", "stateSnapshotId"] as const) {
    if (props[prop] === undefined) continue;
    problems.add(
      "conflict",
      prop,
      `${prop} applies to the state volume, which sharedStatePath replaces; leave it out, and back up the file system of ${sharedStatePath}`,
    );
  }
  if ((props.accounting ?? SLURM_HEAD_NODE.accounting.default).kind === "local") {
    problems.add(
      "conflict",
      "accounting",
      `accounting "local" needs the head's state volume, which sharedStatePath replaces; use kind "external"`,
    );
  }
}

function checkDatabase({ accounting }: SlurmHeadNodeProps, problems: Problems): void {
  if (accounting === undefined) return;
  checkDatabasePassword(problems, accounting.kind, accounting.passwordSecretArn, {
    name: "passwordSecretArn",
    give: "the ARN of a secret",
  });
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
        `poolRoleArns is required, since pool "${pool.name}" has an external instance profile; give the ARN of its role`,
      );
    }
  }
}
