import type { Bucket, FileSystemMakers, FileSystemPart, Mountable, Network } from "../../clouds/part-kinds";
import type { Path } from "../reader/path";
import type { Blueprint } from "../schema/aws/aws-blueprint";
import type { Declaration, Emitter } from "./emitter";
import type { Buckets, FileSystems, Parts } from "./parts";

type Mounts = Blueprint["pools"][string]["mounts"];
type FileSystem = NonNullable<Blueprint["fileSystems"]>[string];
type Lustre = Extract<FileSystem, { kind: "lustre" }>;

interface Surroundings extends Pick<Parts, "network" | "fabric" | "buckets"> {
  readonly availabilityZone: string;
}

export function assembleBuckets(emitter: Emitter, blueprint: Blueprint, network: Network): Buckets {
  const buckets = Object.entries(blueprint.buckets ?? {});
  return new Map(
    buckets.map(([name, { existing, ...props }]) => {
      const path = ["buckets", name];
      const made: Bucket | undefined =
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
    default: {
      const { kind, ...props } = fileSystem;
      const maker = (kind === "spectrum-scale" ? "spectrumScale" : kind) as keyof FileSystemMakers;
      return emitter.declared(path, emitter.cloud.parts.ExistingFileSystem, maker, name, props, "storage");
    }
  }
}

/** A home of one of the cloud's kinds. */
function assembleHome(
  emitter: Emitter,
  path: Path,
  name: string,
  { kind, ...own }: FileSystem,
  network: Network,
): Mountable | undefined {
  const { SharedHome } = emitter.cloud.parts;
  const maker = emitter.cloud.catalog.homes?.[kind];
  const props = { network, ...own };
  if (maker === undefined) return emitter.construct(path, SharedHome, name, props, "storage");
  const makers = SharedHome as Readonly<Record<string, Declaration<Mountable>>> | undefined;
  return emitter.declared(path, makers, maker, name, props, "storage");
}

function assembleLustre(
  emitter: Emitter,
  path: Path,
  name: string,
  { kind: _, existing, ...lustre }: Lustre,
  surroundings: Surroundings,
): FileSystemPart | undefined {
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
