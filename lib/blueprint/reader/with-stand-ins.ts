import { CLOUD_NAMES } from "../../clouds/names";
import { API_VERSION } from "../schema/common-keys";
import { cloudOf } from "../schema/schema-of-cloud";
import { NAMED_SECTIONS } from "./check-names";
import type { IssueMessage } from "./issue-message";
import type { Path } from "./path";
import { tree } from "./tree";

type Told = Pick<IssueMessage, "path" | "key" | "meant">;

/**
 * A blueprint with each unknown key under the name that it is likely to mean, and without those that mean nothing, so that one of
 * them does not hide what is wrong with everything else.
 */
export function withKnownKeys(data: unknown, told: readonly Told[]): unknown {
  const copy = structuredClone(data);
  for (const { path, key, meant } of told) {
    const owner = key === undefined ? undefined : at(copy, path);
    if (key === undefined || owner === undefined) continue;
    if (meant !== undefined && !(meant in owner)) owner[meant] = owner[key];
    delete owner[key];
  }
  return copy;
}

/** The same with something that holds in place of what all parts need (version, name, cloud, network) and cannot be read. */
export function withStandIns(data: unknown, told: readonly Told[]): unknown {
  const root: Record<string, unknown> = { ...tree(data) };
  for (const { path } of told) {
    const [section, key] = path;
    if (section === "apiVersion") root.apiVersion = API_VERSION;
    if (section === "name") root.name = "cluster";
    if (section === "cloud") root.cloud = cloudOf(root);
    if (section === "catalog") delete root.catalog;
    if (section === "fabric") root.fabric = {};
    if (section === "network") root.network = networkInstead(root, key);
    if (section === "architecture" && path.length > 2) root.architecture = without(root.architecture, key);
  }
  for (const section of unreadableSections(told)) delete root[section];
  return root;
}

/** Sections of named parts, and an architecture, that are no maps at all. */
const unreadableSections = (told: readonly Told[]): string[] =>
  [...NAMED_SECTIONS, "architecture"].filter((section) =>
    told.some(({ path, key }) => key === undefined && path.length === 1 && path[0] === section),
  );

/** Whatever may be the name of a part of a section that cannot be read: every text. Who refers to one is not wrong for it. */
export function namesOfUnreadable(data: unknown, told: readonly Told[]): readonly string[] {
  return unreadableSections(told).length === 0 ? [] : textsIn(data);
}

function textsIn(value: unknown): readonly string[] {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

/** A network without what is wrong with it. */
function networkInstead(root: Readonly<Record<string, unknown>>, key: Path[number] | undefined): unknown {
  const zone = tree(root.network).availabilityZone;
  const wrong = typeof zone === "string" ? zone : "";
  const availabilityZone = CLOUD_NAMES[cloudOf(root)].zonesInstead(wrong).at(-1);
  if (key === undefined) return { availabilityZone };
  return key === "availabilityZone" ? { ...tree(root.network), availabilityZone } : without(root.network, key);
}

function without(owner: unknown, key: Path[number] | undefined): unknown {
  return Object.fromEntries(Object.entries(tree(owner)).filter(([name]) => name !== key));
}

/** The map at a path; undefined where something else stands there. */
function at(data: unknown, path: Path): Record<string, unknown> | undefined {
  const found = path.reduce<unknown>((here, key) => tree(here)[key], data);
  return typeof found === "object" && found !== null ? (found as Record<string, unknown>) : undefined;
}
