import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { App, TerraformStack } from "cdktf";
import { findInstanceType } from "../../../lib/catalog/instance-types";
import { ClusterNetwork, GpuNodePool, InfiniBandFabric, type InfiniBandFabricProps } from "../../../lib/clouds/azure";
import { checkScript } from "../../../lib/clouds/azure/fabric/pkey-check";

const H100 = "Standard_ND96isr_H100_v5";
const GB300 = "Standard_ND128isr_GB300_v6";

function fabricOf(props: Partial<InfiniBandFabricProps> = {}) {
  const stack = new TerraformStack(new App(), "train");
  const network = new ClusterNetwork(stack, "network", { availabilityZone: "eastus-1" });
  const fabric = new InfiniBandFabric(stack, "fabric", { network, ...props });
  const pool = (instanceType: string) => () =>
    new GpuNodePool(stack, "pool", { network, fabric, instanceType, nodes: { min: 0, max: 18 } });
  return { fabric, pool };
}

const type = (name: string) => findInstanceType(name)!;

describe("InfiniBandFabric of Azure", () => {
  it("has the environment that Microsoft's reference sets on H100 and H200, and on no other size", () => {
    // https://github.com/Azure/ai-infrastructure-on-azure/blob/a01b073/infrastructure_validations/slurm/NCCL/configs/hopper.conf
    const { fabric } = fabricOf();
    expect(fabric.environment(type(H100))).toMatchObject({
      NCCL_SOCKET_IFNAME: "eth0",
      NCCL_MIN_NCHANNELS: "32",
      NCCL_P2P_NET_CHUNKSIZE: "2097152",
      NCCL_IB_QPS_PER_CONNECTION: "4",
      OMPI_MCA_coll_hcoll_enable: "0",
      UCX_TLS: "rc",
    });
    for (const other of ["Standard_ND96amsr_A100_v4", "Standard_ND96isr_MI300X_v5"])
      expect(fabric.environment(type(other))).not.toHaveProperty("NCCL_MIN_NCHANNELS");
    expect(fabric.environment(type(H100))).not.toHaveProperty("NCCL_COLLNET_ENABLE");
  });

  it("has that of Grace Blackwell on racks, across which NCCL goes over InfiniBand", () => {
    expect(fabricOf().fabric.environment(type(GB300))).toMatchObject({
      NCCL_MNNVL_ENABLE: "1",
      NCCL_SHM_DISABLE: "1",
      NCCL_DMABUF_ENABLE: "1",
      NCCL_NET_GDR_LEVEL: "PHB",
      NCCL_NET_GDR_C2C: "1",
    });
  });

  it("sums all-reduces in the switches where asked to, which opens the devices that SHARP needs", () => {
    const { fabric } = fabricOf({ sharp: true });
    expect(fabric.environment(type(H100))).toMatchObject({ NCCL_COLLNET_ENABLE: "1", SHARP_COLL_ENABLE_SAT: "1" });
    expect(fabric.bootScript(type(H100))).toContain('KERNEL=="umad*", MODE="0666"');
    expect(fabricOf().fabric.bootScript(type(H100))).not.toContain("umad");
  });

  it("gives containers of jobs the same environment, the devices and the topology file", () => {
    const script = fabricOf().fabric.bootScript(type(H100));
    const [, environment] = /50-warpform-fabric.env <<'ENVIRONMENT'\n([\s\S]*?)\nENVIRONMENT/.exec(script)!;
    expect(environment!.split("\n")).toEqual(
      expect.arrayContaining(["MELLANOX_VISIBLE_DEVICES=all", "NCCL_IB_HCA=mlx5_ib", "NCCL_SOCKET_IFNAME=eth0"]),
    );
    expect(script).toMatch(/^\/opt\/microsoft \/opt\/microsoft none x-create=dir,bind,ro/m);
    expect(script).toMatch(/^\/etc\/nccl.conf \/etc\/nccl.conf none x-create=file,bind,ro/m);
  });

  it.each<[string, string, number]>([
    ["named by the image's service once the boot is over", "together", 0],
    ["of two partitions", "apart", 1],
  ])("checks devices that are %s", (_, seen, status) => {
    const root = mkdtempSync(join(tmpdir(), "infiniband-"));
    const device = (n: number) => {
      const port = `${root}/class/mlx5_ib${n}/ports/1`;
      const key = seen === "apart" ? `0x801${n}` : "0x8011";
      return `mkdir -p ${port}/pkeys; echo "4: ACTIVE" > ${port}/state; echo "400 Gb/sec" > ${port}/rate; echo ${key} > ${port}/pkeys/0`;
    };
    const devices = [0, 1].map(device).join("; ");
    const script = checkScript({ devices: 2, gbpsPerDevice: 400, generation: "NDR" })
      .replaceAll("/sys/class/infiniband", `${root}/class`)
      .replaceAll("/run/warpform", `${root}/run`)
      .replace("/dev/console", "/dev/null")
      .replace(/^left=.*/m, "left=3");
    // the devices are there when the second look is taken
    const stand = `sleep() { [ -d ${root}/class ] || { ${devices}; }; }\ncurl() { echo group; }\n`;
    const { status: ended, stderr } = spawnSync("bash", ["-c", `set -euo pipefail\n${stand}${script}`], {
      encoding: "utf8",
    });
    expect([ended, stderr.includes("1 key are expected")]).toEqual([status, status === 1]);
    expect(readFileSync(join(root, "run/placement-group"), "utf8")).toBe("group\n");
    if (status === 0) expect(readFileSync(join(root, "run/pkeys"), "utf8").trim()).toBe("0x8011");
  });

  const CHECK = join(__dirname, "../../../lib/clouds/azure/fabric/programs/warpform-fabric-check");
  const told = (places: readonly string[]) => places.map((place, n) => `fabric node-${n + 1} ${place}\n`).join("");

  it.each<[string, string, number, string]>([
    ["alike", told(["g1 0x8011", "g1 0x8011"]), 0, "2 nodes in one placement group, with one partition key"],
    [
      "of another key",
      told(["g1 0x8011", "g1 0x8012", "g1 0x8011"]),
      1,
      "node-2: placement group g1, partition key 0x8012; 2 of 3 nodes have g1, 0x8011",
    ],
    [
      "of another placement group",
      `[node-1] a banner\n${told(["g1 0x8011", "g1 0x8011", "g2 0x8011"])}`,
      1,
      "node-3: placement group g2, partition key 0x8011; 2 of 3 nodes have g1, 0x8011",
    ],
    [
      "without a key",
      told(["g1 0x8011", "g1 -"]),
      1,
      "node-2: its boot has found no single partition key or no placement group",
    ],
    [
      "with two keys",
      told(["g1 0x8011 0x8012"]),
      1,
      "node-1: its boot has found no single partition key or no placement group",
    ],
    ["silent", "", 1, "no node has answered"],
  ])("compares nodes for a launcher: those that are %s", (_, input, status, said) => {
    const done = spawnSync("bash", [CHECK, "--compare"], { input, encoding: "utf8" });
    expect([done.status, done.stdout]).toEqual([status, `${said}\n`]);
  });

  it("asks each node over SSH what its boot has written down, and says how many have not answered", () => {
    const root = mkdtempSync(join(tmpdir(), "fabric-check-"));
    writeFileSync(join(root, "pkeys"), "0x8011 \n");
    writeFileSync(join(root, "placement-group"), "g1");
    const ssh = `#!/bin/bash\n[ "$6" != node-3 ] || exit 255\nbash ${CHECK} "\${@: -1}"\n`;
    writeFileSync(join(root, "ssh"), ssh, { mode: 0o755 });
    const env = { PATH: `${root}:${process.env.PATH}`, WARPFORM_RUN: root };
    const asked = (...nodes: string[]) => spawnSync("bash", [CHECK, ...nodes], { env, encoding: "utf8" }).stdout;
    expect(asked("node-1", "node-2")).toBe("2 nodes in one placement group, with one partition key\n");
    expect(asked("node-1", "node-3")).toBe("1 of 2 nodes have answered\n");
    expect(asked("--help")).toContain("warpform-fabric-check --show | warpform-fabric-check --compare");
    expect(fabricOf().fabric.bootScript(type(H100))).toContain("chmod 755 /usr/local/bin/warpform-fabric-check");
  });

  it.each([GB300, "Standard_ND96isr_MI300X_v5", "Standard_ND96asr_v4"])("refuses SHARP on %s", (size) => {
    expect(fabricOf({ sharp: true }).pool(size)).toThrow(
      `fabric has sharp, for which Microsoft publishes no settings on ${size}; leave sharp out, or use Standard_ND96isr_H100_v5 or Standard_ND96isr_H200_v5`,
    );
  });

  it.each<[Record<string, unknown>, string]>([
    [{ sharp: "yes" }, "sharp must be true or false"],
    [{ inNetworkReduction: true }, "inNetworkReduction"],
    [{ orchestration: "Uniform" }, 'orchestration must be "flexible" or "uniform", got "Uniform"'],
    [{ network: undefined }, "network is required; give a ClusterNetwork of warpform/azure"],
  ])("refuses %j", (props, message) => {
    expect(() => fabricOf(props as Partial<InfiniBandFabricProps>)).toThrow(message);
  });
});
