import type { NodeHardware, TresLimits } from "./slurm-cluster";

/** A resource (TRES) that accounts, QoS and users can be limited in, and the props that do it. */
interface LimitedResource {
  /** Slurm's name: https://slurm.schedmd.com/tres.html */
  readonly tres: "gres/gpu" | "gres/neuron" | "cpu";
  readonly units: string;
  readonly hours: "gpuHours" | "neuronDeviceHours" | "cpuHours";
  readonly most: "maxGpus" | "maxNeuronDevices" | "maxCpus";
  readonly perUser: "maxGpusPerUser" | "maxNeuronDevicesPerUser" | "maxCpusPerUser";
  /** Whether a node has any: Slurm knows no TRES that no node has, and sacctmgr fails on a limit in one. */
  readonly on: (hardware: NodeHardware) => boolean;
}

export const limitedResources: readonly LimitedResource[] = [
  {
    tres: "gres/gpu",
    units: "GPUs",
    hours: "gpuHours",
    most: "maxGpus",
    perUser: "maxGpusPerUser",
    on: ({ gpu }) => gpu !== null,
  },
  {
    tres: "gres/neuron",
    units: "Neuron devices",
    hours: "neuronDeviceHours",
    most: "maxNeuronDevices",
    perUser: "maxNeuronDevicesPerUser",
    on: ({ neuron }) => neuron !== null,
  },
  { tres: "cpu", units: "CPUs", hours: "cpuHours", most: "maxCpus", perUser: "maxCpusPerUser", on: () => true },
];

/** The limits that were given for resources of these nodes. */
export function tresLimits(
  given: Readonly<Partial<Record<LimitedResource["hours" | "most" | "perUser"], number>>>,
  prop: "hours" | "most" | "perUser",
  nodes: readonly NodeHardware[],
): TresLimits {
  const present = limitedResources.filter(({ on }) => nodes.some(on));
  return Object.fromEntries(present.map((resource) => [resource.tres, given[resource[prop]] ?? null]));
}
