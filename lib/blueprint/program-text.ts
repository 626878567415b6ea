/** TypeScript that is printed as it is where a value is expected: a variable, a call. */
export class Code {
  constructor(public readonly text: string) {}
}

const WIDTH = 118;

/** A value as TypeScript, on one line where it fits into what `indent` and `used` columns leave, else one entry a line. */
export function literal(value: unknown, indent = 0, used = 0): string {
  const short = inline(value);
  if (indent + used + short.length <= WIDTH) return short;
  const inner = " ".repeat(indent + 2);
  const end = " ".repeat(indent);
  if (Array.isArray(value)) {
    return `[\n${value.map((entry) => `${inner}${literal(entry, indent + 2)},\n`).join("")}${end}]`;
  }
  if (isTree(value)) {
    const lines = entriesOf(value).map(([key, entry]) => {
      const name = keyText(key);
      return shorthand(name, entry)
        ? `${inner}${name},\n`
        : `${inner}${name}: ${literal(entry, indent + 2, name.length + 3)},\n`;
    });
    return `{\n${lines.join("")}${end}}`;
  }
  return short;
}

function inline(value: unknown): string {
  if (value instanceof Code) return value.text;
  if (typeof value === "number") return numberText(value);
  if (Array.isArray(value)) return `[${value.map(inline).join(", ")}]`;
  if (isTree(value)) {
    const entries = entriesOf(value).map(([key, entry]) => {
      const name = keyText(key);
      return shorthand(name, entry) ? name : `${name}: ${inline(entry)}`;
    });
    return entries.length === 0 ? "{}" : `{ ${entries.join(", ")} }`;
  }
  return JSON.stringify(value);
}

function shorthand(name: string, value: unknown): boolean {
  return value instanceof Code && value.text === name;
}

/** Numbers as people write them: 1e12, not 1000000000000. */
function numberText(value: number): string {
  const plain = String(value);
  const scientific = value.toExponential().replace("e+", "e");
  return plain.length > 6 && scientific.length < plain.length ? scientific : plain;
}

function keyText(key: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(key) ? key : JSON.stringify(key);
}

function entriesOf(value: Readonly<Record<string, unknown>>): [string, unknown][] {
  return Object.entries(value).filter(([, entry]) => entry !== undefined);
}

function isTree(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value) && !(value instanceof Code);
}

const RESERVED = new Set(
  "app stack default new class function return delete in do if else for while switch case try catch var let const void with yield await enum export import null true false this super typeof throw break continue finally instanceof static package private public protected interface implements arguments eval".split(
    " ",
  ),
);

/** Names of variables: each asked-for name once, in camel case, never one that the language or the program's head has. */
export class Variables {
  private readonly taken = new Set<string>(RESERVED);

  public name(wanted: string, kind: string): string {
    const camel = wanted.replace(/[^A-Za-z0-9]+([A-Za-z0-9]?)/g, (_, next: string) => next.toUpperCase());
    const candidates = [camel, `${camel}${kind[0]!.toUpperCase()}${kind.slice(1)}`];
    const free = candidates.find((candidate) => !this.taken.has(candidate)) ?? this.numbered(camel);
    this.taken.add(free);
    return free;
  }

  private numbered(start: string): string {
    for (let number = 2; ; number++) if (!this.taken.has(`${start}${number}`)) return `${start}${number}`;
  }
}
