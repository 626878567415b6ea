import type { Problems } from "../../../errors";
import { nearest } from "../../../units/nearest";
import { readCsv } from "../shared/csv";

/** GUIDs that are known of the fabric. */
export interface FabricGuids {
  /** Port GUIDs by node, in the order of the rails; nodes without all of theirs are left out. */
  readonly ports: ReadonlyMap<string, readonly string[]>;
  /** Of switches, by name. */
  readonly switches: ReadonlyMap<string, string>;
}

const GUID = /^(?:0x)?[0-9a-f]{16}$/i;

/** A GUID as OpenSM writes it: `0x` and sixteen lower-case digits. */
const canonical = (guid: string) => `0x${guid.toLowerCase().replace(/^0x/, "").replaceAll(":", "")}`;

/**
 * Reads `device,port,guid`. OpenSM takes one bad GUID as a reason to drop all partitions ("retrying with default config"), so that
 * nothing passes which it would not take: a name, a short number, zero, one GUID twice.
 */
export function readGuids(
  problems: Problems,
  text: string,
  nodes: readonly { readonly name: string; readonly ports: number }[],
  switches: readonly string[],
): FabricGuids {
  const rows = readCsv(problems, "fabric.guids", text, ["device", "port", "guid"]);
  const portsOf = new Map(nodes.map(({ name, ports }) => [name, ports]));
  const known = new Set([...portsOf.keys(), ...switches]);
  const owners = new Map<string, string>();
  const found = new Map<string, (string | undefined)[]>();
  const ofSwitches = new Map<string, string>();
  for (const { line, values } of rows) {
    const at = `fabric.guids[line ${line}]`;
    const { device } = values;
    if (!known.has(device)) {
      const [near] = nearest(device, [...known], 1);
      const hint = near === undefined ? "use a name of the plan" : `did you mean ${near}`;
      problems.add(
        "unknown-name",
        at,
        `${at} names ${JSON.stringify(device)}, which is not a node or switch of the plan; ${hint}`,
      );
      continue;
    }
    if (!GUID.test(values.guid.replaceAll(":", "")) || /^(0x)?0+$/i.test(values.guid.replaceAll(":", ""))) {
      problems.add(
        "malformed",
        at,
        `${at} guid must be 16 hexadecimal digits, got ${JSON.stringify(values.guid)}; use the port GUID that ibstat prints, 0x…`,
      );
      continue;
    }
    const guid = canonical(values.guid);
    const earlier = owners.get(guid);
    if (earlier !== undefined) {
      problems.add(
        "duplicate",
        at,
        `${at} guid must differ from that of ${earlier}, got ${guid} twice; use the port's own`,
      );
      continue;
    }
    owners.set(guid, `${device} port ${values.port}`);
    const most = portsOf.get(device) ?? 0;
    const port = Number(values.port);
    if (!Number.isInteger(port) || port < (most > 0 ? 1 : 0) || port > most) {
      const expected = most > 0 ? `1 to ${most}` : "0";
      problems.add(
        "out-of-range",
        at,
        `${at} port of ${device} must be ${expected}, got ${JSON.stringify(values.port)}`,
      );
      continue;
    }
    if (most === 0) ofSwitches.set(device, guid);
    else {
      const own = found.get(device) ?? [];
      if (own[port - 1] !== undefined)
        problems.add("duplicate", at, `${at} gives port ${port} of ${device} a second GUID; keep one`);
      own[port - 1] = guid;
      found.set(device, own);
    }
  }
  const complete = [...found].filter(([name, own]) => own.filter(Boolean).length === portsOf.get(name));
  return { ports: new Map(complete as [string, string[]][]), switches: ofSwitches };
}
