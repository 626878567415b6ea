import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseAllDocuments } from "yaml";
import { type Block, isBlock, type Json } from "./terraform-stack";

/** Objects of a local chart by kind, namespace and name; what only Terraform knows stays as the template's expression. */
export type ChartObjects = ReadonlyMap<string, Block>;

/** Objects of the whole cluster have no namespace; the release's own is given to none of the library's. */
const nameOf = ({ name, namespace }: Block) => (namespace === undefined ? "" : `${namespace}/`) + name;

function objectsOf(text: string, folder: string): (readonly [string, Block])[] {
  // a file is a whole plain value; its content decides whether the object changes
  const plain = text.replaceAll(/\{\{ \.Files\.Get "([^"]+)" \| toJson \}\}/g, (_, path: string) => {
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

/** What a chart's folder holds; undefined where it is no local chart of the library's. */
export function chartObjects(folder: string): ChartObjects | undefined {
  const templates = join(folder, "templates");
  if (!existsSync(join(folder, "Chart.yaml")) || !existsSync(templates)) return undefined;
  const files = readdirSync(templates).sort();
  return new Map(files.flatMap((file) => objectsOf(readFileSync(join(templates, file), "utf8"), folder)));
}
