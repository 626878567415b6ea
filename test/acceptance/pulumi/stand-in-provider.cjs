// Stands in for pulumi-resource-aws and pulumi-resource-kubernetes where a real engine runs a program: it takes every input, and
// gives back what was given with a text for each property that only the cloud sets. It knows nothing of the cloud: what it
// proves is what the engine makes of the program (URNs, parents, dependencies, aliases, protection), not what AWS would say.
const { basename } = require("node:path");
const provider = require("@pulumi/pulumi/provider");
const { resources, data } = require("../../../lib/pulumi/plan/data/aws.generated.json");

const nameOf = (urn) => urn.split("::").at(-1);
const rows = new Map(
  [...Object.values(resources), ...Object.values(data)].map(({ module, name, properties }) => [
    `aws:${module.includes("/") ? module : `index/${module}`}:${name.replace(/Output$/, "")}`,
    properties,
  ]),
);

function invented(owner, attribute, kind) {
  if (kind === "number") return 7;
  if (kind === "boolean") return false;
  if (typeof kind === "string") return `${owner}.${attribute}`;
  if (kind.list) return [invented(owner, attribute, kind.list)];
  return kind.map ? {} : all(owner, kind.block);
}
const all = (owner, properties = {}) =>
  Object.fromEntries(
    Object.entries(properties).map(([attribute, [name, kind]]) => [name, invented(owner, attribute, kind)]),
  );

class StandIn {
  version = require(`@pulumi/${basename(process.argv[1]).replace("pulumi-resource-", "")}/package.json`).version;

  async check(_urn, _olds, news) {
    return { inputs: news };
  }

  async create(urn, inputs) {
    const type = urn.split("::").at(-2).split("$").at(-1);
    const name = nameOf(urn);
    return { id: `${name}.id`, outs: { ...all(name, rows.get(type)), ...inputs } };
  }

  async diff(_id, _urn, olds, news) {
    const changed = Object.keys(news).filter((key) => JSON.stringify(olds[key]) !== JSON.stringify(news[key]));
    return { changes: changed.length > 0, replaces: [] };
  }

  async update(_id, _urn, _olds, news) {
    return { outs: news };
  }

  async delete() {}

  async invoke(token, inputs) {
    return { outputs: { ...all(token, rows.get(token)), ...inputs } };
  }
}

provider.main(new StandIn(), process.argv.slice(2));
