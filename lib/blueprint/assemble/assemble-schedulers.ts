import type { ADOPTERS, AdopterKind } from "../../remedies/adopters";
import type { Path } from "../reader/path";
import { adoptersIn, type WrittenAdopter } from "../reader/written-adopters";
import type { Blueprint } from "../schema/aws/aws-blueprint";
import { assembleKubeRay } from "./assemble-kube-ray";
import { image } from "./assemble-pools";
import { mountsOf } from "./assemble-storage";
import type { Emitter } from "./emitter";
import type { Parts } from "./parts";
import { withPools } from "./with-pools";

/** Who starts the pools' nodes, each of its section. */
export function assembleSchedulers(emitter: Emitter, blueprint: Blueprint, parts: Parts): void {
  for (const written of adoptersIn(blueprint)) {
    const own = ASSEMBLED_APART[written.row.kind];
    if (own === undefined) assembleAdopter(emitter, written, parts);
    else own(emitter, blueprint, parts, written);
  }
  assembleMonitoring(emitter, blueprint, parts);
}

type Assemble = (emitter: Emitter, blueprint: Blueprint, parts: Parts, written: WrittenAdopter) => void;

/** Those that are given more than the network, pools and what their section says. */
const ASSEMBLED_APART: Readonly<Partial<Record<AdopterKind, Assemble>>> = {
  slurm: assembleSlurm,
  kubernetes: assembleKubeRay,
};

/** A construct of its section, in which pools are named, and of the network, which that of a single pool takes from its pool. */
function assembleAdopter(
  emitter: Emitter,
  written: WrittenAdopter,
  { network, pools }: Parts,
  more: (path: Path) => object = () => ({}),
): void {
  const { row, id, path } = written;
  const props = withPools(emitter, written, pools);
  const others = more(path);
  if (props === undefined) return;
  const around = row.prop === "pool" ? {} : { network };
  emitter.construct(path, emitter.cloud.parts[row.construct as Construct], id, { ...around, ...props, ...others });
}

type Construct = (typeof ADOPTERS)[AdopterKind]["construct"];

function assembleSlurm(emitter: Emitter, { slurm }: Blueprint, parts: Parts, written: WrittenAdopter): void {
  assembleAdopter(emitter, written, parts, (path) => ({
    mounts: mountsOf(emitter, path, slurm?.mounts, parts.fileSystems),
    image: image(emitter, [...path, "image"], slurm?.image, "plain"),
  }));
}

function assembleMonitoring(emitter: Emitter, blueprint: Blueprint, parts: Parts): void {
  const { monitoring } = blueprint;
  if (monitoring === undefined) return;
  const { network } = parts;
  const all = [...parts.pools.values()].filter((pool) => pool !== undefined);
  if (all.length === 0) return;
  if (emitter.cloud.monitoring === "asked-for") {
    // Kubernetes watches its own nodes there
    const { slurm, fleets = {} } = blueprint;
    const started = [
      ...(slurm?.partitions ?? []).flatMap((of) => of.pools),
      ...Object.values(fleets).map((of) => of.pool),
    ];
    const watched = started.flatMap((name, i) => (started.indexOf(name) === i ? (parts.pools.get(name) ?? []) : []));
    // A wrong name is told where it is; what else is wrong with monitoring is found with any pools.
    const pools = started.every((name) => parts.pools.has(name)) ? watched : all;
    const props = { network, pools, ...monitoring };
    emitter.construct(["monitoring"], emitter.cloud.parts.ClusterMonitoring, "monitoring", props);
    return;
  }
  const fileSystems = Object.entries(blueprint.fileSystems ?? {})
    .filter(([, { kind }]) => kind === "lustre")
    .flatMap(([name]) => parts.fileSystems.get(name) ?? []);
  const props = { network, pools: all, fileSystems, ...monitoring };
  emitter.construct(["monitoring"], emitter.cloud.parts.ClusterMonitoring, "monitoring", props);
}
