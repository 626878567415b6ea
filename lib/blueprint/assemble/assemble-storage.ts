import type { Part } from "../../clouds/cloud";
import type { DefaultCloud, IBucket, IClusterNetwork, ILustreStorage, PoolMount } from "../../clouds/default-cloud";
import type { Path } from "../reader/path";
import type { Blueprint } from "../schema/aws/aws-blueprint";
import type { Named, Workshop } from "./workshop";

type InfiniBandFabric = Part<DefaultCloud, "InfiniBandFabric">;

/** What nodes can mount. */
export interface Mountable {
  mount(path: string, options?: { readonly readOnly?: boolean }): PoolMount;
}

export type Buckets = Named<IBucket>;
export type FileSystems = Named<Mountable>;

type Mounts = Blueprint["pools"][string]["mounts"];
type FileSystem = NonNullable<Blueprint["fileSystems"]>[string];
type Lustre = Extract<FileSystem, { kind: "lustre" }>;

interface Surroundings {
  readonly network: IClusterNetwork;
  readonly fabric: InfiniBandFabric | undefined;
  readonly buckets: Buckets;
  readonly availabilityZone: string;
}

export function assembleBuckets(workshop: Workshop, blueprint: Blueprint, network: IClusterNetwork): Buckets {
  const buckets = Object.entries(blueprint.buckets ?? {});
  return new Map(
    buckets.map(([name, { existing, ...props }]) => {
      const path = ["buckets", name];
      const made: IBucket | undefined =
        existing === undefined
          ? workshop.construct(path, workshop.cloud.parts.CheckpointBucket, name, { network, ...props }, "bucket")
          : workshop.declared(
              [...path, "existing"],
              workshop.cloud.parts.CheckpointBucket,
              "import",
              name,
              existing,
              "bucket",
            );
      return [name, made];
    }),
  );
}

export function assembleFileSystems(workshop: Workshop, blueprint: Blueprint, surroundings: Surroundings): FileSystems {
  const fileSystems = Object.entries(blueprint.fileSystems ?? {});
  return new Map(
    fileSystems.map(([name, fileSystem]) => [name, assembleFileSystem(workshop, name, fileSystem, surroundings)]),
  );
}

function assembleFileSystem(
  workshop: Workshop,
  name: string,
  fileSystem: FileSystem,
  surroundings: Surroundings,
): Mountable | undefined {
  const path = ["fileSystems", name];
  const { network } = surroundings;
  const { title, catalog } = workshop.cloud;
  if (catalog.homes && fileSystem.kind in catalog.homes) return assembleHome(workshop, path, name, fileSystem, network);
  if (!catalog.fileSystems.includes(fileSystem.kind)) {
    const has = catalog.fileSystems.join(", ") || "none";
    workshop.refuse("not-allowed", [...path, "kind"], `${title} has no ${fileSystem.kind}; of its kinds use: ${has}`);
    return undefined;
  }
  switch (fileSystem.kind) {
    case "lustre":
      return assembleLustre(workshop, path, name, fileSystem, surroundings);
    case "efs": {
      const { kind: _, ...props } = fileSystem;
      return workshop.construct(path, workshop.cloud.parts.SharedHome, name, { network, ...props }, "storage");
    }
    case "openzfs": {
      const { kind: _, ...props } = fileSystem;
      return workshop.declared(
        path,
        workshop.cloud.parts.SharedHome,
        "openZfs",
        name,
        { network, ...props },
        "storage",
      );
    }
    case "nfs":
    case "beegfs":
    case "cephfs":
    case "weka":
    case "spectrum-scale": {
      const { kind, ...props } = fileSystem;
      const maker = kind === "spectrum-scale" ? "spectrumScale" : kind;
      // Each kind's schema has that maker's props.
      return workshop.declared(path, workshop.cloud.parts.ExistingFileSystem, maker, name, props as never, "storage");
    }
  }
}

/** Homes of a kind that only one cloud has: their props are checked by the construct. */
function assembleHome(
  workshop: Workshop,
  path: Path,
  name: string,
  { kind, ...own }: FileSystem,
  network: IClusterNetwork,
): Mountable | undefined {
  const { SharedHome } = workshop.cloud.parts;
  const maker = workshop.cloud.catalog.homes?.[kind];
  const props = { network, ...own } as never;
  return maker === undefined
    ? workshop.construct(path, SharedHome, name, props, "storage")
    : workshop.declared(path, SharedHome, maker as never, name, props, "storage");
}

function assembleLustre(
  workshop: Workshop,
  path: Path,
  name: string,
  { kind: _, existing, ...lustre }: Lustre,
  surroundings: Surroundings,
): ILustreStorage | undefined {
  if (existing === undefined) {
    const props = lustreProps(workshop, path, lustre, surroundings);
    return workshop.construct(path, workshop.cloud.parts.LustreStorage, name, props, "storage");
  }
  const { availabilityZone = surroundings.availabilityZone, ...rest } = existing;
  return workshop.declared(
    [...path, "existing"],
    workshop.cloud.parts.LustreStorage,
    "import",
    name,
    { ...rest, availabilityZone },
    "storage",
  );
}

function lustreProps(
  workshop: Workshop,
  path: Path,
  { efa, importFrom, dataRepositories, ...props }: Omit<Lustre, "kind" | "existing">,
  { network, fabric, buckets }: Surroundings,
) {
  return {
    network,
    ...props,
    fabric: efa ? fabric : undefined,
    importFrom:
      importFrom === undefined ? undefined : workshop.named([...path, "importFrom"], "bucket", importFrom, buckets),
    dataRepositories: dataRepositories?.flatMap(({ bucket: bucketName, ...rest }, index) => {
      const bucket = workshop.named([...path, "dataRepositories", index, "bucket"], "bucket", bucketName, buckets);
      return bucket ? [{ bucket, ...rest }] : [];
    }),
  };
}

/** The mounts listed at a path; a file system that is not there is noted. */
export function mountsOf(workshop: Workshop, path: Path, mounts: Mounts, fileSystems: FileSystems) {
  return mounts?.flatMap(({ fileSystem: name, path: directory, readOnly }, index) => {
    const here = [...path, "mounts", index];
    const fileSystem = workshop.named([...here, "fileSystem"], "file system", name, fileSystems);
    if (fileSystem === undefined) return [];
    const options = readOnly === undefined ? [] : [{ readOnly }];
    return workshop.called(here, fileSystem, "mount", directory, ...options) ?? [];
  });
}
