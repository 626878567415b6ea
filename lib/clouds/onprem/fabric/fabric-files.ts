import { openSmConfig, rootSwitches } from "../../../sizing/fabric/opensm";
import { type BundleFile, csv, json } from "../shared/bundle-file";
import type { OnPremFabric, PlannedEnd } from "../shared/on-prem-definition";
import { growthFiles } from "./growth-files";
import { partitionsConf } from "./partitions-conf";
import { routingFiles } from "./routing-files";

const FOLDER = "/etc/opensm";

const endFields = (end: PlannedEnd) => [end.device, end.port, end.portName, end.rack, end.unit];
const endColumns = (end: string) => [end, `${end}_port`, `${end}_port_name`, `${end}_rack`, `${end}_unit`];

/** Every cable with both ends: for labels, for the order, and for whoever lays them. */
export function cablesCsv({ cables, reserved, growth }: OnPremFabric): string {
  const purchases = growth.length > 0;
  return csv(
    [
      "label",
      "kind",
      ...endColumns("from"),
      ...endColumns("to"),
      "meters",
      "medium",
      ...(purchases ? ["purchase"] : []),
    ],
    [
      ...cables.map(({ label, kind, from, to, meters, medium, purchase }) => [
        label,
        kind,
        ...endFields(from),
        ...endFields(to),
        meters,
        medium,
        ...(purchases ? [purchase + 1] : []),
      ]),
      ...reserved.map(({ name, to }, index) => [
        `R${String(index + 1).padStart(5, "0")}`,
        "reserved",
        ...[name, 1, null, null, null],
        ...endFields(to),
        null,
        null,
        ...(purchases ? [null] : []),
      ]),
    ],
  );
}

/** Root GUIDs of a plane, or null while some of its top switches have none yet. */
export function rootGuidsOf({ tree, switches }: OnPremFabric, plane: number): string | null {
  const top = new Set(rootSwitches(tree, plane));
  // Of a fabric that grows, those that are there.
  const guids = switches.filter(({ name }) => top.has(name)).map(({ guid }) => guid);
  return guids.length > 0 && guids.every((guid) => guid !== null) ? guids.map((guid) => `${guid}\n`).join("") : null;
}

function openSmFiles(fabric: OnPremFabric, plane: number, folder: string): BundleFile[] {
  const roots = rootGuidsOf(fabric, plane);
  const config = openSmConfig(fabric.tree, { plane, directory: FOLDER })
    .split("\n")
    // Without the file OpenSM finds the roots itself, as long as no cable is missing.
    .filter((line) => roots !== null || !line.startsWith("root_guid_file"))
    .join("\n");
  return [
    { path: `${folder}/opensm.conf`, text: `${config}partition_config_file ${FOLDER}/partitions.conf\n` },
    { path: `${folder}/partitions.conf`, text: partitionsConf(fabric) },
    ...(roots === null ? [] : [{ path: `${folder}/root-guids.conf`, text: roots }]),
  ];
}

/** Folder of a plane's subnet manager in the bundle. */
export const planeFolder = ({ tree }: OnPremFabric, plane: number) =>
  tree.props.planes > 1 ? `fabric/plane${plane}` : "fabric";

/** Tenants as UFM's REST API takes them, one body of `POST /ufmRest/resources/pkeys/add` each. */
const ufmPkeys = ({ tenants }: OnPremFabric) =>
  json(
    tenants.map(({ pkey, guids, membership, ipoib }) => ({
      pkey: `0x${pkey.toString(16)}`,
      guids: guids.map((guid) => guid.slice(2)),
      membership,
      ip_over_ib: ipoib,
      index0: false,
    })),
  );

/** Cabling list; the subnet manager's files where the fabric is InfiniBand, those of switches and ports where it is a routed Ethernet. */
export function fabricFiles(fabric: OnPremFabric): readonly BundleFile[] {
  const cables = [{ path: "fabric/cables.csv", text: cablesCsv(fabric) }, ...growthFiles(fabric)];
  if (fabric.model.fabric === "ethernet")
    return [...cables, ...(fabric.routing === null ? [] : routingFiles(fabric.routing))];
  if (fabric.subnetManager === "ufm") return [...cables, { path: "fabric/ufm-pkeys.json", text: ufmPkeys(fabric) }];
  const planes = Array.from({ length: fabric.tree.props.planes }, (_, i) => i + 1);
  return [...cables, ...planes.flatMap((plane) => openSmFiles(fabric, plane, planeFolder(fabric, plane)))];
}
