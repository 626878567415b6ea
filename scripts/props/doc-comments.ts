import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import * as ts from "typescript";

/** What the comment of a prop says. */
export interface PropComment {
  /** Meaning, without its tags, on one line. */
  readonly says: string;
  /** Text of @default; undefined where there is none. */
  readonly default: string | undefined;
  /** Names in its type, among which are those of its parts. */
  readonly types: readonly string[];
  /** Props of an object type that is written in place. */
  readonly inside: ReadonlyMap<string, PropComment>;
}

const LIB = join(__dirname, "../../lib");
/** Where props and their parts are declared. */
const FOLDERS = [
  "catalog",
  "clouds/aws",
  "clouds/anywhere",
  "clouds/common/slurm",
  "clouds/common/workloads",
  "clouds/onprem",
  "slurm/definition",
  "kubernetes/pods",
  "kubernetes/serving",
  "model/kubernetes",
  "review",
];

/** Clouds whose interfaces have the names of the default cloud's, by what those names are told apart with: `azure.GpuNodePoolProps`. */
const OTHER_CLOUDS = ["azure"];

interface Declared {
  readonly props: ReadonlyMap<string, PropComment>;
  /** Names that it is made of: what it extends, or what an alias picks from. */
  readonly from: readonly string[];
}

/** Comments of props, read from the sources. */
export class DocComments {
  private readonly declared = new Map<string, Declared>();

  constructor() {
    for (const folder of FOLDERS) this.readFolder(folder, "");
    for (const cloud of OTHER_CLOUDS) this.readFolder(`clouds/${cloud}`, `${cloud}.`);
  }

  /** The comment of a prop, of the interface itself or of what it extends. */
  public of(name: string, prop: string): PropComment | undefined {
    const declared = this.declared.get(name);
    const own = declared?.props.get(prop);
    if (own !== undefined || declared === undefined) return own;
    for (const base of declared.from) {
      const inherited = base === name ? undefined : this.of(base, prop);
      if (inherited !== undefined) return inherited;
    }
    return undefined;
  }

  private readFolder(folder: string, before: string): void {
    const files = readdirSync(join(LIB, folder), { recursive: true, encoding: "utf8" });
    for (const file of files)
      if (file.endsWith(".ts")) this.read(readFileSync(join(LIB, folder, file), "utf8"), before);
  }

  private read(text: string, before: string): void {
    if (!/\b(interface|type) \w+/.test(text)) return;
    const source = ts.createSourceFile("x.ts", text, ts.ScriptTarget.ES2022, true);
    for (const node of source.statements) {
      if (ts.isInterfaceDeclaration(node)) {
        const from = (node.heritageClauses ?? []).flatMap((clause) => ownFirst(namesIn(clause), before));
        this.declared.set(before + node.name.text, { props: propsOf(node.members, before), from });
      } else if (ts.isTypeAliasDeclaration(node) && !this.declared.has(before + node.name.text)) {
        this.declared.set(before + node.name.text, {
          props: propsOf(literalIn(node.type), before),
          from: ownFirst(namesIn(node.type), before),
        });
      }
    }
  }
}

/** Names of types, those of the cloud before those of all clouds. */
const ownFirst = (names: readonly string[], before: string): string[] =>
  names.flatMap((name) => [...new Set([before + name, name])]);

/** A type is that of the cloud, where it has one of the name. */
function propsOf(members: readonly ts.TypeElement[], before: string): ReadonlyMap<string, PropComment> {
  const props = members.filter((member) => ts.isPropertySignature(member));
  return new Map(
    props.map((prop) => [
      prop.name.getText(),
      {
        ...commentOf(prop),
        types: prop.type === undefined ? [] : ownFirst(namesIn(prop.type), before),
        inside: prop.type === undefined ? new Map() : propsOf(literalIn(prop.type), before),
      },
    ]),
  );
}

function commentOf(node: ts.Node): Pick<PropComment, "says" | "default"> {
  const docs = ts.getJSDocCommentsAndTags(node).filter((part) => ts.isJSDoc(part));
  const tag = ts.getJSDocTags(node).find((one) => one.tagName.text === "default");
  const oneLine = (text: string | undefined) => text?.replace(/\s+/g, " ").trim();
  return {
    says: oneLine(docs.map((doc) => ts.getTextOfJSDocComment(doc.comment) ?? "").join(" ")) ?? "",
    default: tag === undefined ? undefined : oneLine(ts.getTextOfJSDocComment(tag.comment) ?? ""),
  };
}

/** Members of the first object type that is written in a node. */
function literalIn(node: ts.Node): readonly ts.TypeElement[] {
  if (ts.isTypeLiteralNode(node)) return node.members;
  return ts.forEachChild(node, (part) => (literalIn(part).length > 0 ? literalIn(part) : undefined)) ?? [];
}

/** Names of types that stand in a node. */
function namesIn(node: ts.Node): string[] {
  const names: string[] = [];
  const visit = (part: ts.Node): void => {
    if (ts.isIdentifier(part)) names.push(part.text);
    ts.forEachChild(part, visit);
  };
  visit(node);
  return names;
}
