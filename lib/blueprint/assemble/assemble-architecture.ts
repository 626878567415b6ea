import { FineTuningCluster } from "../../architectures/fine-tuning-cluster";
import { InferenceCluster } from "../../architectures/inference-cluster";
import { InferenceRegions } from "../../architectures/inference-regions";
import type { InferenceRegionsProps } from "../../architectures/inference-regions-props";
import { SingleNode } from "../../architectures/single-node";
import { TrainingCluster } from "../../architectures/training-cluster";
import type { Cloud } from "../../clouds/cloud";
import type { Path } from "../reader/path";
import type { Blueprint } from "../schema/aws/aws-blueprint";
import { capacityOf, gpuSharing, image } from "./assemble-pools";
import type { Emitter } from "./emitter";
import type { Parts } from "./parts";
import { hasModel } from "./workload";

/** Id of the architecture in the stack. */
export const CLUSTER_ID = "cluster";

const HERE = ["architecture"];

/** The cluster that an architecture makes of the blueprint's workload. */
export function assembleArchitecture(emitter: Emitter, blueprint: Blueprint, parts: Omit<Parts, "pools">): void {
  const { architecture, workload } = blueprint;
  if (architecture === undefined || architecture.kind === "inferenceRegions" || workload === undefined) return;
  // Noted at the workload already.
  if (!hasModel(workload)) return;
  const { kind, bucket: bucketName, capacity: sources, ...others } = architecture;
  const { migProfile, timeSlicingReplicas, ...rest } = {
    migProfile: undefined,
    timeSlicingReplicas: undefined,
    ...others,
  };
  const bucket =
    bucketName === undefined ? undefined : emitter.named([...HERE, "bucket"], "bucket", bucketName, parts.buckets);
  const existing = existingLustre(emitter, blueprint, parts);
  const { kind: _, ...run } = workload;
  const props = {
    network: parts.network,
    workload: run,
    ...rest,
    capacity: capacityOf(emitter, HERE, sources),
    bucket,
    existingLustre: existing,
    gpuSharing: gpuSharing(emitter, HERE, { migProfile, timeSlicingReplicas }),
    pool: withImage(emitter, [...HERE, "pool"], rest.pool, "dlami"),
    slurm: "slurm" in rest ? withImage(emitter, [...HERE, "slurm"], rest.slurm, "plain") : undefined,
  };
  // `checkConflicts` has seen that the workload is of the architecture's kind.
  switch (kind) {
    case "training":
      emitter.construct(HERE, TrainingCluster, CLUSTER_ID, props);
      break;
    case "fineTuning":
      emitter.construct(HERE, FineTuningCluster, CLUSTER_ID, props);
      break;
    case "inference":
      emitter.construct(HERE, InferenceCluster, CLUSTER_ID, props);
      break;
    case "singleNode":
      emitter.construct(HERE, SingleNode, CLUSTER_ID, props);
  }
}

/** A model from several regions, in the app: each region has a stack of its own. */
export function assembleRegions(emitter: Emitter, blueprint: Blueprint): InferenceRegions<Cloud> | undefined {
  const { architecture, workload, name } = blueprint;
  if (architecture?.kind !== "inferenceRegions" || workload?.kind !== "inference") return undefined;
  const { kind: _, regions, ...rest } = architecture;
  const { kind: __, ...requests } = workload;
  const props: InferenceRegionsProps<Cloud> = {
    workload: requests,
    ...rest,
    // What a blueprint says of a part is what the part's props say.
    regions: regions.map((region, index) =>
      regionProps(emitter, index, region),
    ) as InferenceRegionsProps<Cloud>["regions"],
  };
  return emitter.construct(HERE, InferenceRegions<Cloud>, name, props, "service");
}

type RegionBlueprint = Extract<NonNullable<Blueprint["architecture"]>, { kind: "inferenceRegions" }>["regions"][number];

function regionProps(emitter: Emitter, index: number, region: RegionBlueprint): object {
  const { capacity: sources, migProfile, timeSlicingReplicas, existingNetwork, availabilityZone, ...rest } = region;
  const here = [...HERE, "regions", index];
  return {
    availabilityZone,
    ...rest,
    capacity: capacityOf(emitter, here, sources),
    gpuSharing: gpuSharing(emitter, here, { migProfile, timeSlicingReplicas }),
    pool: withImage(emitter, [...here, "pool"], rest.pool, "dlami"),
    existingNetwork: existingNetwork && { availabilityZone, ...existingNetwork },
  };
}

/** Props of a part, with the image that they name. */
function withImage<Props extends { readonly image?: Parameters<typeof image>[2] }>(
  emitter: Emitter,
  path: Path,
  props: Props | undefined,
  usual: "dlami" | "plain",
) {
  return props && { ...props, image: image(emitter, [...path, "image"], props.image, usual) };
}

function existingLustre(emitter: Emitter, { architecture, fileSystems }: Blueprint, parts: Pick<Parts, "fileSystems">) {
  if (architecture === undefined || !("existingLustre" in architecture)) return undefined;
  const { existingLustre: name } = architecture;
  if (name === undefined) return undefined;
  const here = [...HERE, "existingLustre"];
  const kind = fileSystems?.[name]?.kind;
  if (kind !== undefined && kind !== "lustre") {
    emitter.refuse("not-allowed", here, `this must be Lustre, got "${name}", which is ${kind}; name a Lustre one`);
    return undefined;
  }
  return emitter.named(here, "file system", name, parts.fileSystems);
}
