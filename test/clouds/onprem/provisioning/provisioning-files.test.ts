import { parse, parseAllDocuments } from "yaml";
import { defineOnPremCluster } from "../../../../lib/clouds/onprem/define-on-prem-cluster";
import { netboxFiles } from "../../../../lib/clouds/onprem/provisioning/netbox-files";
import { provisioningFiles } from "../../../../lib/clouds/onprem/provisioning/provisioning-files";
import type {
  OnPremClusterProps,
  ProvisioningOptions,
} from "../../../../lib/clouds/onprem/shared/on-prem-cluster-props";
import { small } from "../sites";

const mac = (node: number, port: number) =>
  `04:3f:72:00:${port.toString(16).padStart(2, "0")}:${node.toString(16).padStart(2, "0")}`;
const hostsCsv = (known: number) =>
  [
    "host,serial,bmc_mac,boot_mac",
    ...Array.from(
      { length: known },
      (_, i) => `dgx${String(i + 1).padStart(3, "0")},S${i + 1},${mac(i + 1, 1)},${mac(i + 1, 2)}`,
    ),
  ].join("\n");
const site = (provisioning: ProvisioningOptions, more: Partial<OnPremClusterProps> = {}): OnPremClusterProps => ({
  ...small,
  hosts: hostsCsv(12),
  provisioning,
  ...more,
});
const textOf = (props: OnPremClusterProps) => provisioningFiles(defineOnPremCluster(props))[0]!.text;
const warewulf: ProvisioningOptions = { tool: "warewulf", image: "dgx-24.04", interface: "eno3", gateway: "10.10.0.1" };
const maas: ProvisioningOptions = { tool: "maas", image: "noble", interface: "eno3" };
const metal3: ProvisioningOptions = {
  tool: "metal3",
  image: "https://images.example.com/node.qcow2",
  imageChecksum: "https://images.example.com/node.qcow2.sha256",
  interface: "eno3",
};

describe("provisioningFiles", () => {
  it("has Warewulf give each node its address, and find a node whose MAC is not known", () => {
    const { nodeprofiles, nodes } = parse(textOf(site(warewulf, { hosts: hostsCsv(11) })));
    expect(nodeprofiles.default["network devices"].default).toEqual({
      type: "ethernet",
      onboot: "true",
      device: "eno3",
      netmask: "255.255.240.0",
      gateway: "10.10.0.1",
    });
    expect(nodes.dgx002).toMatchObject({
      "asset key": "S2",
      profiles: ["default", "h100"],
      ipmi: { ipaddr: "10.20.0.2" },
      "network devices": { default: { hwaddr: mac(2, 2), ipaddr: "10.10.0.2" } },
    });
    expect(nodes.dgx002.discoverable).toBeUndefined();
    expect(nodes.dgx012.discoverable).toBe("true");
  });

  it("has MAAS know machines by their BMC, with no credential in the file", () => {
    const { resource, variable } = JSON.parse(textOf(site(maas)));
    expect(Object.keys(resource.maas_machine)).toHaveLength(12);
    expect(resource.maas_machine.dgx003).toMatchObject({
      hostname: "dgx003",
      pxe_mac_address: mac(3, 2),
      power_type: "ipmi",
    });
    expect(resource.maas_machine.dgx003.power_parameters).toBe(
      '${jsonencode({ power_address = "10.20.0.3", power_user = var.bmc_user, power_pass = var.bmc_password, power_driver = "LAN_2_0" })}',
    );
    expect(resource.maas_instance.dgx003.network_interfaces).toEqual({
      name: "eno3",
      subnet_cidr: "10.10.0.0/20",
      ip_address: "10.10.0.3",
    });
    expect(variable.bmc_password.sensitive).toBe(true);
    expect(resource.maas_tag.slurm_node.machines).toHaveLength(12);
  });

  it("has Metal3 reach BMCs by Redfish, and nodes take their address from network data", () => {
    const objects = parseAllDocuments(textOf(site({ ...metal3, bmc: "redfish", redfishSystem: "DGX" }))).map((one) =>
      one.toJS(),
    );
    expect(objects.filter(({ kind }) => kind === "BareMetalHost")).toHaveLength(12);
    const { spec } = objects.find(({ kind, metadata }) => kind === "BareMetalHost" && metadata.name === "dgx004");
    expect(spec.bmc).toEqual({
      address: "redfish-virtualmedia://10.20.0.4/redfish/v1/Systems/DGX",
      credentialsName: "dc1-h100-bmc",
    });
    const secret = objects.find(({ metadata }) => metadata.name === spec.networkData.name);
    expect(JSON.parse(secret.stringData.networkData).networks[0]).toMatchObject({
      ip_address: "10.10.0.4",
      netmask: "255.255.240.0",
    });
  });

  it.each<[Partial<ProvisioningOptions>, Partial<OnPremClusterProps>, RegExp]>([
    [
      { tool: "metal3" },
      {},
      /provisioning\.imageChecksum is required with tool "metal3".*provisioning\.image must be the URL/s,
    ],
    [
      { imageChecksum: "abc" },
      {},
      /provisioning\.imageChecksum applies only to tool "metal3", got it with tool "maas"/,
    ],
    [{ bmc: "redfish" }, {}, /provisioning\.redfishSystem is required with bmc "redfish"/],
    [
      { tool: "warewulf", bmc: "redfish", redfishSystem: "1" },
      {},
      /provisioning\.bmc "redfish" is nothing that Warewulf's/,
    ],
    [
      { gateway: "10.20.0.1" },
      {},
      /provisioning\.gateway must be an address of network\.nodeCidr 10\.10\.0\.0\/20, got 10\.20\.0\.1/,
    ],
    [{}, { hosts: hostsCsv(10) }, /hosts must have the boot_mac of every node .* 2 of 12 have none, such as dgx011/],
    [{ interface: "eno 1" }, {}, /provisioning\.interface must be a network interface/],
  ])("refuses %j", (given, more, message) => {
    expect(() => defineOnPremCluster(site({ ...maas, ...given }, more))).toThrow(message);
  });
});

describe("netboxFiles", () => {
  const files = netboxFiles(defineOnPremCluster({ ...small, hosts: hostsCsv(12), netbox: true }));
  const rows = (name: string) => {
    const [header, ...lines] = files
      .find(({ path }) => path.endsWith(`-${name}.csv`))!
      .text.trim()
      .split("\n");
    return lines.map((line) => Object.fromEntries(line.split(",").map((field, i) => [header!.split(",")[i]!, field])));
  };

  it("names nothing that an earlier file did not make", () => {
    const made = (name: string, column: string) => new Set(rows(name).map((row) => row[column]));
    const ports = new Set(rows("interfaces").map(({ device, name }) => `${device} ${name}`));
    const devices = rows("devices");
    expect(ports.size).toBe(rows("interfaces").length);
    for (const { role, manufacturer, device_type, rack } of devices) {
      expect(made("device-roles", "name")).toContain(role);
      expect(made("manufacturers", "name")).toContain(manufacturer);
      expect(made("device-types", "model")).toContain(device_type);
      expect(made("racks", "name")).toContain(rack);
    }
    const known = made("devices", "name");
    for (const cable of rows("cables"))
      for (const side of ["a", "b"])
        expect(ports).toContain(`${cable[`side_${side}_device`]} ${cable[`side_${side}_name`]}`);
    for (const { device, interface: port } of rows("ip-addresses")) {
      expect(known).toContain(device);
      expect(ports).toContain(`${device} ${port}`);
    }
  });

  it("has every node and cable of the plan", () => {
    expect(rows("devices").filter(({ role }) => role === "GPU node")).toHaveLength(12);
    expect(rows("cables")).toHaveLength(2 * 12 * 8);
    expect(rows("cables")[0]).toMatchObject({
      label: "N00001",
      status: "planned",
      length_unit: "m",
      side_a_name: "mlx5_0",
    });
    expect(rows("mac-addresses")).toHaveLength(24);
  });

  it("is left out unless asked for", () => {
    expect(netboxFiles(defineOnPremCluster(small))).toEqual([]);
  });
});
