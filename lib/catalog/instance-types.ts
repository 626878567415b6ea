import { WarpformError } from "../errors";
import { nearest } from "../units/nearest";
import { azureAsInstance, azureSizes, isAzureName } from "./azure/azure-sizes";
import { FamilyFiles, familyOf } from "./family-files";
import { familiesInstead, notInCatalog } from "./left-out-families";
import { findRentedNode, rentedAsInstance, rentedNodes } from "./market/rented-nodes";
import { findNodeType, nodeAsInstance } from "./node-types";
import type { InstanceType } from "./types";

const files = new FamilyFiles<InstanceType>("instance-types");
const added = new Map<string, InstanceType>();
const described = new Map<string, InstanceType>();

/** Families with accelerators are known by their name, so that the files of the others need not be read. */
const ACCELERATED_FAMILY = /^(p|g|gr|inf|trn)\d/;

function rowsOf(families: readonly string[], keep: (type: InstanceType) => boolean): readonly InstanceType[] {
  const own = families.flatMap((family) => files.rowsOf(family)).filter((type) => !added.has(type.name) && keep(type));
  return added.size === 0 ? own : [...own, ...[...added.values()].filter(keep)];
}

/** All EC2 instance types of the catalog, by name. Reads every family: look a type up with `findInstanceType` where one is enough. */
export function instanceTypes(): readonly InstanceType[] {
  return rowsOf(files.families(), () => true);
}

/** The instance type of that name; throws `unknown-name` with the nearest names. */
export function instanceType(name: string): InstanceType {
  const row = findInstanceType(name);
  if (row) return row;
  const near = nearestInstanceTypes(String(name));
  const nearestOnes = near.length > 0 ? `; nearest are ${near.join(", ")}` : "";
  const message = `${JSON.stringify(name)} ${notInCatalog(name)}${nearestOnes}; add it with extendCatalog`;
  throw new WarpformError("instance type", [{ code: "unknown-name", path: "instanceType", message }]);
}

/** The instance type of that name, or the server that somebody buys under it; undefined where there is neither. */
export function findInstanceType(name: string): InstanceType | undefined {
  return (
    added.get(name) ??
    files.rowsOf(familyOf(name)).find((type) => type.name === name) ??
    (isAzureName(name) ? azureTypes().get(name) : undefined) ??
    ownedType(name) ??
    described.get(name) ??
    rentedType(name)
  );
}

let ofAzure: ReadonlyMap<string, InstanceType> | undefined;

/** Sizes of Azure in the form of instance types, read on first use. */
function azureTypes(): ReadonlyMap<string, InstanceType> {
  ofAzure ??= new Map(azureSizes().map((size) => [size.name, azureAsInstance(size)]));
  return ofAzure;
}

/** All sizes of Azure that the catalog has, in the form of instance types. */
export function azureInstanceTypes(): readonly InstanceType[] {
  return [...azureTypes().values()];
}

/** Most EFA interfaces of a type at once; 0 without EFA. */
export function efaInterfaces({ aws }: Pick<InstanceType, "aws">): number {
  return aws?.maxEfaInterfaces ?? 0;
}

/** What a node's fabric carries, Gb/s: the part of its network bandwidth that EFA reaches, elsewhere all of it. */
export function fabricGbps({ aws, networkGbps }: InstanceType): number {
  return aws?.efa?.gbps ?? networkGbps;
}

/** What a node's disks on the network carry, Gb/s, without bursts; null where it is unpublished or the node has none. */
export function networkDiskGbps({ aws }: InstanceType): number | null {
  return aws?.ebs.baselineGbps ?? null;
}

/** Whether the cloud tells where nodes of a type lie in its network; null where that is unpublished. */
export function tellsTopology({ aws }: InstanceType): boolean | null {
  return aws?.topologyApi ?? null;
}

/** Whether nodes of a type have a fabric to join: EFA, InfiniBand or RoCE. */
export function hasFabric(type: Pick<InstanceType, "aws" | "infiniband" | "rdma">): boolean {
  return efaInterfaces(type) > 0 || type.infiniband !== undefined || type.rdma !== undefined;
}

/** Whether one link joins the accelerators of several nodes of a type: racks of GB200 and GB300, UltraServers. */
export function interconnectSpansNodes({
  interconnect,
  acceleratorCount,
}: Pick<InstanceType, "interconnect" | "acceleratorCount">): boolean {
  return interconnect !== null && interconnect.accelerators > acceleratorCount;
}

/** Nodes that a GPU cloud rents, in the form of instance types. */
export function rentedInstanceTypes(provider: string): readonly InstanceType[] {
  return rentedNodes(provider).map(rentedAsInstance);
}

function rentedType(name: string): InstanceType | undefined {
  const node = findRentedNode(name);
  return node && rentedAsInstance(node);
}

function ownedType(name: string): InstanceType | undefined {
  const node = findNodeType(name);
  return node && nodeAsInstance(node);
}

/** Names of types that a misspelled name may mean: of its family where there is one, else the likeliest of all. */
export function nearestInstanceTypes(name: string): string[] {
  if (isAzureName(name)) {
    const sizes = azureSizes().map((size) => size.name);
    return nearest(name, sizes).length > 0
      ? nearest(name, sizes)
      : sizes.filter((size) => size.includes("_ND")).slice(-3);
  }
  const family = rowsOf([familyOf(name)], (type) => type.family === familyOf(name)).map((type) => type.name);
  if (family.length > 0) return nearest(name, family).length > 0 ? nearest(name, family) : family.slice(0, 3);
  const instead = typesInstead(name);
  if (instead.length > 0) return instead;
  const withGpu = typesWith(name);
  if (withGpu.length > 0) return withGpu.slice(0, 3);
  return nearest(
    name,
    instanceTypes().map((type) => type.name),
  );
}

/** Types instead of one of a family that the catalog leaves out: of a newer family the one of its size. */
function typesInstead(name: string): string[] {
  const size = name.slice(name.indexOf(".") + 1);
  return familiesInstead(name).map((one) => {
    if (one.includes(".")) return one;
    const names = files.rowsOf(one).map((type) => type.name);
    return nearest(`${one}.${size}`, names, 1)[0] ?? names[0]!;
  });
}

/** Names of the types that have a GPU of that name, which people write for them: `h100`. */
function typesWith(gpu: string): string[] {
  const wanted = `${gpu.toLowerCase()}-`;
  return instanceTypes()
    .filter(({ accelerator }) => accelerator !== null && `${accelerator.toLowerCase()}-`.startsWith(wanted))
    .map(({ name }) => name);
}

/** The types that take at least one EFA. */
export function efaInstanceTypes(): readonly InstanceType[] {
  return instanceTypes().filter((type) => efaInterfaces(type) > 0);
}

/** The types with accelerators: GPUs, Trainium, Inferentia. */
export function acceleratedInstanceTypes(): readonly InstanceType[] {
  const families = files.families().filter((family) => ACCELERATED_FAMILY.test(family));
  return rowsOf(families, (type) => type.accelerator !== null);
}

/** Puts rows of a user's own beside those of the catalog, or over one of the same name. Only `extendCatalog` calls it. */
export function addInstanceTypes(rows: readonly InstanceType[]): void {
  for (const row of rows) added.set(row.name, row);
}

/** Makes a node that a program describes known to look-ups by its name, and to no list of what can be had. */
export function addDescribedType(row: InstanceType): void {
  described.set(row.name, row);
}
