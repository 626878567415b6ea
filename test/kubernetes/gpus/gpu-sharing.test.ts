import { parse } from "yaml";
import { devicePluginConfigs, migConfigs } from "../../../lib/kubernetes/gpus/gpu-sharing";
import { bottlerocketSettings, gpuStack, IMAGE_SOFTWARE } from "../../../lib/kubernetes/gpus/gpu-stack";
import { nodeLabels } from "../../../lib/kubernetes/nodes/node-labels";
import { rayClusterSpec } from "../../../lib/kubernetes/ray/ray-cluster";
import { g6e, mig, mps, poolOf, sliced } from "../pools";
import { clusterOf } from "../samples";

describe("GPUs shared by MIG", () => {
  const of = (type: string, profile: string, instancesPerGpu: number) =>
    poolOf(type, { name: type.slice(0, 2), sharing: { kind: "mig", profile, instancesPerGpu } });
  const pools = [of("p4d.24xlarge", "1g.10gb", 4), of("p5.48xlarge", "1g.10gb", 7), of("p4d.24xlarge", "1g.5gb+me", 1)];

  it("are cut by pool, each into as many as its GPU holds", () => {
    const configs = parse(migConfigs(pools))["mig-configs"];
    const cut = pools.map((pool) => configs[nodeLabels(pool, "serving")["nvidia.com/mig.config"]!][0]["mig-devices"]);
    expect(cut).toEqual([{ "1g.10gb": 4 }, { "1g.10gb": 7 }, { "1g.5gb+me": 1 }]);
  });

  // https://kubernetes.io/docs/concepts/overview/working-with-objects/labels/#syntax-and-character-set
  it("have labels that Kubernetes takes", () => {
    for (const pool of pools)
      for (const value of Object.values(nodeLabels(pool, "serving")))
        expect(value).toMatch(/^[A-Za-z0-9]([A-Za-z0-9_.-]{0,61}[A-Za-z0-9])?$/);
  });
});

describe("GPUs shared by MPS", () => {
  it("are six of each under a name of their own in the plugin's configuration, with MIG off", () => {
    const configs = devicePluginConfigs([g6e, mps, sliced]);
    expect(Object.keys(configs)).toEqual(["default", "mps-6", "time-slicing-4"]);
    expect(parse(configs["mps-6"]!)).toEqual({
      version: "v1",
      flags: { migStrategy: "none" },
      sharing: { mps: { renameByDefault: true, resources: [{ name: "nvidia.com/gpu", replicas: 6 }] } },
    });
  });

  it("have labels that choose that configuration and start the daemon of MPS", () => {
    expect(nodeLabels(mps, "serving")).toMatchObject({
      "nvidia.com/device-plugin.config": "mps-6",
      "nvidia.com/mps.capable": "true",
    });
    expect(nodeLabels(sliced, "serving")["nvidia.com/mps.capable"]).toBeUndefined();
  });

  it("are set in Bottlerocket's own plugin, which gets no chart", () => {
    expect(gpuStack([mps], IMAGE_SOFTWARE.bottlerocket)).toEqual([]);
    expect(bottlerocketSettings(mps)).toContain('device-sharing-strategy = "mps"');
    expect(bottlerocketSettings(mps)).toContain("replicas = 6");
  });

  it("go through the operator beside a pool with MIG, with both configurations", () => {
    const [operator, ...others] = gpuStack([mig, mps], IMAGE_SOFTWARE.al2023);
    expect(others).toEqual([]);
    expect(
      Object.keys((operator!.values as { devicePlugin: { config: { data: object } } }).devicePlugin.config.data),
    ).toEqual(["default", "mig", "mps-6"]);
  });

  it("leave /dev/shm of a worker to the daemon of MPS and keep Ray's objects elsewhere", () => {
    const [group] = rayClusterSpec(
      clusterOf({ workerGroups: [{ name: "workers", of: mps, gpusPerPod: 1, minReplicas: 0, maxReplicas: 4 }] }),
    ).workerGroupSpecs;
    const [container] = group!.template.spec.containers;
    expect(container!.volumeMounts.map(({ mountPath }) => mountPath)).not.toContain("/dev/shm");
    expect(group!.rayStartParams).toEqual({ "num-gpus": "1", "plasma-directory": "/ray-objects" });
    expect(container!.resources.requests["nvidia.com/gpu.shared"]).toBe("1");
  });
});
