import type { Problems } from "../../../errors";
import { nearest } from "../../../units/nearest";
import { readCsv } from "../shared/csv";

/** What the maker says of a node. */
export interface HostRecord {
  readonly serial: string | null;
  readonly bmcMac: string | null;
  readonly bootMac: string | null;
}

const MAC = /^([0-9a-f]{2}:){5}[0-9a-f]{2}$/;

/** Reads `host,serial,bmc_mac,boot_mac`; empty fields are not known yet. */
export function readHosts(problems: Problems, text: string, nodes: readonly string[]): ReadonlyMap<string, HostRecord> {
  const found = new Map<string, HostRecord>();
  const owners = new Map<string, string>();
  const serials = new Map<string, string>();
  for (const { line, values } of readCsv(problems, "hosts", text, ["host", "serial", "bmc_mac", "boot_mac"])) {
    const at = `hosts[line ${line}]`;
    const { host } = values;
    if (!nodes.includes(host)) {
      const [near] = nearest(host, nodes, 1);
      problems.add(
        "unknown-name",
        at,
        `${at} names ${JSON.stringify(host)}, which is not a node of the pools${near ? `; did you mean ${near}` : ""}`,
      );
      continue;
    }
    if (found.has(host)) problems.add("duplicate", at, `${at} describes ${host} a second time; keep one line`);
    const [bmcMac, bootMac] = [values.bmc_mac, values.boot_mac].map((mac) => mac.toLowerCase().replaceAll("-", ":"));
    for (const [column, mac] of [
      ["bmc_mac", bmcMac!],
      ["boot_mac", bootMac!],
    ] as const) {
      if (mac === "") continue;
      if (!MAC.test(mac))
        problems.add(
          "malformed",
          at,
          `${at} ${column} must be six pairs of hexadecimal digits, got ${JSON.stringify(mac)}; use one such as 04:3f:72:00:00:01`,
        );
      else if (owners.has(mac))
        problems.add("duplicate", at, `${at} ${column} must differ from that of ${owners.get(mac)}, got ${mac} twice`);
      else owners.set(mac, host);
    }
    if (values.serial !== "" && serials.has(values.serial))
      problems.add(
        "duplicate",
        at,
        `${at} serial must differ from that of ${serials.get(values.serial)}, got ${values.serial} twice`,
      );
    serials.set(values.serial, host);
    found.set(host, { serial: values.serial || null, bmcMac: bmcMac || null, bootMac: bootMac || null });
  }
  return found;
}
