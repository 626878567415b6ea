import fc from "fast-check";
import { acceleratedInstanceTypes } from "../../../lib/catalog/instance-types";
import { efaHugePagesBytes } from "../../../lib/clouds/aws/kubernetes/writers/efa-driver";
import { maxPods, reservedMillicores } from "../../../lib/clouds/aws/kubernetes/writers/eks-nodes";
import { allocatable } from "../../../lib/kubernetes/nodes/node-resources";
import { workerResources } from "../../../lib/kubernetes/ray/worker-resources";
import { MIB } from "../../../lib/units/bytes";
import { p5, poolOf } from "../pools";

describe("efaHugePagesBytes", () => {
  // what published EKS nodes show as allocatable hugepages-2Mi (awsome-distributed-training, nccl-tests on EKS)
  it.each([
    ["p5.48xlarge", 192, 42242],
    ["p4d.24xlarge", 96, 21122],
  ])("is what a published %s node shows", (_, vcpus, mib) => {
    expect(efaHugePagesBytes(vcpus) / MIB).toBe(mib);
  });
});

describe("reservedMillicores", () => {
  it("keeps 550 millicores of 192 vCPUs and 60 of one", () => {
    expect([reservedMillicores(192), reservedMillicores(1)]).toEqual([550, 60]);
  });
});

describe("maxPods", () => {
  it.each([
    [29, 110],
    [30, 250],
  ])("lets a node of %i vCPUs hold %i pods", (vcpus, pods) => {
    expect(maxPods(vcpus)).toBe(pods);
  });
});

describe("workerResources", () => {
  it("gives one worker of a p5 node all 8 GPUs and all 32 EFA interfaces", () => {
    const worker = workerResources(p5, 8);
    expect([worker.gpuResource, worker.gpus, worker.fabricDevices, worker.hugePagesBytes]).toEqual([
      "nvidia.com/gpu",
      8,
      32,
      0,
    ]);
  });

  it.each([
    ["1", 5120],
    ["0", 0],
    ["False", 0],
  ])("asks for huge pages where the user's environment lets libfabric use them: %s", (value, mib) => {
    const worker = workerResources(p5, 8, [{ name: "FI_EFA_USE_HUGE_PAGE", value }]);
    expect(worker.hugePagesBytes / MIB).toBe(mib);
  });

  it("gives half a p5 node half of its EFA interfaces", () => {
    expect(workerResources(p5, 4).fabricDevices).toBe(16);
  });

  it("never asks for more than a node has, however the node is divided, on any type of the catalog", () => {
    const types = acceleratedInstanceTypes();
    fc.assert(
      fc.property(fc.constantFrom(...types), fc.integer({ min: 1, max: 16 }), fc.boolean(), (type, perPod, fabric) => {
        const of = poolOf(type.name, fabric ? { fabric: "f" } : {});
        const node = allocatable(of);
        const gpus = Math.min(perPod, node.gpus);
        const pods = Math.floor(node.gpus / gpus);
        const worker = workerResources(of, gpus);
        expect(worker.cpuMillicores * pods).toBeLessThanOrEqual(node.cpuMillicores);
        expect(worker.memoryBytes * pods).toBeLessThanOrEqual(node.memoryBytes);
        expect(worker.fabricDevices * pods).toBeLessThanOrEqual(node.fabricDevices);
        expect(worker.hugePagesBytes * pods).toBeLessThanOrEqual(node.hugePagesBytes);
        expect(worker.cpuMillicores).toBeGreaterThan(0);
        expect(worker.memoryBytes).toBeGreaterThan(0);
        expect(worker.sharedMemoryBytes).toBeLessThan(worker.memoryBytes);
      }),
    );
  });
});
