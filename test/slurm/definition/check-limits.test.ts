import { defineSlurmCluster } from "../../../lib/slurm/definition/define-slurm-cluster";
import type { SlurmOptions } from "../../../lib/slurm/definition/slurm-options";
import { messageOf, onType, options } from "../options";

describe("limits in resources that no node has", () => {
  it.each<[string, SlurmOptions, string]>([
    [
      "GPU hours on Trainium",
      onType("trn2.48xlarge", { accounts: [{ name: "lab", gpuHours: 1000 }] }),
      "accounts[0].gpuHours limits GPUs, and no pool of the cluster has any; use neuronDeviceHours",
    ],
    [
      "GPUs of a QoS on CPUs",
      onType("c7i.4xlarge", { qos: [{ name: "high", maxGpusPerUser: 8 }] }),
      "qos[0].maxGpusPerUser limits GPUs, and no pool of the cluster has any; use maxCpusPerUser",
    ],
    [
      "Neuron devices of a user on GPUs",
      options({ users: [{ name: "ann", uid: 2000, maxNeuronDevices: 16 }] }),
      "users[0].maxNeuronDevices limits Neuron devices, and no pool of the cluster has any; use maxGpus",
    ],
  ])("are refused: %s", (_, given, message) => {
    expect(messageOf(given)).toContain(message);
  });

  it("are taken in the resource's own TRES", () => {
    const { policy } = defineSlurmCluster(
      onType("trn2.48xlarge", {
        accounts: [{ name: "lab", neuronDeviceHours: 1000, maxNeuronDevices: 32, cpuHours: 5 }],
        qos: [{ name: "high", maxNeuronDevicesPerUser: 16 }],
      }),
    );
    expect(policy.accounts[0]).toMatchObject({
      tresHours: { "gres/neuron": 1000, cpu: 5 },
      tres: { "gres/neuron": 32, cpu: null },
    });
    expect(policy.qos[0]!.tresPerUser).toEqual({ "gres/neuron": 16, cpu: null });
  });
});
