import { fatTree } from "../../../sizing/fabric/fat-tree";
import type { FatTreeProps } from "../../../sizing/fabric/fat-tree-props";
import type { BundleFile } from "../shared/bundle-file";
import type { OnPremDefinition } from "../shared/on-prem-definition";

/** What is not in the bundle because nobody has said it yet. */
function missing({ nodes, fabric }: OnPremDefinition): string[] {
  const without = (what: (node: OnPremDefinition["nodes"][number]) => unknown) =>
    nodes.filter((node) => what(node) === null).length;
  const serials = without((node) => node.serial);
  const unknownPorts = fabric ? nodes.filter(({ name }) => fabric.portGuids[name] === undefined).length : 0;
  const switches = fabric?.switches.filter(({ guid }) => guid === null).length ?? 0;
  const unnamed = new Set(fabric?.routing?.rails.filter(({ hca }) => hca === null).map(({ node }) => node)).size;
  const infiniBand = fabric?.model.fabric === "infiniband";
  return [
    ...(serials > 0 ? [`${serials} of ${nodes.length} nodes have no serial number or MAC yet: give \`hosts\`.`] : []),
    ...(unnamed > 0
      ? [
          `${unnamed} of ${nodes.length} nodes have no names of their HCAs, so their fabric ports get no address: write the server as a row of your own with \`fabric.devices\`.`,
        ]
      : []),
    ...(infiniBand && unknownPorts > 0
      ? [
          `${unknownPorts} of ${nodes.length} nodes have no port GUIDs yet: give \`fabric.guids\`; without them cables are compared by node description.`,
        ]
      : []),
    ...(infiniBand && switches > 0 && fabric?.subnetManager === "opensm"
      ? [
          `${switches} of ${fabric.switches.length} switches have no GUID yet: without those of the top tier OpenSM gets no root-guids.conf.`,
        ]
      : []),
  ];
}

/** Endpoints that are no nodes and take a scalable unit of their own: a few nodes less would leave them room. */
function dearPorts({ fabric }: OnPremDefinition): string[] {
  const { extraEndpoints = 0, ...props } = fabric?.tree.props ?? {};
  if (fabric === null || extraEndpoints === 0) return [];
  const without = fatTree({ ...(props as FatTreeProps), extraEndpoints: 0, tiers: fabric.tree.tiers });
  const more = without.fits ? fabric.tree.switches.total - without.switches.total : 0;
  if (more <= 0) return [];
  const nodes = Math.ceil(extraEndpoints / fabric.tree.props.railsPerNode);
  return [
    `The ${extraEndpoints} ports for endpoints other than nodes take ${more} further switches; with ${nodes} node${nodes > 1 ? "s" : ""} less they fit next to the nodes.`,
  ];
}

/** How the switches of a routed Ethernet fabric get their files: SONiC's own commands, in the order in which they build on each other. */
const SWITCHES = [
  "## Switches",
  "",
  "On each switch, with SONiC as it was installed, and its two files and `qos.json` in the current folder:",
  "",
  "    sudo config load -y config_db.json",
  "    sudo cp frr.conf /etc/sonic/frr/frr.conf",
  "    sudo config qos reload",
  "    sudo config load -y qos.json",
  "    sudo pfcwd start_default",
  "    sudo config save -y && sudo config reload -y",
  "",
  "Then `vtysh -c 'show bgp summary'` has a session on each link to a switch, and on each node `/opt/warpform/fabric/rail-addresses --check` reaches every leaf.",
  "",
];

/** What comes later, and what keeping its places costs now. */
function growthOf({ fabric, purchase }: OnPremDefinition): string[] {
  const now = fabric?.growth[purchase];
  if (fabric === null || now === undefined) return [];
  const last = fabric.growth.at(-1)!;
  const spare = now.counts.total - now.alone.switches;
  return [
    "## Growth",
    "",
    `The fabric is planned for ${last.nodes} nodes: later purchases lay further cables by the same labels, and move none. \`fabric/growth.csv\` has each purchase; \`bill-of-materials.csv\` is this one.`,
    "",
    ...(spare > 0
      ? [
          `Of its ${now.counts.total} switches, ${spare} would not be needed if nothing came after these ${now.nodes} nodes: they keep ports for later leaves. Growing without them moves ${fabric.growth.reduce((sum, step) => sum + step.alone.cablesMoved, 0)} cables or more in total, with jobs stopped.`,
          "",
        ]
      : []),
  ];
}

/** What the bundle holds, in which order it is used, and what is still missing. */
export function readMe(definition: OnPremDefinition, files: readonly BundleFile[]): string {
  const { name, nodes, racks, fabric } = definition;
  const open = [...missing(definition), ...dearPorts(definition)];
  const kilowatts = (racks.reduce((sum, { watts }) => sum + watts, 0) / 1000).toFixed(0);
  const wired = fabric
    ? `, ${fabric.switches.length} ${fabric.model.name} switches and ${fabric.cables.length} cables`
    : "";
  return [
    `# ${name}`,
    "",
    `${nodes.length} nodes in ${racks.length} racks${wired}; ${kilowatts} kW nameplate. Written by warpform: change the design, not these files.`,
    "",
    "1. Read `review.md`, order by `bill-of-materials.csv`, place by `racks/`.",
    ...(fabric ? ["2. Lay the cables of `fabric/cables.csv`; each label is printed at both ends."] : []),
    "3. Install: `ansible-playbook -i ansible/inventory.yml ansible/site.yml`. BMC credentials and keys are not in the bundle.",
    "4. Accept: `acceptance/accept all` writes `acceptance.json` and ends with 1 when something differs from the plan.",
    "",
    ...(fabric?.routing ? SWITCHES : []),
    ...growthOf(definition),
    ...(open.length > 0 ? ["## To settle", "", ...open.map((line) => `- ${line}`), ""] : []),
    "## Files",
    "",
    ...files.map(({ path }) => `- \`${path}\``),
    "",
  ].join("\n");
}
