import { FsxDataRepositoryAssociation } from "@cdktf/provider-aws/lib/fsx-data-repository-association";
import { Construct } from "constructs";
import { lustreLimit } from "../../../../catalog/storage/lustre-tiers";
import type { Problems } from "../../../../errors";
import type { FileSystem } from "../../../../model/model";
import { isKnown } from "../../../common/terraform-text";
import type { IBucket } from "../buckets/i-bucket";
import type { LustreDataRepository, LustreEvent, LustreStorageProps } from "./lustre-storage-props";

const MAX_ASSOCIATIONS = lustreLimit("data-repository-associations").value;
const EVENTS: readonly LustreEvent[] = ["NEW", "CHANGED", "DELETED"];

/** All links of a file system to buckets, `importFrom` as one at the root. */
export function dataRepositoriesOf(props: LustreStorageProps): readonly LustreDataRepository[] {
  const root = props.importFrom === undefined ? [] : [{ bucket: props.importFrom, path: "/" }];
  return [...root, ...(props.dataRepositories ?? [])];
}

/** Buckets describe themselves by their ids; the names of those made here are known to Terraform alone. */
function nameInModel(bucket: IBucket): string {
  return Construct.isConstruct(bucket) ? bucket.node.id : bucket.bucketName;
}

/** The links in the terms of the model. */
export function describeDataRepositories(
  repositories: readonly LustreDataRepository[],
): FileSystem["dataRepositories"] {
  return repositories.map((repository) => ({
    bucket: nameInModel(repository.bucket),
    path: repository.path,
    imports: (repository.autoImport ?? EVENTS).length > 0,
    exports: (repository.autoExport ?? []).length > 0,
  }));
}

/** Notes what is wrong with the links of a file system. */
export function checkDataRepositories(problems: Problems, props: LustreStorageProps): void {
  const repositories = dataRepositoriesOf(props);
  if (repositories.length === 0) return;
  const prop = props.dataRepositories === undefined ? "importFrom" : "dataRepositories";
  const without = props.deploymentType === "SCRATCH_1" ? "SCRATCH_1" : props.storageType;
  if (without === "SCRATCH_1" || without === "INTELLIGENT_TIERING") {
    problems.add(
      "conflict",
      prop,
      `${prop} cannot be set for ${without}, which has no data repository associations; ${without === "SCRATCH_1" ? "use SCRATCH_2" : "use storageType SSD"}`,
    );
  }
  if (repositories.length > MAX_ASSOCIATIONS) {
    problems.add(
      "out-of-range",
      prop,
      `dataRepositories must be at most ${MAX_ASSOCIATIONS} for a file system, got ${repositories.length}; link a common prefix instead`,
    );
  }
  for (const [index, repository] of (props.dataRepositories ?? []).entries()) {
    checkRepository(problems, repository, `dataRepositories[${index}]`);
  }
  checkOverlaps(problems, repositories);
  checkSharedPrefixes(problems, repositories);
}

/** What DataRepositoryPath of CreateDataRepositoryAssociation refuses. https://docs.aws.amazon.com/fsx/latest/APIReference/API_CreateDataRepositoryAssociation.html */
// biome-ignore lint/suspicious/noControlCharactersInRegex: FSx names them
const BREAKS = /[\u0000\u0085\u2028\u2029\r\n]/;

function checkRepository(problems: Problems, repository: LustreDataRepository, path: string): void {
  if (!/^\/([^/\s]+(\/[^/\s]+)*)?$/.test(repository.path)) {
    problems.add(
      "malformed",
      `${path}.path`,
      `${path}.path must be a directory of the file system from its root, such as "/imagenet", got "${repository.path}"`,
    );
  }
  if (repository.prefix !== undefined && /^\/|^s3:/.test(repository.prefix)) {
    problems.add(
      "malformed",
      `${path}.prefix`,
      `${path}.prefix must be a key prefix within the bucket, got "${repository.prefix}"; use "${repository.prefix.replace(/^s3:\/\/[^/]*/, "").replace(/^\/+/, "")}"`,
    );
  }
  if (BREAKS.test(repository.prefix ?? "")) {
    problems.add(
      "malformed",
      `${path}.prefix`,
      `${path}.prefix must be one line, since FSx takes no line break in a path, got ${JSON.stringify(repository.prefix)}; leave the line break out`,
    );
  }
}

function checkOverlaps(problems: Problems, repositories: readonly LustreDataRepository[]): void {
  const directory = (path: string) => (path.endsWith("/") ? path : `${path}/`);
  for (const [index, { path }] of repositories.entries()) {
    const other = repositories.slice(0, index).find((earlier) => {
      const [a, b] = [directory(earlier.path), directory(path)];
      return a.startsWith(b) || b.startsWith(a);
    });
    if (other === undefined) continue;
    const fix =
      other.path === "/" || path === "/"
        ? 'give each a directory of its own instead of "/"'
        : "use separate directories";
    problems.add(
      other.path === path ? "duplicate" : "conflict",
      "dataRepositories",
      `dataRepositories must not overlap on the file system, got "${other.path}" and "${path}"; ${fix}`,
    );
  }
}

const sameBucket = (a: IBucket, b: IBucket) => a === b || (isKnown(a.bucketName) && a.bucketName === b.bucketName);

/**
 * FSx links no part of a bucket twice to a file system: it would not know which path an object belongs to.
 * @see https://docs.aws.amazon.com/fsx/latest/APIReference/API_CreateDataRepositoryAssociation.html (DataRepositoryPath)
 */
function checkSharedPrefixes(problems: Problems, repositories: readonly LustreDataRepository[]): void {
  const prefixOf = ({ prefix }: LustreDataRepository) => (prefix ? prefix.replace(/\/?$/, "/") : "");
  for (const [index, repository] of repositories.entries()) {
    const other = repositories.slice(0, index).find((earlier) => {
      const [a, b] = [prefixOf(earlier), prefixOf(repository)];
      return sameBucket(earlier.bucket, repository.bucket) && (a.startsWith(b) || b.startsWith(a));
    });
    if (other === undefined) continue;
    const shown = (one: LustreDataRepository) => `"${prefixOf(one)}" at "${one.path}"`;
    problems.add(
      "conflict",
      "dataRepositories",
      `dataRepositories must not share keys of a bucket, got the prefixes ${shown(other)} and ${shown(repository)} of ${nameInModel(repository.bucket)}; use prefixes that do not contain each other`,
    );
  }
}

/** The associations of a file system, made one after another in the order given. */
export class LustreDataRepositories extends Construct {
  public readonly associations: readonly FsxDataRepositoryAssociation[];

  constructor(
    scope: Construct,
    id: string,
    props: {
      readonly fileSystemId: string;
      readonly repositories: readonly LustreDataRepository[];
      readonly tags: Record<string, string>;
    },
  ) {
    super(scope, id);
    this.associations = props.repositories.map((repository) => {
      const autoImport = repository.autoImport ?? EVENTS;
      const autoExport = repository.autoExport ?? [];
      const name = repository.path === "/" ? "root" : repository.path.slice(1).replaceAll("/", "-");
      return new FsxDataRepositoryAssociation(this, name, {
        fileSystemId: props.fileSystemId,
        fileSystemPath: repository.path,
        dataRepositoryPath: `s3://${repository.bucket.bucketName}/${repository.prefix ?? ""}`.replace(/\/$/, ""),
        batchImportMetaDataOnCreate: true,
        // What was mirrored stays on the file system when the link goes.
        deleteDataInFilesystem: false,
        s3: {
          ...(autoImport.length > 0 ? { autoImportPolicy: { events: [...autoImport] } } : {}),
          ...(autoExport.length > 0 ? { autoExportPolicy: { events: [...autoExport] } } : {}),
        },
        tags: props.tags,
      });
    });
  }
}
