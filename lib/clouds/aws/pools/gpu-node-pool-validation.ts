import { findAccelerator } from "../../../catalog/accelerators";
import { regionsInsteadOf } from "../../../catalog/availability";
import {
  efaInstanceTypes,
  efaInterfaces,
  findInstanceType,
  nearestInstanceTypes,
} from "../../../catalog/instance-types";
import { notInCatalog } from "../../../catalog/left-out-families";
import type { InstanceType } from "../../../catalog/types";
import type { Problems } from "../../../errors";
import { leaveOut, use } from "../../../remedies/remedy";
import { image as imageOf, imageParameter, prop, say } from "../../../remedies/sentence";
import { nearest } from "../../../units/nearest";
import { checkProps } from "../../common/check-props";
import { checkMountPaths } from "../../common/mount-paths";
import { checkGpuSharing } from "../../common/pools/gpu-sharing-field";
import { leastAboveMost } from "../../common/pools/pool-problems";
import { checkArnRegion } from "../shared/arn-region";
import { NAME_PATTERN, regionOf } from "../shared/names";
import { checkAlternativeTypes } from "./alternative-types-validation";
import { validateCapacity } from "./capacity-validation";
import type { GpuNodePoolProps } from "./gpu-node-pool-props";
import { GPU_NODE_POOL } from "./gpu-node-pool-table";
import { type DlamiOs, neuronParameter } from "./image";
import { checkPoolTexts } from "./pool-text-validation";
import { checkRootVolume } from "./root-volume";

/** Checks what a GpuNodePool was given; throws one error with all problems. */
export function validateGpuNodePool(path: string, id: string, props: GpuNodePoolProps): void {
  const problems = checkProps(`GpuNodePool "${path}"`, GPU_NODE_POOL, props);
  if (!NAME_PATTERN.test(id)) {
    problems.add(
      "malformed",
      "id",
      `the id of a pool must be 2 to 40 lower-case letters, digits and dashes and start with a letter, got "${id}"; it names nodes, templates and roles`,
    );
  }
  const type = checkInstanceType(problems, props.instanceType);
  checkNodes(problems, props);
  validateCapacity(problems, path, props, type);
  if (type !== undefined) {
    checkRegion(problems, props, type);
    checkFabric(problems, props, type);
    checkGpuSharing(problems, props.gpuSharing, type);
    checkImage(problems, props, type);
    checkThreads(problems, props, type);
    checkAlternativeTypes(problems, props, type);
    if (props.nvmeCache !== undefined && type.localNvme === null) {
      problems.add(
        "conflict",
        "nvmeCache",
        say`${prop("nvmeCache")} needs local NVMe disks, and ${type.name} has none; ${leaveOut("nvmeCache")}`,
      );
    }
  }
  checkMounts(problems, props, type);
  checkTagCount(problems, props.tags);
  checkRootVolume(problems, props);
  checkPoolTexts(problems, props);
  checkArnRegion("volumeKmsKeyArn", props.volumeKmsKeyArn, props.network.region, problems);
  problems.throwIfAny(`GpuNodePool "${path}"`);
}

/** AWS takes 50 tags a resource; names and what schedulers know their nodes by take up to ten. */
const MOST_TAGS = 40;

function checkTagCount(problems: Problems, tags: GpuNodePoolProps["tags"] = {}): void {
  const count = Object.keys(tags).length;
  if (count <= MOST_TAGS) return;
  const message = `tags must be at most ${MOST_TAGS}, since AWS takes 50 a resource and the library adds its own, got ${count}; leave some out`;
  problems.add("out-of-range", "tags", message);
}

function checkInstanceType(problems: Problems, name: string): InstanceType | undefined {
  const type = findInstanceType(name);
  if (type === undefined) {
    const near = nearestInstanceTypes(name);
    const advice =
      near.length > 0
        ? `did you mean ${near.map((n) => `"${n}"`).join(", ")}`
        : 'the names are in the catalog, such as "p5.48xlarge"';
    problems.add("unknown-name", "instanceType", `instanceType "${name}" ${notInCatalog(name)}; ${advice}`);
  }
  return type;
}

function checkRegion(problems: Problems, { network }: GpuNodePoolProps, { name }: InstanceType): void {
  const region = regionOf(network.availabilityZone);
  const regions = region && regionsInsteadOf(region, name);
  if (!regions) return;
  problems.add(
    "not-allowed",
    "instanceType",
    `instanceType ${name} is not sold in ${region}; put the network in ${regions.join(", ")}, or add the region with extendCatalog if AWS sells it there by now`,
  );
}

function checkNodes(problems: Problems, { nodes }: GpuNodePoolProps): void {
  // a maximum below 1 has its own problem
  if (nodes.min > nodes.max && nodes.max >= 1) {
    problems.add("conflict", "nodes.min", leastAboveMost(nodes));
  }
}

function checkFabric(problems: Problems, props: GpuNodePoolProps, type: InstanceType): void {
  if (props.fabric === undefined) return;
  if (efaInterfaces(type) === 0) {
    const sameAccelerator = efaInstanceTypes().filter((row) => row.accelerator === type.accelerator);
    const candidates =
      sameAccelerator.length > 0 ? sameAccelerator : efaInstanceTypes().filter((row) => row.accelerator !== null);
    const near = nearest(
      type.name,
      candidates.map((row) => row.name),
    );
    const names = near.length > 0 ? near : candidates.slice(0, 3).map((row) => row.name);
    problems.add(
      "conflict",
      "fabric",
      say`${prop("fabric")} needs an instance type with EFA, and ${type.name} has none; ${use(...names)}, or ${leaveOut("fabric")}`,
    );
  }
  const { network } = props.fabric;
  if (network !== props.network) {
    const zones =
      network.availabilityZone === props.network.availabilityZone
        ? ""
        : ` (${network.availabilityZone} and ${props.network.availabilityZone})`;
    problems.add(
      "conflict",
      "fabric",
      say`${prop("fabric")} "${props.fabric.name}" and this pool must be in the same network, since EFA traffic cannot leave a subnet or zone${zones}; give the pool the fabric's network`,
    );
  }
}

/** @see https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/instance-cpu-options-rules.html */
function checkThreads(problems: Problems, { threadsPerCore }: GpuNodePoolProps, type: InstanceType): void {
  if (threadsPerCore === undefined || threadsPerCore === type.cpu.threadsPerCore) return;
  const refuse = (why: string) => {
    const message = `threadsPerCore must be ${type.cpu.threadsPerCore} on ${type.name}, ${why}, got ${threadsPerCore}; leave threadsPerCore out`;
    problems.add("conflict", "threadsPerCore", message);
  };
  if (threadsPerCore > type.cpu.threadsPerCore) refuse("whose cores have one thread");
  else if (type.name.includes("metal")) refuse("since EC2 takes no CPU options for bare metal");
}

function checkImage(problems: Problems, { image }: GpuNodePoolProps, type: InstanceType): void {
  const neuron = type.accelerator !== null && findAccelerator(type.accelerator)?.vendor === "aws";
  const withNeuron = (os: DlamiOs) => imageParameter(neuronParameter(os), os);
  if (image === undefined) {
    if (neuron) {
      problems.add(
        "required",
        "image",
        say`image is required for ${type.name}, whose accelerators need a Neuron image and are not taken on Kubernetes; use ${withNeuron("ubuntu-24.04")}`,
      );
    }
    return;
  }
  if (neuron && (image.kind === "plain" || image.kind === "dlami")) {
    const what = image.kind === "plain" ? "a plain image" : "the Deep Learning base image, which has NVIDIA's,";
    problems.add(
      "conflict",
      "image",
      say`image must carry the Neuron driver of ${type.name}'s accelerators, which ${what} does not; use ${withNeuron(image.os)}`,
    );
    return;
  }
  if (image.kind === "plain" && type.acceleratorCount > 0) {
    problems.add(
      "conflict",
      "image",
      say`image must carry the driver of ${type.name}'s accelerators, which a plain image does not; use ${imageOf("dlami", image.os)}`,
    );
  }
}

function checkMounts(problems: Problems, props: GpuNodePoolProps, type: InstanceType | undefined): void {
  const cachePath = props.nvmeCache?.mountPath ?? (type?.localNvme ? "/scratch" : undefined);
  checkMountPaths(problems, props.mounts ?? [], cachePath ? [[cachePath, "nvmeCache"]] : []);
  (props.mounts ?? []).forEach((mount, index) => {
    const here = `mounts[${index}]`;
    const zone = props.network.availabilityZone;
    if (mount.availabilityZones.length > 0 && !mount.availabilityZones.includes(zone)) {
      problems.add(
        "conflict",
        here,
        `${here}: file system "${mount.fileSystem}" is in ${mount.availabilityZones.join(", ")} and the pool in ${zone}; traffic between zones is slow and costs money, put both in one`,
      );
    }
  });
}
