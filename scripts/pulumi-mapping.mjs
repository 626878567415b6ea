// Writes lib/pulumi/clouds/<cloud>/mapping.generated.json for each cloud of scripts/pulumi-mapping: for each Terraform type that the
// library declares, the class of the cloud's Pulumi package and, property by property, its name and kind there. Both sides are read from
// the installed packages: the Terraform names from the bindings of the CDK, the Pulumi names and kinds from the types of the package.
// Run: node scripts/pulumi-mapping.mjs [cloud …] [--print]
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import ts from "typescript";

const root = join(import.meta.dirname, "..");
const settings = join(import.meta.dirname, "pulumi-mapping");
const version = (folder) => JSON.parse(readFileSync(join(folder, "package.json"), "utf8")).version;

const named = process.argv.slice(2).filter((word) => !word.startsWith("--"));
const clouds = readdirSync(settings).map((file) => file.replace(".json", ""));
for (const cloud of named.length > 0 ? named : clouds) writeMapping(cloud);

/** Reads both packages of a cloud and writes what they have in common. */
function writeMapping(cloud) {
  /**
   * `classes`: those whose name cannot be told from the Terraform type. `renamed`: properties that the package gives another name; `null` for
   * one that Pulumi has no use for, `false` for one that is set in Terraform and means nothing in Pulumi. `added`: attributes of releases of
   * the Terraform provider newer than that of the bindings, by type.
   */
  const of = JSON.parse(readFileSync(join(settings, `${cloud}.json`), "utf8"));
  const { classes, renamed, added = {} } = of;
  const pulumi = join(root, "node_modules", of.package);
  const bindings = join(root, "node_modules", of.bindings, "lib");

  // ---- the Terraform side -------------------------------------------------------------------------------------------------

  /** Attributes of a type as a tree, from the getters of its binding. */
  function terraformAttributes(folder) {
    const text = readFileSync(join(bindings, folder, "index.js"), "utf8");
    const bodies = new Map(
      text
        .split(/^class /m)
        .slice(1)
        .map((body) => [/^\w+/.exec(body)[0], body]),
    );
    const main = [...bodies].find(([, body]) => /^\w+ extends cdktf\.Terraform(Resource|DataSource)/.test(body));
    const tree = (name, seen) => {
      const body = bodies.get(name.replace(/(List|Map)$/, "OutputReference")) ?? "";
      const leaves = [...body.matchAll(/Attribute\('(\w+)'\)/g)].map((m) => [m[1], null]);
      const blocks = [...body.matchAll(/new (\w+)\(this, "(\w+)"/g)].map((m) => [
        m[2],
        seen.includes(m[1]) ? null : tree(m[1], [...seen, m[1]]),
      ]);
      return Object.fromEntries([...leaves, ...blocks].filter(([attribute]) => attribute !== "timeouts"));
    };
    const [, type] = /tfResourceType = "(\w+)"/.exec(main[1]);
    return { type, attributes: { ...tree(main[0], []), ...added[type] } };
  }

  // ---- the Pulumi side ----------------------------------------------------------------------------------------------------

  const parse = (file) => ts.createSourceFile(file, readFileSync(file, "utf8"), ts.ScriptTarget.Latest, true);

  /** Interfaces of types/input.d.ts or types/output.d.ts by `namespace.Name`. */
  function namespaced(file) {
    const found = new Map();
    const visit = (node, path) => {
      if (ts.isModuleDeclaration(node)) node.body.statements.forEach((s) => void visit(s, [...path, node.name.text]));
      else if (ts.isInterfaceDeclaration(node)) found.set([...path, node.name.text].join("."), node);
    };
    for (const statement of parse(file).statements) visit(statement, []);
    return found;
  }
  const nested = {
    inputs: namespaced(join(pulumi, "types/input.d.ts")),
    outputs: namespaced(join(pulumi, "types/output.d.ts")),
  };

  /** Members of an interface or class with the node of their type. */
  function members(declaration) {
    const list = declaration.members.filter(
      (m) => (ts.isPropertySignature(m) || ts.isPropertyDeclaration(m)) && m.type,
    );
    return list
      .filter((m) => !m.modifiers?.some((modifier) => modifier.kind === ts.SyntaxKind.StaticKeyword))
      .map((m) => ({ name: m.name.getText(), optional: m.questionToken !== undefined, type: m.type }));
  }

  /** Kind of a type: a scalar's name, or what a list, a map or a block holds. */
  function kindOf(type, terraform) {
    if (ts.isTypeReferenceNode(type)) {
      const name = type.typeName.getText();
      if (name === "pulumi.Input" || name === "pulumi.Output") return kindOf(type.typeArguments[0], terraform);
      const [side, ...path] = name.split(".");
      const declaration = nested[side]?.get(path.join("."));
      if (declaration !== undefined) return { block: properties(members(declaration), [], terraform ?? {}, name) };
      if (name.startsWith("pulumi.asset")) return "asset";
      return "string"; // an enum, an ARN, or the resource itself where its name or ARN will do
    }
    if (ts.isUnionTypeNode(type)) {
      // where text will do, text is what Terraform has (a policy as JSON, a name instead of the resource)
      if (type.types.some((t) => t.kind === ts.SyntaxKind.StringKeyword)) return "string";
      const kinds = type.types
        .filter((t) => t.kind !== ts.SyntaxKind.UndefinedKeyword)
        .map((t) => kindOf(t, terraform));
      return kinds.find((kind) => typeof kind === "object") ?? kinds.find((kind) => kind !== "string") ?? "string";
    }
    if (ts.isArrayTypeNode(type)) return { list: kindOf(type.elementType, terraform) };
    if (ts.isTypeLiteralNode(type)) return { map: kindOf(type.members[0].type, terraform) };
    if (ts.isParenthesizedTypeNode(type)) return kindOf(type.type, terraform);
    if (type.kind === ts.SyntaxKind.NumberKeyword) return "number";
    if (type.kind === ts.SyntaxKind.BooleanKeyword) return "boolean";
    if (type.kind === ts.SyntaxKind.AnyKeyword) return "any";
    return "string";
  }

  const camel = (name) => name.replace(/_([a-z0-9])/g, (_, letter) => letter.toUpperCase());
  const plurals = (name) => [name, `${name}s`, `${name}es`, name.replace(/y$/, "ies")];
  const missing = [];

  /** Terraform names of one level with their Pulumi name and kind; what has no counterpart is collected. */
  function properties(inputs, outputs, terraform, where) {
    const all = new Map([...outputs.map((m) => [m.name, { ...m, output: true }]), ...inputs.map((m) => [m.name, m])]);
    const result = {};
    for (const [attribute, below] of Object.entries(terraform)) {
      const known = renamed[where]?.[attribute];
      if (known === null) continue;
      if (known === false) {
        result[attribute] = [attribute, "any", "left-out"];
        continue;
      }
      const name = known ?? plurals(camel(attribute)).find((candidate) => all.has(candidate));
      const member = all.get(name);
      if (member === undefined) {
        if (attribute !== "id") missing.push(`${where}.${attribute}`);
        continue;
      }
      const kind = kindOf(member.type, below);
      result[attribute] = [name, kind, ...(member.output ? ["output"] : member.optional ? [] : ["required"])];
    }
    for (const { name, optional } of inputs)
      if (!optional && !Object.values(result).some(([used]) => used === name))
        missing.push(`${where} requires ${name}`);
    return result;
  }

  /** Every class and function of the package by its file, without the folder's aliases. */
  const modules = readdirSync(pulumi, { recursive: true })
    .filter((file) => file.endsWith(".d.ts") && !/(^|\/)index\.d\.ts$|^types|node_modules/.test(file))
    .map((file) => relative(".", file).replace(/\.d\.ts$/, ""));

  function moduleOf(type, isData) {
    const known = classes[isData ? `data_${type}` : type];
    if (known !== undefined) return known;
    const words = type.slice(of.prefix.length + 1).split("_");
    const wanted = new Set();
    for (let split = 0; split < words.length; split++) {
      const name = (isData ? "get" : "") + words.slice(split).join("");
      if (split === 0) wanted.add(`*/${name}`).add(`*/${name}`);
      else wanted.add(`${words.slice(0, split).join("")}/${name}`);
    }
    const found = modules.filter((file) => {
      const [folder, name] = file.toLowerCase().split("/");
      return wanted.has(`${folder}/${name}`) || wanted.has(`*/${name}`);
    });
    if (found.length === 1) return found[0];
    missing.push(`${type}: ${found.length === 0 ? "no class" : found.join(" or ")}`);
    return undefined;
  }

  const interfaceOf = (file, name) =>
    file.statements.find((s) => (ts.isInterfaceDeclaration(s) || ts.isClassDeclaration(s)) && s.name.text === name);

  /** Data sources; resources of Azure's Data Protection begin with the same word. */
  const isDataFolder = (folder) => folder.startsWith(`data-${of.prefix}-`);

  function rowOf(folder) {
    const isData = isDataFolder(folder);
    const { type, attributes } = terraformAttributes(folder);
    const module = moduleOf(type, isData);
    if (module === undefined) return [];
    const file = parse(join(pulumi, `${module}.d.ts`));
    const where = isData ? `data.${type}` : type;
    const base = module.split("/").at(-1);
    const name = isData ? base : file.statements.find((s) => ts.isClassDeclaration(s)).name.text;
    const args = interfaceOf(file, isData ? `${base[0].toUpperCase()}${base.slice(1)}OutputArgs` : `${name}Args`);
    const result = interfaceOf(file, isData ? `${base[0].toUpperCase()}${base.slice(1)}Result` : name);
    const row = {
      module,
      name: isData ? `${name}Output` : name,
      // a function that asks for nothing takes its options alone
      ...(isData && args === undefined ? { takesNothing: true } : {}),
      properties: properties(args === undefined ? [] : members(args), members(result), attributes, where),
    };
    return [[type, row]];
  }

  const declared = new Set(
    ["lib", "examples"].flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true })
        .filter((file) => file.endsWith(".ts"))
        .flatMap((file) => [
          ...readFileSync(join(root, folder, file), "utf8").matchAll(
            new RegExp(`${of.bindings}/lib/([a-z0-9-]+)`, "g"),
          ),
        ])
        .map((match) => match[1]),
    ),
  );
  const folders = [...declared].filter((folder) => folder !== "provider").sort();
  const table = (list) => Object.fromEntries(list.flatMap(rowOf).sort(([a], [b]) => (a < b ? -1 : 1)));
  const mapping = {
    generatedBy: "scripts/pulumi-mapping.mjs",
    source: `${of.package} ${version(pulumi)}, ${of.bindings} ${version(join(bindings, ".."))}`,
    resources: table(folders.filter((folder) => !isDataFolder(folder))),
    data: table(folders.filter((folder) => isDataFolder(folder))),
  };
  if (missing.length > 0) {
    console.error(
      `no counterpart in ${of.package} (add to scripts/pulumi-mapping/${cloud}.json):\n  ${missing.join("\n  ")}`,
    );
    process.exitCode = 1;
  }
  const rows = (part) =>
    Object.entries(part)
      .map(([type, row]) => `    ${JSON.stringify(type)}: ${JSON.stringify(row)}`)
      .join(",\n");
  const text = `{
  "generatedBy": ${JSON.stringify(mapping.generatedBy)},
  "source": ${JSON.stringify(mapping.source)},
  "resources": {\n${rows(mapping.resources)}\n  },
  "data": {\n${rows(mapping.data)}\n  }
}
`;
  if (process.argv.includes("--print")) process.stdout.write(text);
  else writeFileSync(join(root, `lib/pulumi/clouds/${cloud}/mapping.generated.json`), text);
}
