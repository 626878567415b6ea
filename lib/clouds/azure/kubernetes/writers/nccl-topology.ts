import type { PodFile } from "../../../../kubernetes/platform/fabric-driver";

/** What NCCL cannot see in a VM: which GPUs and InfiniBand devices share a PCI switch, and which processors are near them. */
interface Topology {
  readonly name: string;
  readonly cpu: string;
  readonly speed: string;
  /** Attributes of a switch beside its own. */
  readonly more: string;
  /** By NUMA node: its processors as a mask, and the addresses below each switch, GPU and InfiniBand in turn. */
  readonly nodes: readonly { readonly affinity: string; readonly switches: readonly (readonly string[])[] }[];
}

/** @see https://github.com/Azure/azhpc-images/blob/8e9d055/topology/ndv4-topo.xml */
const NDV4: Topology = {
  name: "ndv4",
  cpu: 'vendor="AuthenticAMD" familyid="23" modelid="49"',
  speed: "16 GT/s",
  more: "",
  nodes: [
    { affinity: "00000000,00000000,00ffffff", switches: [["0003", "0103", "0004", "0104"]] },
    { affinity: "00000000,0000ffff,ff000000", switches: [["0001", "0101", "0002", "0102"]] },
    { affinity: "000000ff,ffff0000,00000000", switches: [["000d", "0107", "000e", "0108"]] },
    { affinity: "ffffff00,00000000,00000000", switches: [["000b", "0105", "000c", "0106"]] },
  ],
};

/** @see https://github.com/Azure/azhpc-images/blob/8e9d055/topology/ndv5-topo.xml */
const NDV5: Topology = {
  name: "ndv5",
  cpu: 'vendor="GenuineIntel" familyid="6" modelid="143"',
  speed: "32.0 GT/s PCIe",
  more: ' vendor="0x0000" device="0x0000" subsystem_vendor="0x0000" subsystem_device="0x0000"',
  nodes: [
    {
      affinity: "00000000,0000ffff,ffffffff",
      switches: [
        ["0001", "0101"],
        ["0002", "0102"],
        ["0003", "0103"],
        ["0008", "0104"],
      ],
    },
    {
      affinity: "ffffffff,ffff0000,00000000",
      switches: [
        ["0009", "0105"],
        ["000a", "0106"],
        ["000b", "0107"],
        ["000c", "0108"],
      ],
    },
  ],
};

/** By series; racks need none, and Microsoft's tests of AMD's GPUs give none. @see https://github.com/Azure/aks-rdma-infiniband/blob/700dabb/tests/scenarios/util.sh (topo_file_name) */
const OF_SERIES: Readonly<Record<string, Topology>> = {
  NDasrA100_v4: NDV4,
  NDm_A100_v4: NDV4,
  ND_H100_v5: NDV5,
  ND_H200_v5: NDV5,
};

/** Classes of PCI devices. */
const CLASS = { bridge: "0x060400", gpu: "0x030200", infiniband: "0x020700" };

function text({ cpu, speed, more, nodes }: Topology): string {
  const link = `link_speed="${speed}" link_width="16"`;
  let bridges = 0;
  const below = (switched: readonly string[]) => [
    `    <pci busid="ffff:ff:0${++bridges}.0" class="${CLASS.bridge}" ${link}${more}>`,
    ...switched.map((bus, i) => {
      const kind = i % 2 === 0 ? CLASS.gpu : CLASS.infiniband;
      return `      <pci busid="${bus}:00:00.0" class="${kind}" ${link}/>`;
    }),
    "    </pci>",
  ];
  const lines = nodes.flatMap(({ affinity, switches }, i) => [
    `  <cpu numaid="${i}" affinity="${affinity}" arch="x86_64" ${cpu}>`,
    ...switches.flatMap(below),
    "  </cpu>",
  ]);
  return `${['<system version="1">', ...lines, "</system>"].join("\n")}\n`;
}

/** Where Microsoft's tests mount it. @see https://github.com/Azure/aks-rdma-infiniband/blob/700dabb/tests/scenarios/k8s/templates/mpi-job.yaml */
const FOLDER = "/opt/nvidia-topology";
const FILE = "topo.xml";

/** The topology file of a series for pods, and the variable that names it to NCCL; none where Microsoft publishes none. */
export function ncclTopology(series: string): {
  readonly files: readonly PodFile[];
  readonly environment: readonly { readonly name: string; readonly value: string }[];
} {
  const topology = OF_SERIES[series];
  if (topology === undefined) return { files: [], environment: [] };
  return {
    files: [{ name: `nccl-topology-${topology.name}`, folder: FOLDER, file: FILE, text: text(topology) }],
    environment: [{ name: "NCCL_TOPO_FILE", value: `${FOLDER}/${FILE}` }],
  };
}
