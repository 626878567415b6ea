import type { Part } from "../../clouds/cloud";
import type { DefaultCloud, IBucket, IClusterNetwork, ILustreStorage, PoolMount } from "../../clouds/default-cloud";
import type { Path } from "../reader/path";
import type { Blueprint } from "../schema/aws/aws-blueprint";
import type { Emitter, Named } from "./emitter";

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

export function assembleBuckets(emitter: Emitter, blueprint: Blueprint, network: IClusterNetwork): Buckets {
  const buckets = Object.entries(blueprint.buckets ?? {});
  return new Map(
    buckets.map(([name, { existing, ...props }]) => {
      const path = ["buckets", name];
      const made: IBucket | undefined =
        existing === undefined
          ? emitter.construct(path, emitter.cloud.parts.CheckpointBucket, name, { network, ...props }, "bucket")
          : emitter.declared(
              [...path, "existing"],
              emitter.cloud.parts.CheckpointBucket,
              "import",
              name,
              existing,
              "bucket",
            );
      return [name, made];
    }),
  );
}

export function assembleFileSystems(emitter: Emitter, blueprint: Blueprint, surroundings: Surroundings): FileSystems {
  const fileSystems = Object.entries(blueprint.fileSystems ?? {});
  return new Map(
    fileSystems.map(([name, fileSystem]) => [name, assembleFileSystem(emitter, name, fileSystem, surroundings)]),
  );
}

function assembleFileSystem(
  emitter: Emitter,
  name: string,
  fileSystem: FileSystem,
  surroundings: Surroundings,
): Mountable | undefined {
  const path = ["fileSystems", name];
  const { network } = surroundings;
  const { title, catalog } = emitter.cloud;
  if (catalog.homes && fileSystem.kind in catalog.homes) return assembleHome(emitter, path, name, fileSystem, network);
  if (!catalog.fileSystems.includes(fileSystem.kind)) {
    const has = catalog.fileSystems.join(", ") || "none";
    emitter.refuse("not-allowed", [...path, "kind"], `${title} has no ${fileSystem.kind}; of its kinds use: ${has}`);
    return undefined;
  }
  switch (fileSystem.kind) {
    case "lustre":
      return assembleLustre(emitter, path, name, fileSystem, surroundings);
    case "efs": {
      const { kind: _, ...props } = fileSystem;
      return emitter.construct(path, emitter.cloud.parts.SharedHome, name, { network, ...props }, "storage");
    }
    case "openzfs": {
      const { kind: _, ...props } = fileSystem;
      return emitter.declared(path, emitter.cloud.parts.SharedHome, "openZfs", name, { network, ...props }, "storage");
    }
    case "nfs":
    case "beegfs":
    case "cephfs":
    case "weka":
    case "spectrum-scale": {
      const { kind, ...props } = fileSystem;
      const maker = kind === "spectrum-scale" ? "spectrumScale" : kind;
      // Each kind's schema has that maker's props.
      return emitter.declared(path, emitter.cloud.parts.ExistingFileSystem, maker, name, props as never, "storage");
    }
  }
}

/** Homes of a kind that only one cloud has: their props are checked by the construct. */
function assembleHome(
  emitter: Emitter,
  path: Path,
  name: string,
  { kind, ...own }: FileSystem,
  network: IClusterNetwork,
): Mountable | undefined {
  const { SharedHome } = emitter.cloud.parts;
  const maker = emitter.cloud.catalog.homes?.[kind];
  const props = { network, ...own } as never;
  return maker === undefined
    ? emitter.construct(path, SharedHome, name, props, "storage")
    : emitter.declared(path, SharedHome, maker as never, name, props, "storage");
}

function assembleLustre(
  emitter: Emitter,
  path: Path,
  name: string,
  { kind: _, existing, ...lustre }: Lustre,
  surroundings: Surroundings,
): ILustreStorage | undefined {
  if (existing === undefined) {
    const props = lustreProps(emitter, path, lustre, surroundings);
    return emitter.construct(path, emitter.cloud.parts.LustreStorage, name, props, "storage");
  }
  const { availabilityZone = surroundings.availabilityZone, ...rest } = existing;
  return emitter.declared(
    [...path, "existing"],
    emitter.cloud.parts.LustreStorage,
    "import",
    name,
    { ...rest, availabilityZone },
    "storage",
  );
}

function lustreProps(
  emitter: Emitter,
  path: Path,
  { efa, importFrom, dataRepositories, ...props }: Omit<Lustre, "kind" | "existing">,
  { network, fabric, buckets }: Surroundings,
) {
  return {
    network,
    ...props,
    fabric: efa ? fabric : undefined,
    importFrom:
      importFrom === undefined ? undefined : emitter.named([...path, "importFrom"], "bucket", importFrom, buckets),
    dataRepositories: dataRepositories?.flatMap(({ bucket: bucketName, ...rest }, index) => {
      const bucket = emitter.named([...path, "dataRepositories", index, "bucket"], "bucket", bucketName, buckets);
      return bucket ? [{ bucket, ...rest }] : [];
    }),
  };
}

/** The mounts listed at a path; a file system that is not there is noted. */
export function mountsOf(emitter: Emitter, path: Path, mounts: Mounts, fileSystems: FileSystems) {
  return mounts?.flatMap(({ fileSystem: name, path: directory, readOnly }, index) => {
    const here = [...path, "mounts", index];
    const fileSystem = emitter.named([...here, "fileSystem"], "file system", name, fileSystems);
    if (fileSystem === undefined) return [];
    const options = readOnly === undefined ? [] : [{ readOnly }];
    return emitter.called(here, fileSystem, "mount", directory, ...options) ?? [];
  });
}
