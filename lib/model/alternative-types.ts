import { acceleratedInstanceTypes, instanceTypes } from "../catalog/instance-types";
import type { InstanceType } from "../catalog/types";
import { type NicLayout, networkInterfaces } from "./aws/nic-layout";
import type { CapacitySource } from "./model";

/** Most types of one launch: a managed node group of EKS takes 20. @see https://docs.aws.amazon.com/eks/latest/APIReference/API_CreateNodegroup.html */
export const MOST_ALTERNATIVES = 19;

/** What the nodes have in common, whichever type they are of. */
export interface SharedLayout {
  readonly layout: NicLayout;
  /** Whether the pool is on a fabric. */
  readonly onFabric: boolean;
  /** Whether EC2 is told of cores and threads, which then must be the same. */
  readonly setsThreads: boolean;
}

/** Whether a source launches any of a pool's types: a block or a reservation is of one. */
export function takesAlternatives({ kind }: Pick<CapacitySource, "kind">): boolean {
  return kind === "spot" || kind === "on-demand";
}

const disks = ({ localNvme }: InstanceType) => localNvme?.count ?? 0;

const cards = (type: InstanceType, { layout, onFabric }: SharedLayout) =>
  JSON.stringify(networkInterfaces(type, layout, onFabric));

/**
 * Why nodes of `other` cannot take the place of nodes of `type`; empty where they can. Templates, boot steps, slurm.conf and pods are
 * made for `type`: another type has the same accelerators, cards and disks, and at least its CPUs, memory and bandwidth.
 */
export function differences(type: InstanceType, other: InstanceType, shared: SharedLayout): string[] {
  const metal = ({ name }: InstanceType) => name.includes("metal");
  const links = ({ interconnect }: InstanceType) =>
    interconnect === null ? "no link between accelerators" : `${interconnect.name} of ${interconnect.accelerators}`;
  const gpus = ({ accelerator, acceleratorCount }: InstanceType) =>
    accelerator === null ? "no accelerators" : `${acceleratorCount} x ${accelerator}`;
  const less = (what: string, mine: number, its: number, unit: string) =>
    its < mine ? [`${its} ${unit} of ${what}, less than ${mine}`] : [];
  return [
    ...(type.architecture === other.architecture ? [] : [`${other.architecture} processors`]),
    ...(gpus(type) === gpus(other) ? [] : [gpus(other)]),
    ...(links(type) === links(other) ? [] : [links(other)]),
    ...(metal(type) === metal(other) ? [] : [metal(other) ? "no hypervisor" : "a hypervisor"]),
    ...(cards(type, shared) === cards(other, shared) ? [] : ["another layout of network cards"]),
    ...(disks(type) === 0 || disks(type) === disks(other)
      ? []
      : [`${disks(other)} local NVMe disks, not ${disks(type)}`]),
    ...(type.vcpus <= other.vcpus ? [] : [`${other.vcpus} vCPUs, fewer than ${type.vcpus}`]),
    ...less("memory", type.memoryGiB, other.memoryGiB, "GiB"),
    ...(shared.onFabric ? less("EFA bandwidth", type.aws?.efa?.gbps ?? 0, other.aws?.efa?.gbps ?? 0, "Gb/s") : []),
    ...(shared.setsThreads && !sameCpus(type, other) ? ["another number of cores, which threadsPerCore sets"] : []),
  ];
}

/** Whether a line of slurm.conf with the CPUs of one type is true of the other. */
export function sameCpus(type: InstanceType, other: InstanceType): boolean {
  return type.vcpus === other.vcpus && type.cpu.threadsPerCore === other.cpu.threadsPerCore;
}

/** Types that can take the place of `type`, its own family first. */
export function possibleAlternatives(type: InstanceType, shared: SharedLayout): string[] {
  const rows = type.accelerator === null ? instanceTypes() : acceleratedInstanceTypes();
  const fit = rows.filter((row) => row.name !== type.name && differences(type, row, shared).length === 0);
  const own = (row: InstanceType) => (row.family === type.family ? 0 : 1);
  return fit.sort((a, b) => own(a) - own(b) || a.vcpus - b.vcpus || (a.name < b.name ? -1 : 1)).map(({ name }) => name);
}
