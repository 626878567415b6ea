import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";

const root = join(__dirname, "..");

/** Words that read translated, each with what the field says. */
const PHRASES: readonly (readonly [RegExp, string])[] = [
  [/\bcatalogue\b/i, "catalog"],
  [/\b(colour|behaviour|neighbour|favour)|\bmodelled\b|\b\w*(utilis|organis)ation\b/i, "US spelling"],
  [/\bcome by\b|\bhad at once\b|\bwhat there is\b/i, "name the thing"],
  [/\bmend(s|ed|ing)?\b/i, "fix"],
  [/\ba slip\b|\bslips\b/i, "error"],
  [/\bbeside\b/i, "next to, in addition to"],
  [/\bby (itself|themselves)\b/i, "automatically"],
  [/\bfor ever\b/i, "indefinitely"],
  [/\bin silence\b/i, "without a warning"],
  [/\b(nobody|anybody|somebody)\b/i, "name the role"],
  [/\bthere (is|are)\b/i, "start with the subject"],
  [/\b(stands? (in|on|beside|idle|around|still)|as it stands)\b/i, "is"],
  [/\breckons?\b/i, "calculate"],
  [/\b(is|are|was|were) not there\b|\bnot there yet\b|\b(one|ones|that|which) (is|are) there\b/i, "exists, existing"],
  [/\$\{[^}]*\} an? (hour|node|user|GPU|month|day|step|replica|rack|pool)\b/, "per"],
  [/\banew\b/i, "again, recreate"],
  [/\bheld (to|against)\b|\bhold \w+ (to|against)\b/i, "validate against, check against"],
  [/\ba way out\b|\bway (out )?to the internet\b|\bwithout a way\b/i, "internet access, egress"],
  [/\bfor want of\b/i, "because … is missing"],
  [/\b(can|could|to|may|be) be had\b|\bis to be had\b/i, "available"],
  [/\bslash (at the end|before|behind)\b|\bone behind it\b/i, "leading slash, trailing slash"],
  [/\bblanks?\b|\bsigns of a shell\b/i, "spaces, shell metacharacters"],
  [/\bline ends\b/i, "line endings"],
  [/(?<!or not )\bat all\b/i, "leave it out"],
  [/\bdata sets?\b/i, "dataset"],
  [/\bwhoever appl(y|ies)\b/i, "the identity that applies the stack"],
  [/\b(ca|wo|do|does|is|are|has|did)n['’]t\b/i, "cannot, does not"],
  [/\b0\.\d+ USD an? \w+|\bUSD a metric\b/i, "per"],
  [/\baddress blocks?\b/i, "IPv4 CIDR block"],
  [/\b(is|are|be) (ended|let go)\b/i, "is terminated"],
  [/\bis no (pool|node|size|file|team|parser|option|format|argument|key|part)\b/i, "is not a"],
  [/\b(port|link|card|session|partition) an? (GPU|node|port|rack|spine|leaf)\b/i, "per"],
  [/\bin vain\b|\bto no avail\b/i, "without effect"],
  [/\bhalf ?way\b/i, "midway"],
  [/\balready there\b/i, "existing"],
  [/\beverybody\b/i, "all users, everyone"],
  [/\b(that|which) (is|are) none\b|\bjobs? that asks? for none\b/i, "invalid, without one"],
  [/\bless a (tenth|fifth|third)\b/i, "minus 10 %"],
  [/\bin the words of\b|\btook? for no\b/i, "name it"],
  [
    /\b(a|an) (key|role|disk|subnet|address|network|password|port|volume|name|chart|instance|group|server|Secret) of its own\b/,
    "its own …, a dedicated …",
  ],
  [/\bstands? as\b|\bleads? to workers\b/i, "is shown as"],
  [/\b(or|and) the like\b/i, "for example, similar"],
  [/\b(jobs|ones|runs|site) goe?s? on\b/i, "continue"],
  [/\b(on|of|with|in|to|for) [A-Z]\w+ alone\b|\b(write|give|keep) the \w+ alone\b/, "only, before the word it limits"],
  [
    /\bat a price\b|\bWays to (come|buy)\b|\bpays below\b|\bworth knowing\b/i,
    "the term of language: trade-off, break-even",
  ],
  [/(?<!virtual |state |[.(]|its |\$\{|\}\.)\bmachines?\b(?![ -](learning|image|readable|type))/i, "instance, node"],
  [
    /\b(USD|GPUs?|nodes?|tokens|requests|[GT]i?B|Gb\/s|MB\/s|sequences|addresses|interfaces|bytes|failures|price|cost|memory|bits|one|steps?) an? (hour|second|node|user|GPU|card|month|day|step|pod|replica|rack|token|GB|TB|zone|pool|line|million|parameter|weight)\b/i,
    "per",
  ],
];

const filesBelow = (folder: string, ending: string): string[] =>
  (readdirSync(join(root, folder), { recursive: true, encoding: "utf8" }) as string[])
    .filter((name) => name.endsWith(ending))
    .map((name) => join(folder, name))
    .sort();

/** Markdown without what programs print and read. */
const prose = (text: string) => text.replace(/```[\s\S]*?```|`[^`\n]*`|^ {4}.*$/gm, "");

/** Doc comments of props, which editors show: in files of props alone. */
const PROPS = /-(props|options)\.ts$/;

/** String literals of more than one word, as the compiler reads them; what a template fills in stands as `${}`. */
function literals(file: string, source: string): string {
  const program = ts.createSourceFile(file, source, ts.ScriptTarget.Latest, PROPS.test(file));
  const texts: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) texts.push(node.text);
    if (ts.isTemplateExpression(node))
      texts.push([node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)].join("${}"));
    if (PROPS.test(file))
      for (const { comment } of ts.getJSDocCommentsAndTags(node)) texts.push(ts.getTextOfJSDocComment(comment) ?? "");
    ts.forEachChild(node, visit);
  };
  visit(program);
  return texts.filter((text) => / /.test(text)).join("\n");
}

const text = (file: string) => {
  const source = readFileSync(join(root, file), "utf8");
  return file.endsWith(".md") ? prose(source) : literals(file, source);
};

/** Texts that stay: descriptions of security groups, which AWS replaces on a change, of an alarm that clusters have, reasons in the Terraform of examples, and lists of names. */
const KEPT = [
  "SSH to the login machines",
  "backup list irc gnats nobody",
  "its state can't be true",
  "on a shared home everybody stays who they are",
  "network rules deny everybody but",
];

const found = (files: readonly string[]): string[] => files.flatMap((file) => faults(file, text(file)));

function faults(file: string, of: string): string[] {
  return of.split("\n").flatMap((line) =>
    PHRASES.flatMap(([phrase, better]) => {
      const match = phrase.exec(line);
      return match === null ? [] : [`${file}: "${match[0]}" (${better}): ${line.trim().slice(0, 120)}`];
    }),
  );
}

const guides = readdirSync(join(root, "docs"))
  .filter((name) => name.endsWith(".md") && name !== "validation.md")
  .map((name) => join("docs", name));

describe("texts for people", () => {
  const folders: readonly (readonly [string, string])[] = [
    ["docs/azure", ".md"],
    ["docs/constructs", ".md"],
    ["docs/rules", ".md"],
    ["examples", ".md"],
    ["integrations", ".mjs"],
    ["lib/architectures", ".ts"],
    ["lib/blueprint", ".ts"],
    ["lib/catalog", ".ts"],
    ["lib/cli", ".ts"],
    ["lib/clouds", ".ts"],
    ["lib/diff", ".ts"],
    ["lib/kubernetes", ".ts"],
    ["lib/props", ".ts"],
    ["lib/pulumi", ".ts"],
    ["lib/review", ".ts"],
    ["lib/sizing", ".ts"],
    ["lib/slurm", ".ts"],
    ["site/pages", ".ts"],
  ];

  it("of the changelog use the field's words", () => {
    expect(found(["CHANGELOG.md"])).toEqual([]);
  });

  it("of the README and the guides use the field's words", () => {
    expect(found(["README.md", ...guides])).toEqual([]);
  });

  it.each(folders)("of %s (%s) use the field's words", (folder, ending) => {
    expect(found(filesBelow(folder, ending)).filter((line) => !KEPT.some((kept) => line.includes(kept)))).toEqual([]);
  });

  it("at the top of the example blueprints use the field's words", () => {
    const files = filesBelow("examples/blueprints", ".yaml");
    expect(files.flatMap((file) => faults(file, readFileSync(join(root, file), "utf8")))).toEqual([]);
  });

  it("keep what would replace a security group where it stands", () => {
    expect(
      KEPT.filter(
        (kept) => !filesBelow("lib", ".ts").some((file) => readFileSync(join(root, file), "utf8").includes(kept)),
      ),
    ).toEqual([]);
  });
});
