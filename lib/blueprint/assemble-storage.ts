import type { PoolMount } from "../aws/boot-step";
import { CheckpointBucket } from "../aws/checkpoint-bucket";
import type { IBucket } from "../aws/i-bucket";
import type { IClusterNetwork } from "../aws/i-cluster-network";
import type { InfiniBandFabric } from "../aws/infiniband-fabric";
import { LustreStorage } from "../aws/lustre-storage";
import { SharedHome } from "../aws/shared-home";
import type { Blueprint } from "./schema";
import type { Path } from "./source";
import type { Named, Workshop } from "./workshop";

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
}

export function assembleBuckets(workshop: Workshop, blueprint: Blueprint, network: IClusterNetwork): Buckets {
  const buckets = Object.entries(blueprint.buckets ?? {});
  return new Map(
    buckets.map(([name, props]) => [
      name,
      workshop.construct(["buckets", name], CheckpointBucket, name, { network, ...props }, "bucket"),
    ]),
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
  if (fileSystem.kind === "lustre") {
    const props = lustreProps(workshop, path, fileSystem, surroundings);
    return workshop.construct(path, LustreStorage, name, props, "storage");
  }
  const { kind: _, ...props } = fileSystem;
  return workshop.construct(path, SharedHome, name, { network: surroundings.network, ...props }, "storage");
}

function lustreProps(workshop: Workshop, path: Path, lustre: Lustre, { network, fabric, buckets }: Surroundings) {
  const { kind: _, efa, importFrom, dataRepositories, ...props } = lustre;
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
