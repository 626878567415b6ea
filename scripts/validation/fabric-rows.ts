import { fatTree } from "../../lib/sizing/fabric/fat-tree";
import type { FatTreeProps } from "../../lib/sizing/fabric/fat-tree-props";
import { section, type ValidationRow } from "./row";

const RA = "https://docs.nvidia.com/dgx-superpod/reference-architecture";
const PARTS = ["leaves", "spines", "cores", "node cables", "leaf-spine cables", "spine-core cables"];

type Published = readonly [nodes: number, ...counts: number[]];

/** One row a count of each published system. */
function systems(title: string, source: string, props: Omit<FatTreeProps, "nodes">, published: readonly Published[]) {
  return published.flatMap(([nodes, ...counts]) => {
    const tree = fatTree({ ...props, nodes });
    if (!tree.fits) throw new Error(tree.why);
    const { switches: s, cables: c } = tree;
    const ours = [s.leaf, s.spine, s.core, c.nodeLeaf, c.leafSpine, c.spineCore];
    return section(
      title,
      { unit: "", aim: 0, source },
      counts.map((count, i) => [`${nodes} nodes, ${PARTS[i]}`, count, ours[i]!] as const).filter((row) => row[1] > 0),
    );
  });
}

/** Racks and pods of Meta's RoCE cluster for Llama 3: two servers a rack, pods of 3,072 GPUs, 1:7 above them. */
function meta24k(): ValidationRow[] {
  const tree = fatTree({
    nodes: 3072,
    railsPerNode: 8,
    switchPorts: 128,
    spinePorts: 220,
    layout: "node-packed",
    nodesPerUnit: 2,
    spineOversubscription: 7,
    tiers: 3,
  });
  if (!tree.fits) throw new Error(tree.why);
  const source = "https://arxiv.org/abs/2407.21783 section 3.3.1";
  return section("Meta's 24k-GPU RoCE cluster", { unit: "", aim: 0, source }, [
    ["racks", 1536, tree.switches.leaf],
    ["pods", 8, tree.pods.total],
    ["racks a pod", 192, tree.pods.leaves],
  ]);
}

/** Fat-trees of 64 ports that DeepSeek compares: two tiers, eight planes of two tiers, three tiers. */
function planes(): ValidationRow[] {
  const source = "https://arxiv.org/abs/2505.09343 table 3";
  const compared: readonly (readonly [string, Parameters<typeof fatTree>[0], number, number])[] = [
    ["two tiers", { nodes: 2048, railsPerNode: 1, switchPorts: 64, layout: "node-packed", tiers: 2 }, 96, 2048],
    ["eight planes", { nodes: 2048, railsPerNode: 8, switchPorts: 64, planes: 8, tiers: 2 }, 768, 16_384],
    [
      "three tiers",
      { nodes: 65_536, railsPerNode: 1, switchPorts: 64, layout: "node-packed", tiers: 3 },
      5120,
      131_072,
    ],
  ];
  return compared.flatMap(([name, props, switches, links]) => {
    const tree = fatTree(props);
    if (!tree.fits) throw new Error(tree.why);
    const { leaf, spine, core } = tree.switches;
    return section("DeepSeek's comparison of fat-trees", { unit: "", aim: 0, source }, [
      [`${name}, switches`, switches, leaf + spine + core],
      [`${name}, links between switches`, links, tree.cables.leafSpine + tree.cables.spineCore],
    ]);
  });
}

/** Endpoints that vendors give for their switches in two and three tiers. */
function reach(): ValidationRow[] {
  const most = (switchPorts: number, tiers: 2 | 3) =>
    fatTree({ nodes: 1, railsPerNode: 1, switchPorts, tiers, layout: "node-packed" }).maxNodes;
  const source = "NVIDIA product briefs of SB7800, QM8700, QM9700 and Quantum-X800";
  return section("Endpoints of a non-blocking fat-tree", { unit: "", aim: 0, source }, [
    ["36 ports, two tiers", 648, most(36, 2)],
    ["40 ports, two tiers", 800, most(40, 2)],
    ["40 ports, three tiers", 16_000, most(40, 3)],
    ["64 ports, two tiers", 2048, most(64, 2)],
    ["64 ports, three tiers", 65_536, most(64, 3)],
    ["144 ports, two tiers", 10_368, most(144, 2)],
  ]);
}

/** Switch and cable counts of published fat-trees. */
export function fabricRows(): ValidationRow[] {
  return [
    ...systems(
      "DGX SuperPOD, H100: switches and cables",
      `${RA}-scalable-infrastructure-h100/latest/network-fabrics.html`,
      { railsPerNode: 8, switchPorts: 64, extraEndpoints: 4 },
      [
        [31, 8, 4, 0, 252, 256],
        [63, 16, 8, 0, 508, 512],
        [95, 24, 16, 0, 764, 768],
        [127, 32, 16, 0, 1020, 1024],
      ],
    ),
    ...systems(
      "DGX SuperPOD, B200: switches and cables",
      `${RA}-scalable-infrastructure-b200/latest/dgx-superpod-architecture.html`,
      { railsPerNode: 8, switchPorts: 64 },
      [
        [64, 16, 8, 0, 512, 512],
        [128, 32, 16, 0, 1024, 1024],
        [256, 64, 32, 0, 2048, 2048],
        [512, 128, 128, 64, 4096, 4096, 4096],
        [1024, 256, 256, 128, 8192, 8192, 8192],
        [2048, 512, 512, 256, 16384, 16384, 16384],
      ],
    ),
    ...systems(
      "DGX SuperPOD, B300 on Quantum-X800: switches and cables",
      `${RA}/scalable-infrastructure-b300-xdr/latest/dgx-superpod-architecture.html`,
      { railsPerNode: 8, switchPorts: 144 },
      [
        [72, 8, 4, 0, 576, 576],
        [144, 16, 8, 0, 1152, 1152],
        [288, 32, 18, 0, 2304, 2304],
        [576, 64, 36, 0, 4608, 4608],
        [1296, 144, 72, 0, 10368, 10368],
      ],
    ),
    ...systems(
      "DGX SuperPOD, B300 on two planes of Spectrum: switches and cables",
      `${RA}/scalable-infrastructure-b300/latest/dgx-superpod-architecture.html`,
      { railsPerNode: 16, planes: 2, switchPorts: 128, linksPerCable: 2 },
      [
        [64, 16, 8, 0, 512, 512],
        [128, 32, 16, 0, 1024, 1024],
        [256, 64, 32, 0, 2048, 2048],
        [512, 128, 64, 0, 4096, 4096],
        [1024, 256, 128, 0, 8192, 8192],
      ],
    ),
    ...systems(
      "DGX SuperPOD, A100: switches",
      "NVIDIA DGX SuperPOD with DGX A100 reference architecture (RA-09950-001)",
      { railsPerNode: 8, switchPorts: 40, tiers: 3 },
      [[140, 56, 80, 28]],
    ),
    ...planes(),
    ...meta24k(),
    ...reach(),
    ...section(
      "DGX SuperPOD, B300 on Quantum-X800: GPUs",
      {
        unit: "GPUs",
        aim: 0,
        set: "inconsistent",
        source: `${RA}/scalable-infrastructure-b300-xdr/latest/dgx-superpod-architecture.html`,
      },
      [
        [
          "18 scalable units",
          9216,
          1296 * 8,
          "the table gives 9,216 GPUs for 1,296 nodes of eight, and 10,368 cables to them",
        ],
      ],
    ),
  ];
}
