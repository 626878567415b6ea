// A stack's resources with the raw provider classes and their finished props, as a person would write them: no checks, no
// catalog. Plain JavaScript, so that a process that runs it loads nothing but CDKTF and the provider.
const { readFileSync } = require("node:fs");
const { App, TerraformLocal, TerraformStack } = require("cdktf");
const { AwsProvider } = require("@cdktf/provider-aws/lib/provider");

const camel = (name) => name.replaceAll(/_([a-z0-9])/g, (_, letter) => letter.toUpperCase());
const isFreeMap = (key) => key === "tags" || key === "variables";

/** Terraform's snake case to the provider classes' props, keys of free maps left alone. */
function propsOf(value) {
  if (Array.isArray(value)) return value.map(propsOf);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => key !== "//" && key !== "depends_on")
      .map(([key, inner]) => [camel(key), isFreeMap(key) ? inner : propsOf(inner)]),
  );
}

const reference = /\$\{((?:data\.)?aws_\w+\.[\w-]+)\.(\w+)\}/g;

/** Rows in an order in which each refers to earlier ones only. */
function inOrder(rows) {
  const done = new Set();
  const sorted = [];
  const byKey = new Map(rows.map((row) => [row.key, row]));
  const visit = (row) => {
    if (done.has(row.key)) return;
    done.add(row.key);
    for (const [, key] of JSON.stringify(row.props).matchAll(reference)) if (byKey.has(key)) visit(byKey.get(key));
    for (const key of row.dependsOn) if (byKey.has(key)) visit(byKey.get(key));
    sorted.push(row);
  };
  rows.forEach(visit);
  return sorted;
}

/**
 * A function that gives the props with references to the resources themselves, as a person would write them. The text is
 * taken apart here, once, so that no such work is timed as the person's.
 */
function linked(value) {
  if (typeof value === "string") {
    const pieces = value.split(reference);
    if (pieces.length === 1) return () => value;
    return (made) => {
      let text = pieces[0];
      for (let i = 1; i < pieces.length; i += 3)
        text += `${made.get(pieces[i]).interpolationForAttribute(pieces[i + 1])}${pieces[i + 2]}`;
      return text;
    };
  }
  if (Array.isArray(value)) {
    const inner = value.map(linked);
    return (made) => inner.map((one) => one(made));
  }
  if (typeof value !== "object" || value === null) return () => value;
  const entries = Object.entries(value).map(([key, one]) => [key, linked(one)]);
  return (made) => Object.fromEntries(entries.map(([key, one]) => [key, one(made)]));
}

function classOf(section, type) {
  const folder = `${section === "data" ? "data-aws-" : ""}${type.replace(/^aws_/, "").replaceAll("_", "-")}`;
  return Object.values(require(`@cdktf/provider-aws/lib/${folder}`)).find((entry) => entry.tfResourceType === type);
}

function rowsOf(json) {
  const rows = [];
  for (const section of ["resource", "data"]) {
    for (const [type, named] of Object.entries(json[section] ?? {})) {
      const make = classOf(section, type);
      const start = section === "data" ? "data." : "";
      for (const [name, block] of Object.entries(named))
        rows.push({
          make,
          key: `${start}${type}.${name}`,
          name,
          props: propsOf(block),
          dependsOn: block.depends_on ?? [],
        });
    }
  }
  return inOrder(rows);
}

/** A program that makes the stack of a cdk.tf.json and writes it to `outdir`. */
function byHand(json, outdir) {
  const rows = rowsOf(json).map((row) => ({ ...row, props: linked(row.props) }));
  const locals = Object.entries(json.locals ?? {}).map(([name, value]) => [name, linked(value)]);
  return () => {
    const app = new App({ outdir });
    const stack = new TerraformStack(app, "bench");
    new AwsProvider(stack, "aws", { region: "us-east-2" });
    const made = new Map();
    for (const { make, key, name, props, dependsOn } of rows) {
      const before = dependsOn.flatMap((address) => made.get(address) ?? []);
      made.set(key, new make(stack, name, { ...props(made), ...(before.length > 0 ? { dependsOn: before } : {}) }));
    }
    for (const [name, value] of locals) new TerraformLocal(stack, name, value(made));
    app.synth();
  };
}

module.exports = { byHand };

if (require.main === module) {
  const [, , file, outdir] = process.argv;
  const json = JSON.parse(readFileSync(file, "utf8"));
  for (const section of ["resource", "data"])
    for (const type of Object.keys(json[section] ?? {})) classOf(section, type);
  // a person's program holds its props as it is read: taking the JSON apart is not counted
  const start = process.cpuUsage();
  const run = byHand(json, outdir);
  const { user, system } = process.cpuUsage(start);
  run();
  const all = process.cpuUsage();
  console.log(JSON.stringify({ user: all.user - user, system: all.system - system }));
}
