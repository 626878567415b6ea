import { stringify } from "yaml";
import type { OnPremCeph, StorageServer } from "../shared/on-prem-definition";

const names = (servers: readonly StorageServer[]) => ({ hosts: servers.map(({ name }) => name) });

/**
 * What `ceph orch apply -i` takes: hosts with their racks, monitors, managers, one OSD per data drive, metadata servers.
 * @see https://docs.ceph.com/en/latest/cephadm/services/
 */
export function cephadmSpec({ name, servers, monitors, server }: OnPremCeph): string {
  const documents = [
    ...servers.map((one) => ({
      service_type: "host",
      hostname: one.name,
      addr: one.address,
      location: { root: "default", rack: one.rack },
    })),
    { service_type: "mon", placement: names(monitors) },
    { service_type: "mgr", placement: names(monitors.slice(0, 2)) },
    {
      service_type: "osd",
      service_id: name,
      placement: names(servers),
      // From nine tenths of a data drive up: the system's own drives are smaller.
      spec: {
        data_devices: { rotational: server.rotational ? 1 : 0, size: `${Math.floor(server.driveTB * 900)}GB:` },
        encrypted: true,
      },
    },
    { service_type: "mds", service_id: name, placement: names(monitors.slice(-2)) },
  ];
  return documents.map((one) => `---\n${stringify(one, { lineWidth: 0 })}`).join("");
}
