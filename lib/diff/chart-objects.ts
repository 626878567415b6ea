import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseAllDocuments } from "yaml";
import { type Block, isBlock, type Json } from "./terraform-stack";

/** Objects of a local chart by kind, namespace and name; what only Terraform knows stays as the template's expression. */
export type ChartObjects = ReadonlyMap<string, Block>;

/** Objects of the whole cluster have no namespace; the release's own is given to none of the library's. */
const nameOf = ({ name, namespace }: Block) => (namespace === undefined ? "" : `${namespace}/`) + name;

/** Text of a release's values by path; none where they are no JSON. */
function valuesByPath(values: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  const read = (value: unknown, path: string) => {
    if (typeof value === "string") found.set(path, value.replaceAll(/["\\]/g, ""));
    else if (typeof value === "object" && value !== null)
      for (const [key, item] of Object.entries(value)) read(item, path === "" ? key : `${path}.${key}`);
  };
  try {
    read(JSON.parse(values), "");
  } catch {
    return new Map();
  }
  return found;
}

/** A value's path says nothing of what it is: it is a number that changes with what else the chart refers to. */
const valuePaths = /\bterraform\.value\d+\b/g;

/** Braces that Helm leaves as they are, such as those of Prometheus' own templates; a text in quotes would end at these. */
const BRACES = '{{ "{{" }}';

function objectsOf(text: string, folder: string): (readonly [string, Block])[] {
  // a file is a whole plain value; its content decides whether the object changes
  const plain = text
    .replaceAll(BRACES, "{{")
    .replaceAll(/\{\{ \.Files\.Get "([^"]+)" \| toJson \}\}/g, (_, path: string) => {
      const file = join(folder, path);
      return existsSync(file) ? createHash("sha256").update(readFileSync(file)).digest("hex") : path;
    });
  return parseAllDocuments(plain).flatMap((document) => {
    const object = document.toJS() as Json;
    return isBlock(object) && isBlock(object.metadata)
      ? [[`${object.kind} ${nameOf(object.metadata)}`, object] as const]
      : [];
  });
}

/**
 * What a chart's folder holds, with the expressions of its release's values (JSON text) in place of their paths; undefined where it is no local
 * chart of the library's.
 */
export function chartObjects(folder: string, values: string): ChartObjects | undefined {
  const templates = join(folder, "templates");
  if (!existsSync(join(folder, "Chart.yaml")) || !existsSync(templates)) return undefined;
  const files = readdirSync(templates).sort();
  const known = valuesByPath(values);
  return new Map(
    files.flatMap((file) => {
      const text = readFileSync(join(templates, file), "utf8");
      return objectsOf(
        text.replaceAll(valuePaths, (path) => known.get(path) ?? path),
        folder,
      );
    }),
  );
}
