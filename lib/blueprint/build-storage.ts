import type { Construct } from "constructs";
import type { PoolMount } from "../aws/boot-step";
import { CheckpointBucket } from "../aws/checkpoint-bucket";
import type { IBucket } from "../aws/i-bucket";
import type { IClusterNetwork } from "../aws/i-cluster-network";
import type { InfiniBandFabric } from "../aws/infiniband-fabric";
import { LustreStorage } from "../aws/lustre-storage";
import { SharedHome } from "../aws/shared-home";
import type { Builder } from "./build";
import type { Path } from "./source";

/** What a pool can mount. */
export interface Mountable {
  mount(path: string, options?: { readonly readOnly?: boolean }): PoolMount;
}

export type FileSystems = ReadonlyMap<string, Mountable | undefined>;

/** The mounts listed at a path; a file system that is not there is noted. */
export function buildMounts(
  builder: Builder,
  path: Path,
  mounts: readonly { readonly fileSystem: string; readonly path: string; readonly readOnly?: boolean }[] | undefined,
  fileSystems: FileSystems,
): PoolMount[] {
  return (mounts ?? []).flatMap((mount, index) => {
    const here = [...path, "mounts", index];
    const fileSystem = builder.named([...here, "fileSystem"], "file system", mount.fileSystem, fileSystems);
    const made = fileSystem && builder.part(here, () => fileSystem.mount(mount.path, { readOnly: mount.readOnly }));
    return made ? [made] : [];
  });
}

type Buckets = ReadonlyMap<string, IBucket | undefined>;

export function buildBuckets(builder: Builder, scope: Construct, network: IClusterNetwork): Buckets {
  const buckets = Object.entries(builder.loaded.blueprint.buckets ?? {});
  return new Map(
    buckets.map(([name, props]) => [
      name,
      builder.part(["buckets", name], () => new CheckpointBucket(scope, name, { network, ...props })),
    ]),
  );
}

export function buildFileSystems(
  builder: Builder,
  scope: Construct,
  surroundings: {
    readonly network: IClusterNetwork;
    readonly fabric: InfiniBandFabric | undefined;
    readonly buckets: Buckets;
  },
): ReadonlyMap<string, Mountable | undefined> {
  const { network, fabric, buckets } = surroundings;
  const built = new Map<string, Mountable | undefined>();
  for (const [name, fileSystem] of Object.entries(builder.loaded.blueprint.fileSystems ?? {})) {
    const path = ["fileSystems", name];
    if (fileSystem.kind === "efs") {
      const { kind: _, ...props } = fileSystem;
      built.set(
        name,
        builder.part(path, () => new SharedHome(scope, name, { network, ...props })),
      );
      continue;
    }
    const { kind: _, efa, importFrom, dataRepositories, ...props } = fileSystem;
    const bucket =
      importFrom === undefined ? undefined : builder.named([...path, "importFrom"], "bucket", importFrom, buckets);
    const repositories = dataRepositories?.flatMap(({ bucket: bucketName, ...rest }, index) => {
      const found = builder.named([...path, "dataRepositories", index, "bucket"], "bucket", bucketName, buckets);
      return found ? [{ bucket: found, ...rest }] : [];
    });
    const lustre = {
      network,
      ...props,
      fabric: efa ? fabric : undefined,
      importFrom: bucket,
      dataRepositories: repositories,
    };
    built.set(
      name,
      builder.part(path, () => new LustreStorage(scope, name, lustre)),
    );
  }
  return built;
}
