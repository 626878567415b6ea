import type { PlannedCeph } from "../storage/plan-ceph";
import type { Device } from "./rack-plan";

/** Devices for the racks: a group per rack where racks may fail. */
export function cephDevices(planned: PlannedCeph | undefined): readonly Device[] {
  if (planned === undefined) return [];
  const { names, server, plan, failureDomain, name } = planned;
  const devices = names.map((device, index) => ({
    name: device,
    what: server.model,
    units: server.rackUnits,
    watts: server.watts,
    group: failureDomain === "rack" ? `${name}-${index % plan.domains}` : undefined,
  }));
  return failureDomain === "rack"
    ? devices.toSorted((a, b) => (a.group! < b.group! ? -1 : a.group! > b.group! ? 1 : 0))
    : devices;
}
