import { createHash, randomUUID } from "node:crypto";
import { gzipSync } from "node:zlib";

type Plain = unknown;

/** JSON as Terraform (Go) writes it: keys in order; what HTML minds, and two line ends that JavaScript once minded, as escapes. */
function terraformJson(value: Plain): string {
  const sorted = (v: Plain): Plain =>
    Array.isArray(v)
      ? v.map(sorted)
      : v !== null && typeof v === "object"
        ? Object.fromEntries(
            Object.entries(v)
              .sort(([a], [b]) => (a < b ? -1 : 1))
              .map(([key, item]) => [key, sorted(item)]),
          )
        : v;
  const escaped = (character: string) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
  return JSON.stringify(sorted(value)).replace(/[<>&\u2028\u2029]/g, escaped);
}

const digest = (algorithm: string, encoding: "hex" | "base64") => (text: Plain) =>
  createHash(algorithm).update(String(text)).digest(encoding);

/** Unicode characters, which is what Terraform counts. */
const characters = (text: Plain) => [...String(text)];

/**
 * Terraform's functions as functions of known values: those that the constructs use and those that users of the CDK write
 * most. Anything else is an error that names it. @see https://developer.hashicorp.com/terraform/language/functions
 */
export const TERRAFORM_FUNCTIONS: Readonly<Record<string, (...args: Plain[]) => Plain>> = {
  base64decode: (text) => Buffer.from(String(text), "base64").toString("utf8"),
  base64encode: (text) => Buffer.from(String(text), "utf8").toString("base64"),
  base64gzip: (text) => gzipSync(String(text)).toString("base64"),
  base64sha256: digest("sha256", "base64"),
  concat: (...lists) => lists.flat(1),
  element: (list, index) => {
    const items = list as Plain[];
    return items[((Number(index) % items.length) + items.length) % items.length];
  },
  flatten: (list) => (list as Plain[]).flat(Number.POSITIVE_INFINITY),
  join: (separator, ...lists) => lists.flat(1).join(String(separator)),
  jsondecode: (text) => JSON.parse(String(text)),
  jsonencode: terraformJson,
  length: (value) =>
    typeof value === "string" ? characters(value).length : Object.keys(value as Record<string, Plain>).length,
  lower: (text) => String(text).toLowerCase(),
  md5: digest("md5", "hex"),
  merge: (...maps) => Object.assign({}, ...maps),
  replace: (text, search, by) => {
    const pattern = /^\/(.*)\/$/s.exec(String(search));
    if (pattern) return String(text).replace(new RegExp(pattern[1]!, "g"), String(by).replace(/\$\{(\w+)\}/g, "$$$1"));
    return String(text).split(String(search)).join(String(by));
  },
  sha256: digest("sha256", "hex"),
  split: (separator, text) => String(text).split(String(separator)),
  substr: (text, offset, length) => {
    const all = characters(text);
    const from = Number(offset) < 0 ? Math.max(all.length + Number(offset), 0) : Number(offset);
    return all.slice(from, Number(length) < 0 ? undefined : from + Number(length)).join("");
  },
  tobool: (value) => (typeof value === "string" ? value === "true" : value),
  tolist: (list) => list,
  tonumber: (value) => (value === null ? null : Number(value)),
  toset: (list) => [...new Set(list as Plain[])].sort(),
  tostring: (value) => (value === null ? null : String(value)),
  trimspace: (text) => String(text).trim(),
  uuid: () => randomUUID(),
  upper: (text) => String(text).toUpperCase(),
};
