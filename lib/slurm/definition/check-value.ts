import type { Problems } from "../../errors";
import { nearest } from "../../units/nearest";

/** Checks of single values, each of which blames the path that the user typed. */

/** Names that may stand in Slurm's lists, files and DNS alike. */
export const namePatterns = {
  cluster: {
    pattern: /^[a-z][a-z0-9-]{0,39}$/,
    maxLength: 40,
    says: "lower-case letters, digits and -, begin with a letter, at most 40",
  },
  pool: {
    pattern: /^[a-z][a-z0-9-]{0,38}[a-z0-9]$/,
    maxLength: 40,
    says: "lower-case letters, digits and -, begin with a letter, 2 to 40",
  },
  host: {
    pattern: /^[a-z]([a-z0-9-]{0,61}[a-z0-9])?$/,
    maxLength: 63,
    says: "a host name of lower-case letters, digits and -",
  },
  partition: {
    pattern: /^[A-Za-z][A-Za-z0-9_-]{0,31}$/,
    maxLength: 32,
    says: "letters, digits, - and _, begin with a letter, at most 32",
  },
  account: {
    pattern: /^[a-z][a-z0-9_-]{0,39}$/,
    maxLength: 40,
    says: "lower-case letters, digits, - and _, begin with a letter, at most 40",
  },
  user: {
    pattern: /^[a-z][a-z0-9_-]{0,31}$/,
    maxLength: 32,
    says: "lower-case letters, digits, - and _, begin with a letter, at most 32",
  },
  /** Somebody whom a directory knows; sacctmgr makes names lower case. */
  "directory-user": {
    pattern: /^[a-z_][a-z0-9_.@-]{0,63}$/,
    maxLength: 64,
    says: "lower-case letters, digits, ., @, - and _, begin with a letter, at most 64",
  },
} as const;

type NameKind = keyof typeof namePatterns;

/** The nearest name of the right shape. */
function shaped(name: string, kind: NameKind): string {
  const { pattern } = namePatterns[kind];
  const cleaned = name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^[^a-z]+/, "");
  const longest = cleaned.slice(0, namePatterns[kind].maxLength).replace(/-+$/, "");
  return [longest, `${longest}-${kind}`].find((candidate) => pattern.test(candidate)) ?? kind;
}

export function checkName(problems: Problems, path: string, name: string, kind: NameKind): void {
  const { pattern, says } = namePatterns[kind];
  if (pattern.test(name)) return;
  problems.add("malformed", path, `${path} must be ${says}, got ${JSON.stringify(name)}; use ${shaped(name, kind)}`);
}

/** Each name once. */
export function checkUnique(problems: Problems, list: string, names: readonly string[], key = ".name"): void {
  const seen = new Map<string, number>();
  names.forEach((name, index) => {
    const first = seen.get(name);
    const path = `${list}[${index}]${key}`;
    if (first === undefined) seen.set(name, index);
    else
      problems.add(
        "duplicate",
        path,
        `${path} must be used once, got ${name} again, as in ${list}[${first}]; rename one`,
      );
  });
}

/** A name that something else has. */
export function checkKnown(
  problems: Problems,
  path: string,
  name: string,
  known: Iterable<string>,
  what: string,
): void {
  const names = [...known];
  if (names.includes(name)) return;
  const [near] = nearest(name, names);
  const hint =
    near === undefined ? (names.length > 0 ? `use one of ${names.slice(0, 8).join(", ")}` : `add it`) : `use ${near}`;
  problems.add("unknown-name", path, `${path} must be ${what}, got ${name}; ${hint}`);
}
