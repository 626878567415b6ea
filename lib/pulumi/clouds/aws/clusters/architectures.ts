import type * as pulumi from "@pulumi/pulumi";
import {
  type FineTuningClusterProps,
  FineTuningCluster as FineTuningConstruct,
} from "../../../../architectures/fine-tuning-cluster";
import {
  type InferenceClusterProps,
  InferenceCluster as InferenceConstruct,
} from "../../../../architectures/inference-cluster";
import { SingleNode as SingleNodeConstruct, type SingleNodeProps } from "../../../../architectures/single-node";
import type { ServiceSize } from "../../../../architectures/sizing/size-service";
import type { TrainingSize } from "../../../../architectures/sizing/size-training";
import {
  type TrainingClusterProps,
  TrainingCluster as TrainingConstruct,
} from "../../../../architectures/training-cluster";
import { Architecture } from "./architecture";
import type { ArchitectureArgs, ArchitecturePlace } from "./architecture-args";

export type TrainingClusterArgs = ArchitectureArgs<TrainingClusterProps>;
export type FineTuningClusterArgs = ArchitectureArgs<FineTuningClusterProps>;
export type InferenceClusterArgs = ArchitectureArgs<InferenceClusterProps>;
export type SingleNodeArgs = ArchitectureArgs<SingleNodeProps>;

/** Names of args; the type makes a forgotten one an error. */
const namesOf = <A>(names: Readonly<Record<keyof A, true>>) => Object.keys(names);
const PLACE: Readonly<Record<keyof ArchitecturePlace, true>> = {
  availabilityZone: true,
  existingNetwork: true,
  existingBucket: true,
  outdir: true,
};
const COMMON = { ...PLACE, workload: true, instanceType: true, capacity: true, pool: true, monitoring: true } as const;

/** A cluster for a pre-training run, in a Pulumi program. @throws WarpformError as its construct, and on wrong arguments */
export class TrainingCluster extends Architecture<TrainingConstruct, { fileSystemId: string }> {
  public readonly fileSystemId: pulumi.Output<string>;
  /** Every size that was derived. */
  public readonly size: TrainingSize;

  constructor(name: string, args: TrainingClusterArgs, options: pulumi.ComponentResourceOptions = {}) {
    const kind = {
      name: "TrainingCluster",
      Construct: TrainingConstruct,
      args: namesOf<TrainingClusterArgs>({
        ...COMMON,
        nodes: true,
        spareNodes: true,
        scheduler: true,
        lustre: true,
        existingLustre: true,
        slurm: true,
        ray: true,
      }),
      outputs: ({ lustre }: TrainingConstruct) => ({ fileSystemId: lustre.fileSystemId }),
    };
    super(kind, name, args, options);
    this.fileSystemId = this.outputs.fileSystemId as pulumi.Output<string>;
    this.size = this.construct.size;
  }
}

/** A cluster that teams share for fine-tuning runs, in a Pulumi program. @throws WarpformError as its construct, and on wrong arguments */
export class FineTuningCluster extends Architecture<FineTuningConstruct, Record<never, string>> {
  constructor(name: string, args: FineTuningClusterArgs, options: pulumi.ComponentResourceOptions = {}) {
    const kind = {
      name: "FineTuningCluster",
      Construct: FineTuningConstruct,
      args: namesOf<FineTuningClusterArgs>({
        ...COMMON,
        runsAtOnce: true,
        nodesPerRun: true,
        scheduler: true,
        datasets: true,
        lustre: true,
        existingLustre: true,
        teams: true,
        slurm: true,
        ray: true,
      }),
      outputs: () => ({}),
    };
    super(kind, name, args, options);
  }
}

/** A cluster that serves a model, in a Pulumi program. @throws WarpformError as its construct, and on wrong arguments */
export class InferenceCluster extends Architecture<InferenceConstruct, Record<never, string>> {
  /** Replicas, and how they were derived. */
  public readonly size: ServiceSize;

  constructor(name: string, args: InferenceClusterArgs, options: pulumi.ComponentResourceOptions = {}) {
    const kind = {
      name: "InferenceCluster",
      Construct: InferenceConstruct,
      args: namesOf<InferenceClusterArgs>({
        ...COMMON,
        nodes: true,
        gpuSharing: true,
        serving: true,
        address: true,
        ray: true,
      }),
      outputs: () => ({}),
    };
    super(kind, name, args, options);
    this.size = this.construct.size;
  }
}

/** One node with GPUs, in a Pulumi program. @throws WarpformError as its construct, and on wrong arguments */
export class SingleNode extends Architecture<SingleNodeConstruct, Record<never, string>> {
  constructor(name: string, args: SingleNodeArgs, options: pulumi.ComponentResourceOptions = {}) {
    const kind = {
      name: "SingleNode",
      Construct: SingleNodeConstruct,
      args: namesOf<SingleNodeArgs>(COMMON),
      outputs: () => ({}),
    };
    super(kind, name, args, options);
  }
}
