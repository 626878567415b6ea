import type { ILustreStorage, NodeFleetProps } from "../../clouds/default-cloud";
import type { ADOPTERS, AdopterKind } from "../../model/adopters";
import type { Path } from "../reader/path";
import { adoptersIn, type WrittenAdopter } from "../reader/written-adopters";
import type { Blueprint } from "../schema/aws/aws-blueprint";
import { assembleKubeRay } from "./assemble-kube-ray";
import { image } from "./assemble-pools";
import { mountsOf } from "./assemble-storage";
import type { Parts } from "./parts";
import { withPools } from "./with-pools";
import type { ConstructClass, Workshop } from "./workshop";

/** Who starts the pools' nodes, each of its section. */
export function assembleSchedulers(workshop: Workshop, blueprint: Blueprint, parts: Parts): void {
  for (const written of adoptersIn(blueprint)) {
    const own = ASSEMBLED_APART[written.row.kind];
    if (own === undefined) assembleAdopter(workshop, written, parts);
    else own(workshop, blueprint, parts, written);
  }
  assembleMonitoring(workshop, blueprint, parts);
}

type Assemble = (workshop: Workshop, blueprint: Blueprint, parts: Parts, written: WrittenAdopter) => void;

/** Those that are given more than the network, pools and what their section says. */
const ASSEMBLED_APART: Readonly<Partial<Record<AdopterKind, Assemble>>> = {
  fleet: assembleFleet,
  slurm: assembleSlurm,
  kubernetes: assembleKubeRay,
};

/** A construct of the network and its section, in which pools are named. */
function assembleAdopter(
  workshop: Workshop,
  written: WrittenAdopter,
  { network, pools }: Parts,
  more: (path: Path) => object = () => ({}),
): void {
  const { row, id, path } = written;
  const props = withPools(workshop, written, pools);
  const others = more(path);
  if (props === undefined) return;
  const type = workshop.cloud.parts[row.construct as Construct] as ConstructClass<object, unknown>;
  workshop.construct(path, type, id, { network, ...props, ...others });
}

type Construct = (typeof ADOPTERS)[AdopterKind]["construct"];

function assembleFleet(workshop: Workshop, _: Blueprint, { pools }: Parts, written: WrittenAdopter): void {
  const props = withPools(workshop, written, pools) as NodeFleetProps | undefined;
  if (props !== undefined) workshop.construct(written.path, workshop.cloud.parts.NodeFleet, written.id, props);
}

function assembleSlurm(workshop: Workshop, { slurm }: Blueprint, parts: Parts, written: WrittenAdopter): void {
  assembleAdopter(workshop, written, parts, (path) => ({
    mounts: mountsOf(workshop, path, slurm?.mounts, parts.fileSystems),
    image: image(workshop, [...path, "image"], slurm?.image, "plain"),
  }));
}

function assembleMonitoring(workshop: Workshop, blueprint: Blueprint, parts: Parts): void {
  const { monitoring } = blueprint;
  if (monitoring === undefined) return;
  const { network } = parts;
  const pools = [...parts.pools.values()].filter((pool) => pool !== undefined);
  if (pools.length === 0) return;
  const fileSystems = Object.entries(blueprint.fileSystems ?? {})
    .filter(([, { kind }]) => kind === "lustre")
    .flatMap(([name]) => (parts.fileSystems.get(name) as ILustreStorage | undefined) ?? []);
  const props = { network, pools, fileSystems, ...monitoring };
  workshop.construct(["monitoring"], workshop.cloud.parts.ClusterMonitoring, "monitoring", props);
}
