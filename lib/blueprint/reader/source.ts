import { type Document, isMap, isScalar, isSeq, LineCounter, type Node, type Pair, parseDocument, visit } from "yaml";
import { earlierPaths } from "../schema/moved-keys";
import type { Path } from "./path";

/** Where something stands in a file, counted from 1, with the line itself. */
export interface Location {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly text: string;
  /** The problem is of the whole file: no line shows it. @default false */
  readonly wholeFile?: boolean;
}

/** The place of a problem that a whole file has. */
export const wholeFile = (file: string): Location => ({ file, line: 1, column: 1, text: "", wholeFile: true });

const SEVERAL_DOCUMENTS =
  "a second YAML document begins here; move it to a file of its own, and give that after this one";

/** One YAML text with its positions. */
export class SourceFile {
  public readonly document: Document.Parsed;
  private readonly counter = new LineCounter();
  private readonly lines: readonly string[];

  constructor(
    public readonly file: string,
    text: string,
    /** What people wrote in place of this text, in one line, and where in that an offset stands. */
    private readonly written?: { readonly text: string; readonly columnOf: (offset: number) => number },
  ) {
    this.lines = text.split(/\r?\n/);
    this.document = parseDocument(text, {
      lineCounter: this.counter,
      prettyErrors: false,
      uniqueKeys: true,
      // `<<: *base`, which YAML 1.1 has and 1.2 left to its users
      merge: true,
    });
  }

  /** Whether a line begins with one of some keys, also where the text is no YAML as a whole. */
  public hasKey(keys: readonly string[]): boolean {
    return this.lines.some((line) => keys.includes(/^\s*\{?\s*["']?([\w-]+)["']?\s*:/.exec(line)?.[1] ?? ""));
  }

  public at(offset: number): Location {
    if (this.written !== undefined) {
      return { file: this.file, line: 1, column: this.written.columnOf(offset), text: this.written.text };
    }
    const { line, col } = this.counter.linePos(offset);
    return { file: this.file, line, column: col, text: this.lines[line - 1] ?? "" };
  }

  /** What the parser complains of, and aliases that stand for nothing. */
  public get mistakes(): readonly { readonly message: string; readonly offset: number }[] {
    const found = [...this.document.errors, ...this.document.warnings].map(({ code, message, pos }) => ({
      message: code === "MULTIPLE_DOCS" ? SEVERAL_DOCUMENTS : message.split("\n")[0]!,
      offset: pos[0],
    }));
    if (found.length > 0) return found;
    visit(this.document, {
      Pair: (_, { key }) => {
        if (!isScalar(key) || key.value !== "__proto__") return;
        found.push({ message: 'a key cannot be "__proto__"; use another name', offset: key.range?.[0] ?? 0 });
      },
      Alias: (_, alias) => {
        if (alias.resolve(this.document) !== undefined) return;
        const message = `*${alias.source} stands for nothing: no &${alias.source} comes before it; for text write "*${alias.source}" in quotes`;
        found.push({ message, offset: alias.range?.[0] ?? 0 });
      },
    });
    return found;
  }

  /**
   * Where the value at a path stands, and how much of the path is there; the deepest part where the rest is missing. With
   * `key`, the place of that key in it.
   */
  public locate(path: Path, key?: string): { readonly depth: number; readonly location: Location } {
    let node: Node | null = this.document.contents;
    let place = node?.range?.[0] ?? 0;
    let depth = 0;
    for (const part of path) {
      const pair: Pair<Node, Node | null> | undefined = isMap(node)
        ? (node.items as Pair<Node, Node | null>[]).find(
            (item) => isScalar(item.key) && String(item.key.value) === String(part),
          )
        : undefined;
      const next: Node | null | undefined = pair
        ? pair.value
        : isSeq(node)
          ? (node.items[Number(part)] as Node | undefined)
          : undefined;
      if (next === undefined) break;
      place = (pair && (next === null || !isScalar(next)) ? pair.key.range?.[0] : next?.range?.[0]) ?? place;
      node = next;
      depth++;
    }
    if (key !== undefined && isMap(node)) {
      const pair = (node.items as Pair<Node, unknown>[]).find(
        (item) => isScalar(item.key) && String(item.key.value) === key,
      );
      place = pair?.key.range?.[0] ?? place;
    }
    return { depth, location: this.at(place) };
  }
}

/** The files of a blueprint, in the order in which later ones override earlier ones. */
export class BlueprintSource {
  private readonly misspelt = new Map<string, string>();

  constructor(private readonly files: readonly SourceFile[]) {}

  /** Has what is read under the key that another one is likely to mean be found where that stands. */
  public takeAs(path: Path, key: string, meant: string): void {
    this.misspelt.set(JSON.stringify([...path, meant]), key);
  }

  /** A path with keys as they are written. */
  private written(path: Path): Path {
    if (this.misspelt.size === 0) return path;
    return path.map((part, index) => this.misspelt.get(JSON.stringify(path.slice(0, index + 1))) ?? part);
  }

  /** Whether a path is set in one of the files. */
  public has(path: Path): boolean {
    return this.files.some((file) => file.locate(this.written(path)).depth === path.length);
  }

  /** Where a path was set last; the nearest part above it where it was not set at all. */
  public locate(path: Path, key?: string): Location {
    const paths = [...earlierPaths(path), this.written(path)];
    const found = this.files.flatMap((file) => paths.map((one) => file.locate(one, key)));
    return found.reduce((best, candidate) => (candidate.depth >= best.depth ? candidate : best)).location;
  }
}
