import addOnRows from "./data/eks-add-ons.json";
import registryRows from "./data/eks-registries.json";
import versionRows from "./data/eks-versions.json";
import { NamedTable } from "./named-table";
import type { Sourced } from "./types";

/** A Kubernetes version that EKS supports, in standard or extended support. */
export interface EksVersion extends Sourced {
  /** `1.35`. */
  readonly name: string;
  /** Days, ISO 8601; null where not yet known. */
  readonly releasedOn: string | null;
  readonly standardSupportUntil: string | null;
  /** Extended support costs six times the cluster's hourly price; at its end EKS upgrades the cluster by itself. */
  readonly extendedSupportUntil: string | null;
}

/** An add-on that EKS installs and patches. */
export interface EksAddOn extends Sourced {
  readonly name: string;
  /** It has to be there before nodes join: without it they stay NotReady. */
  readonly beforeNodes: boolean;
  /** Pinned build by Kubernetes version. What is missing is looked up at plan: the version that EKS marks as default. */
  readonly versions: Readonly<Record<string, PinnedBuild>>;
}

/** A build of an add-on that a public record has for a Kubernetes version. */
export interface PinnedBuild {
  /** `v1.22.4-eksbuild.3`. */
  readonly version: string;
  /** The record. */
  readonly source: string;
}

/** Version for new clusters: the newest for which every add-on that a cluster installs has a pinned build on public record. */
export const DEFAULT_EKS_VERSION = "1.35";

/**
 * Releases of the node images that Karpenter starts unless told otherwise: each has images for Kubernetes 1.33 to 1.36 with
 * NVIDIA's driver, and, as both families build images of a version until its extended support ends, for 1.32. Read on
 * 2026-11-21.
 * @see https://github.com/awslabs/amazon-eks-ami/releases/tag/v20260903
 * @see https://github.com/bottlerocket-os/bottlerocket/releases/tag/v1.66.0 (2026-09-22)
 * @see https://github.com/bottlerocket-os/bottlerocket/issues/4879 (1.30's images ended with its extended support)
 */
export const DEFAULT_NODE_IMAGE_VERSIONS = { al2023: "v20260903", bottlerocket: "1.66.0" } as const;

/**
 * Releases of the AL2023 images as managed node groups name them, by Kubernetes version: one build of all of them, with
 * NVIDIA's driver and without.
 * @see https://github.com/awslabs/amazon-eks-ami CHANGELOG.md, AMI Release v20260714
 */
export const DEFAULT_NODE_GROUP_RELEASES: Readonly<Record<string, string>> = {
  "1.32": "1.32.13-20260714",
  "1.33": "1.33.13-20260714",
  "1.34": "1.34.9-20260714",
  "1.35": "1.35.6-20260714",
  "1.36": "1.36.2-20260714",
};

/** Bottlerocket's, one name for all its images of EKS: release and commit, the same with NVIDIA's driver and without. */
const BOTTLEROCKET_RELEASE = "1.65.0-0be31b34";

/**
 * Releases of the Bottlerocket images as managed node groups name them, by Kubernetes version: the newest whose commit a public
 * record has. Without one (1.32: no record says that the release has its images) a group takes the newest.
 * @see https://github.com/entigolabs/entigo-infralib/pull/1488 (BOTTLEROCKET_*: 1.65.0-0be31b34)
 * @see https://github.com/aws/eks-anywhere-build-tooling/pull/5625 (1.33 to 1.36)
 */
export const DEFAULT_BOTTLEROCKET_RELEASES: Readonly<Record<string, string>> = {
  "1.33": BOTTLEROCKET_RELEASE,
  "1.34": BOTTLEROCKET_RELEASE,
  "1.35": BOTTLEROCKET_RELEASE,
  "1.36": BOTTLEROCKET_RELEASE,
};

const versions = new NamedTable<EksVersion>("EKS version", versionRows as readonly EksVersion[]);
const addOns = new NamedTable<EksAddOn>("EKS add-on", addOnRows as readonly EksAddOn[]);

/** All versions that EKS supports, oldest first. */
export function eksVersions(): readonly EksVersion[] {
  return versions.rows;
}

/** The version of that name, or undefined when EKS no longer (or not yet) supports it. */
export function findEksVersion(name: string): EksVersion | undefined {
  return versions.find(name);
}

/**
 * Whether a version had left standard support on the day its row was read: EKS runs it in extended support alone, and a cluster there
 * cannot have that turned off. @see https://docs.aws.amazon.com/eks/latest/userguide/disable-extended-support.html
 */
export function isExtended({ standardSupportUntil, checkedOn }: EksVersion): boolean {
  return standardSupportUntil !== null && standardSupportUntil < checkedOn;
}

/** The add-on of that name; throws `unknown-name` with the nearest names. */
export function eksAddOn(name: string): EksAddOn {
  return addOns.get(name);
}

export function eksAddOns(): readonly EksAddOn[] {
  return addOns.rows;
}

/** The registry of one region that EKS replicates its images to. */
export interface EksRegistry extends Sourced {
  /** Region. */
  readonly name: string;
  readonly accountId: string;
}

const registries = new NamedTable<EksRegistry>("region", registryRows as readonly EksRegistry[]);

/** Host of EKS' images in a region; undefined where EKS names none there. */
export function eksRegistryHost(region: string): string | undefined {
  const row = registries.find(region);
  return row && `${row.accountId}.dkr.ecr.${region}.amazonaws.com`;
}
