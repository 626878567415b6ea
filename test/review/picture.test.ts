import { designOf } from "../../lib/review/design";
import { bottleneckOf } from "../../lib/review/picture/bottleneck";
import { pictureDrawio } from "../../lib/review/picture/drawio";
import { folded } from "../../lib/review/picture/fold";
import { pictureMermaid } from "../../lib/review/picture/mermaid";
import { nodesInside } from "../../lib/review/picture/node-inside";
import { nodeMapsOf } from "../../lib/review/picture/node-map";
import { legendOf, nodeMapSvg } from "../../lib/review/picture/node-map-svg";
import { pictureOf } from "../../lib/review/picture/picture";
import { placeNarrow, placeWide } from "../../lib/review/picture/place";
import { pictureSvgFile } from "../../lib/review/picture/svg-file";
import { switchesSvg, switchesText, unitsLeftOut } from "../../lib/review/picture/switches-svg";
import { reviewDesign } from "../../lib/review/review";
import { images } from "./batch-work";
import { CHAT_8B, LLAMA_70B, p5 } from "./p5-cluster";
import { serving } from "./ray-cluster";

const drawn = (cluster = p5(), workload: Parameters<typeof designOf>[1] = LLAMA_70B) => {
  const design = designOf(cluster, workload);
  const review = reviewDesign(design);
  return { design, review, picture: pictureOf(design, review) };
};

describe("the picture of a cluster", () => {
  const { picture } = drawn();
  const part = (key: string, of = picture) => of.parts.find((one) => one.key === key)!;

  it("has every part with what it is", () => {
    expect(picture.place).toBe("AWS · us-east-2");
    expect(part("pools.h100").lines).toContain("32 EFA devices, 3,200 Gb/s per node");
    expect(part("fileSystems.scratch").lines[0]).toBe("Lustre scratch");
    const { picture: named } = drawn(p5({ bucket: { name: "checkpoints", purpose: "checkpoints" } }));
    expect(part("buckets.checkpoints", named).lines).toEqual(["S3 checkpoints"]);
  });

  it("has results in the bucket of tasks where a run has checkpoints", () => {
    const held = (workload: Parameters<typeof drawn>[1]) =>
      part("buckets.out", drawn(p5({ bucket: { name: "out", purpose: "checkpoints" } }), workload).picture).lines;
    expect([held(LLAMA_70B), held(images())]).toEqual([
      ["S3 out", "checkpoints"],
      ["S3 out", "results"],
    ]);
  });

  it("joins users, scheduler, pool, file system and bucket", () => {
    const pairs = picture.links.map(({ from, to, label }) => [from, to, label]);
    expect(pairs).toContainEqual(["pools.h100", "fileSystems.scratch", "/fsx"]);
    expect(pairs).toContainEqual(["fileSystems.scratch", "buckets.data", "import, export"]);
    const keys = new Set(picture.parts.map(({ key }) => key));
    expect(picture.links.filter(({ from, to }) => !keys.has(from) || !keys.has(to))).toEqual([]);
  });

  it("pins errors and warnings to the part they are about", () => {
    const wrong = drawn(p5({ slurm: { loginCidrs: ["0.0.0.0/0"] } })).picture;
    expect(part("schedulers.slurm", wrong).findings.map(({ rule }) => rule)).toContain("login-open-to-world");
    expect(part("fileSystems.scratch", wrong).findings).toEqual([]);
    expect(pictureSvgFile(wrong)).toContain("error: login-open-to-world");
  });

  it("draws the controllers of a site outside the cloud that its nodes are started in", () => {
    const staging = { toCloudTB: 4, toSitePerMonthTB: 0, linkGbps: 1.25 };
    const hybrid = drawn(p5({ slurm: { joins: "dc1", staging } })).picture;
    const { area, lines } = part("schedulers.slurm", hybrid);
    expect(area).toBe("outside");
    expect(lines[0]).toBe("Site dc1");
    expect(lines.slice(-2)).toEqual(["link 1.25 Gb/s", "4 TB to the cloud"]);
    expect(part("schedulers.slurm").area).toBe("network");
    expect(hybrid.links).toContainEqual(expect.objectContaining({ from: "schedulers.slurm", to: "pools.h100" }));
    const { parts } = placeWide(hybrid);
    const box = (key: string) => parts.find((one) => one.part.key === key)!;
    const [site, pool] = [box("schedulers.slurm"), box("pools.h100")];
    expect(parts.filter(({ x }) => x > site.x && x < pool.x)).toEqual([]);
  });

  it.each([
    ["wide", placeWide],
    ["narrow", placeNarrow],
  ])("draws no box over another, %s", (_, place) => {
    const { parts, width, height } = place(picture);
    expect(parts).toHaveLength(picture.parts.length);
    const overlapping = parts.filter((a) =>
      parts.some(
        (b) => a !== b && a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height,
      ),
    );
    expect(overlapping).toEqual([]);
    expect(parts.every((box) => box.x >= 0 && box.x + box.width <= width && box.y + box.height <= height)).toBe(true);
  });

  it.each([
    ["wide", placeWide],
    ["narrow", placeNarrow],
  ])("breaks long texts into lines instead of cutting them, %s", (_, place) => {
    const long = drawn(p5({ scratch: { name: "a-file-system-with-a-very-long-name-for-a-box" } })).picture;
    for (const { part: one, lines } of place(long).parts) {
      expect(
        lines
          .map(({ text }) => text)
          .join("")
          .replaceAll(" ", ""),
      ).toBe(one.lines.join("").replaceAll(" ", ""));
    }
    expect(folded("a-word-of-many-characters", 10)).toEqual(["a-word-of-", "many-chara", "cters"]);
    expect(folded("NVMe at /scratch", 12)).toEqual(["NVMe at", "/scratch"]);
  });

  it("names the cloud as it is written, and several monitors apart", () => {
    expect(pictureOf(designOf(p5({ cluster: { cloud: "azure", region: "eastus" } })), drawn().review).place).toBe(
      "Azure · eastus",
    );
    const { monitoring } = p5();
    const two = [...monitoring, { ...monitoring[0]!, name: "ray-prometheus" }];
    const names = drawn(p5({ cluster: { monitoring: two } })).picture.parts.map(({ lines }) => lines[0]);
    expect(names).toContain("Monitoring (ray-prometheus)");
  });

  it("shows names as text in every format, whatever they hold", () => {
    const evil = drawn(p5({ cluster: { name: `<script>"&` }, scratch: { name: `<b>"x"]` } })).picture;
    expect(pictureSvgFile(evil)).not.toContain("<b>");
    expect(pictureDrawio(evil)).not.toContain("<b>&quot;x");
    expect(pictureDrawio(evil)).toContain("&amp;lt;b&amp;gt;&amp;quot;x&amp;quot;]");
    expect(pictureMermaid(evil)).toContain("&lt;b>&quot;x&quot;]");
  });

  it("is a flowchart of Mermaid with the Region around the network", () => {
    const text = pictureMermaid(picture);
    expect(text.split("\n")[0]).toBe("flowchart LR");
    expect(text.match(/^ *subgraph/gm)).toHaveLength(2);
    expect(text.match(/^ *end$/gm)).toHaveLength(2);
  });
});

describe("the nodes", () => {
  it("color the GPUs by pipeline stage, tensor groups side by side, spares gray", () => {
    const { design, review } = drawn();
    const { tensor, context, data, pipeline } = review.figures.training!.parallel!;
    const [map] = nodeMapsOf(design, review, 64);
    expect(map!.nodes).toHaveLength(17);
    expect(map!.groupOf).toBe(tensor);
    const perStage = tensor * context * data;
    const colors = map!.nodes.flatMap((node) => node.colors);
    expect(colors.filter((color) => color === 0)).toHaveLength(perStage);
    expect(colors.filter((color) => color !== null)).toHaveLength(perStage * pipeline);
    expect(map!.nodes[16]!.colors.every((color) => color === null)).toBe(true);
    expect(map!.legend.join()).toContain("gray: spare");
  });

  it("show replicas of a service, and say how many nodes are not drawn", () => {
    const { design, review } = drawn(serving(), CHAT_8B);
    const [map] = nodeMapsOf(design, review, 3);
    expect(map!.nodes.map(({ label }) => label)).toEqual(["replica 1", "replica 2", "replica 3"]);
    expect(map!.more).toBe(5);
  });

  it("have a frame around each UltraServer, and room for their labels", () => {
    const pool = { instanceType: "p6e-gb200.36xlarge", nodes: { min: 36, max: 36 } };
    const { design, review } = drawn(p5({ pool }));
    const [map] = nodeMapsOf(design, review, 64);
    const svg = nodeMapSvg(map!, 960, "wide");
    expect(svg.match(/>UltraServer \d</g)).toEqual([">UltraServer 1<", ">UltraServer 2<"]);
    expect(legendOf(map!)).toContain("frame: one UltraServer of 18 nodes");
    const width = Number(/<rect class="box"[^>]* width="(\d+)"/.exec(svg)![1]);
    expect(width).toBeGreaterThan(
      6 * Math.max(...map!.nodes.map(({ number, label }) => `${number} · ${label}`.length)),
    );
  });

  it("are drawn with the ports of a fabric that is no EFA, beside their network cards", () => {
    const fabric = { name: "ib", devices: 8, gbpsEach: 400, gpuDirect: true };
    const [inside] = nodesInside(
      designOf(p5({ pool: { instanceType: "Standard_ND96isr_H100_v5", fabric, aws: undefined } })),
    );
    expect(inside!.cardsText).toBe("8 fabric ports of 400 Gb/s, 1 network card of 80 Gb/s");
    expect(inside!.cards.map(({ use }) => use)).toEqual([...Array<string>(8).fill("fabric"), "ip"]);
  });

  it("say how much of their network EFA reaches where cards share adapters", () => {
    const { design, picture } = drawn(
      p5({ pool: { instanceType: "p6e-gb200.36xlarge", nodes: { min: 18, max: 18 } } }),
    );
    expect(nodesInside(design)[0]!.cardsText).toBe("17 network cards, 3,200 Gb/s in total, 1,600 on the fabric");
    const pool = picture.parts.find(({ key }) => key === "pools.h100")!;
    expect(pool.lines.find((line) => line.includes("EFA devices"))).toContain("1,600 Gb/s per node");
    expect(nodesInside(drawn().design)[0]!.cardsText).toBe("32 network cards of 100 Gb/s, 3,200 Gb/s in total");
  });

  it("are drawn with their network cards and what they are used for", () => {
    const [inside] = nodesInside(drawn().design);
    expect(inside!.cards).toHaveLength(32);
    expect(inside!.cards.filter(({ use }) => use === "fabric")).toHaveLength(31);
    expect(inside!.gpuLink).toContain("900 GB/s per GPU");
  });
});

describe("a pool with spares", () => {
  it("names them, since they are paid for", () => {
    const { picture } = drawn(p5({ pool: { nodes: { min: 62, max: 62 }, spares: 1 } }));
    expect(picture.parts.find(({ key }) => key === "pools.h100")!.lines).toContain("62 x p5.48xlarge, 1 spare");
  });
});

describe("the switches of a planned fabric", () => {
  const switches = { leaves: 80, spines: 64, cores: 32, nodesPerUnit: 32, units: 10 };
  const fabric = {
    name: "ib",
    kind: "infiniband" as const,
    availabilityZone: null,
    oversubscription: 2,
    switches: { ...switches, leafSpineLinks: 2560, spineCoreLinks: 1280, linkGbps: 400 },
  };

  it("are drawn tier by tier with their links, units that do not fit are counted", () => {
    const svg = switchesSvg(fabric, 6, 960, "wide");
    expect(switchesText(fabric)).toBe(
      "InfiniBand fabric: 80 leaf switches, 64 spine switches, 32 core switches; 2:1 oversubscribed; room for 320 nodes",
    );
    expect(svg).toContain(">1,280 links of 400 Gb/s<");
    expect(svg).toContain(">2,560 links of 400 Gb/s<");
    expect(svg.match(/>unit \d+: 8 leaves</g)).toHaveLength(6);
    expect(svg).toContain(">nodes 161–192<");
    expect(unitsLeftOut(fabric, 6)).toBe("4 more units in the same pattern");
  });

  it("are one box where one switch reaches all nodes", () => {
    const one = { leaves: 1, spines: 0, cores: 0, nodesPerUnit: 8, units: 1 };
    const small = { ...fabric, switches: { ...one, leafSpineLinks: 0, spineCoreLinks: 0, linkGbps: null } };
    expect(switchesText(small)).toBe("InfiniBand fabric: 1 leaf switch; room for 8 nodes");
    expect(switchesSvg(small, 6, 960, "wide")).not.toContain('class="wire"');
  });
});

describe("the bottleneck", () => {
  it("is the fabric where nodes talk over TCP", () => {
    const { review, picture } = drawn(p5({ pool: { fabric: null }, interfaces: [] }));
    expect(bottleneckOf(review)).toMatchObject({ where: "fabric", limits: true });
    expect(picture.parts.find(({ key }) => key === "pools.h100")!.limits).toBe(true);
  });

  it("is none without a run", () => {
    expect(bottleneckOf(drawn(p5(), null).review)).toBeNull();
  });
});
