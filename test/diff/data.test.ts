import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import rows from "../../lib/diff/data/replacement.json";
import roles from "../../lib/diff/data/roles.json";
import files from "../../lib/diff/data/slurm-files.json";
import { IMPACTS } from "../../lib/diff/impact";
import { doubtOf, effectOf } from "../../lib/diff/replacement";
import type { Kind, Properties } from "../../lib/pulumi/plan/kinds";
import { mappedTypes, mappingOf } from "../../lib/pulumi/plan/mapping";
import { knownAddresses } from "../../scripts/example-addresses";

interface Row {
  readonly source: string;
  readonly replace: readonly string[];
  readonly inPlace: readonly string[];
  readonly conditional?: Readonly<Record<string, unknown>>;
  readonly sources?: Readonly<Record<string, string>>;
  readonly unsettled?: Readonly<Record<string, string>>;
  readonly restart?: { readonly attributes: readonly string[]; readonly source: string };
}
const replacement: Readonly<Record<string, Row>> = rows;
const attributesOf = ({ replace, inPlace, conditional, unsettled }: Row) => [
  ...replace,
  ...inPlace,
  ...Object.keys(conditional ?? {}),
  ...Object.keys(unsettled ?? {}).filter((path) => conditional?.[path] === undefined),
];

/** What a list, a map or a block holds. */
function blockOf(kind: Kind): Properties | undefined {
  if (typeof kind === "string") return undefined;
  if ("block" in kind) return kind.block;
  return blockOf("list" in kind ? kind.list : kind.map);
}

function isAttribute(properties: Properties | undefined, [name = "", ...rest]: readonly string[]): boolean {
  const property = properties?.[name];
  return property !== undefined && (rest.length === 0 || isAttribute(blockOf(property[1]), rest));
}

/** Documentation of the arguments of a resource in a package of Pulumi, which repeats the provider's, by Pulumi's name. */
function documentation(provider: string, module: string, name: string): ReadonlyMap<string, string> {
  const file = join(__dirname, "../../node_modules/@pulumi", provider, `${module}.d.ts`);
  if (!existsSync(file)) throw new Error(`${file} is not there`);
  const text = readFileSync(file, "utf8");
  const args = text.slice(text.indexOf(`export interface ${name}Args`));
  return new Map([...args.matchAll(/\/\*\*([\s\S]*?)\*\/\s*(\w+)\??:/g)].map(([, says, key]) => [key!, says!]));
}

describe("the rules of the comparison", () => {
  it.each(Object.entries(replacement))("say of %s where they come from, and nothing twice", (_, row) => {
    expect(row.source).toMatch(
      /^https:\/\/(github\.com\/hashicorp\/terraform-provider-(aws|azurerm|helm)\/blob\/[0-9a-f]{40}|developer\.hashicorp\.com\/terraform\/language)\//,
    );
    for (const source of [...Object.values(row.sources ?? {}), row.restart?.source ?? "https://"]) {
      expect(source).toMatch(/^https:\/\//);
    }
    const all = attributesOf(row);
    expect(new Set(all).size).toBe(all.length);
  });

  it("give every type with a rule a role", () => {
    expect(Object.keys(replacement).filter((type) => !(type in roles))).toEqual([]);
  });

  it("hold for every type in the addresses of the examples", () => {
    const types = new Set(Object.values(knownAddresses()).flatMap((stack) => stack.map((at) => at.split(".")[0]!)));
    expect([...types].filter((type) => !(type in replacement) || !(type in roles))).toEqual([]);
  });

  it("give every type that the library can declare a role and a rule", () => {
    const types = mappedTypes("managed").filter((type) => !type.startsWith("azurerm_"));
    expect(types.filter((type) => !(type in roles))).toEqual([]);
    expect(types.filter((type) => !(type in replacement))).toEqual([]);
  });

  it("give every type that a construct of Azure declares a role and a rule", () => {
    const folder = join(__dirname, "../../lib/clouds/azure");
    const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(".ts"));
    const texts = files.map((file) => readFileSync(join(folder, file), "utf8")).join("\n");
    const modules = [...texts.matchAll(/@cdktf\/provider-azurerm\/lib\/([a-z0-9-]+)/g)].map(([, name]) => name!);
    const types = new Set(modules.map((name) => `azurerm_${name.replaceAll("-", "_")}`));
    const none = [...types].filter((type) => !(type in roles) || !(type in replacement));
    expect(none.sort()).toEqual(["azurerm_data_azurerm_client_config", "azurerm_provider"]);
    expect(types.size).toBeGreaterThan(50);
  });

  it("replace the tag of an Auto Scaling group for another key, not for another value", () => {
    const effect = (path: string) => effectOf("aws_autoscaling_group_tag", { path, before: "a", after: "b" }, {});
    expect([effect("tag.key"), effect("tag.value")]).toEqual(["replace", "in-place"]);
    expect(effectOf("aws_vpc", { path: "tags.Name", before: "a", after: "b" }, {})).toBe("in-place");
  });

  /** In the source and not in the version of the provider that the bindings were made from. */
  const elsewhere = [
    "aws_subnet.ipv4_ipam_pool_id",
    "aws_subnet.ipv4_netmask_length",
    "aws_subnet.ipv6_ipam_pool_id",
    "aws_subnet.ipv6_netmask_length",
    "aws_vpc_endpoint.dns_options.private_dns_preference",
    "aws_vpc_endpoint.dns_options.private_dns_specified_domains",
    "azurerm_netapp_volume.export_policy_rule.remote_volume_location",
  ];

  it("name attributes that the bindings have too", () => {
    const unknown = Object.entries(replacement).flatMap(([type, row]) => {
      const properties = mappingOf("managed", type)?.properties;
      if (properties === undefined) return [];
      return attributesOf(row)
        .filter((path) => !isAttribute(properties, path.split(".")))
        .map((path) => `${type}.${path}`);
    });
    expect(unknown).toEqual(elsewhere);
  });

  it("never call an attribute changed in place of which the provider's documentation says that it replaces", () => {
    const forces = /forces? (a |the )?(new resource|replacement|re-?creation|destruction)|will force|recreat/i;
    const known = mappedTypes("managed").filter((type) => type in replacement);
    const wrong = known.flatMap((type) => {
      const { module, name, properties } = mappingOf("managed", type)!;
      const says = documentation(type.startsWith("azurerm_") ? "azure" : "aws", module, name);
      return Object.entries(properties)
        .filter(([, [key]]) => forces.test(says.get(key) ?? ""))
        .filter(([path]) => {
          const effect = effectOf(type, { path, before: "2", after: "1" }, { user_data_replace_on_change: true });
          return effect === "in-place" || effect === "restart";
        })
        .map(([path]) => `${type}.${path}`);
    });
    expect(wrong).toEqual([
      // its documentation speaks of what it does to user_data
      "aws_instance.user_data_replace_on_change",
      // replace when they are taken away alone
      "azurerm_kubernetes_cluster.oidc_issuer_enabled",
      "azurerm_managed_lustre_file_system.encryption_key",
      // "without recreating the volume"
      "azurerm_netapp_volume.protocols",
    ]);
  });

  it("replace what is moved to another region, whatever it is", () => {
    const moved = { path: "region", before: "us-east-1", after: "us-west-2" };
    expect(effectOf("aws_sqs_queue", moved, {})).toBe("replace");
    expect(effectOf("aws_efs_file_system", { ...moved, before: undefined }, {})).toBe("may-replace");
  });

  it("change how a group of Spot and On-Demand nodes is launched in place", () => {
    const path = "mixed_instances_policy.instances_distribution.on_demand_base_capacity";
    expect(effectOf("aws_autoscaling_group", { path, before: "1", after: "2" }, {})).toBe("in-place");
  });

  it("say why where an attribute was looked at and still may replace", () => {
    const change = { path: "file_system_type_version", before: "2.12", after: "2.15" };
    expect(effectOf("aws_fsx_lustre_file_system", change, {})).toBe("may-replace");
    expect(doubtOf("aws_fsx_lustre_file_system", change.path)).toContain("pull/47719");
    expect(effectOf("aws_fsx_lustre_file_system", { ...change, after: "2.10" }, {})).toBe("replace");
  });

  it("name what is lost for all that holds data", () => {
    const silent = Object.entries(roles).filter(([, role]) => role.area === "data" && !("lost" in role));
    expect(silent).toEqual([]);
  });

  it("name impacts that exist", () => {
    const named = files.flatMap(({ impact }) => (impact === null ? [] : [impact]));
    expect(named.filter((impact) => !(IMPACTS as readonly string[]).includes(impact))).toEqual([]);
  });
});
