import type { Scheduler } from "../../../model/model";
import { count } from "../../../units/quantity";
import type { Design, PoolFacts } from "../../design";
import { cut, escaped, px } from "./markup";

interface Box {
  readonly key: string;
  readonly kind: "scheduler" | "pool" | "storage" | "bucket" | "people";
  readonly lines: readonly string[];
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** What a workload reads and writes, unlike logs and programs. */
const DATA = ["checkpoints", "datasets"];
const WIDTH = 960;
const LINE = 18;
const GAP = 22;
const PADDING = 14;
const COLUMNS = { people: [16, 120], left: [186, 210], middle: [456, 230], right: [746, 198] } as const;
const CHARACTER = 6.9;
const BOLD_CHARACTER = 7.6;

function column(
  place: readonly [number, number],
  items: readonly Pick<Box, "key" | "kind" | "lines">[],
  top: number,
): Box[] {
  let y = top;
  return items.map((item) => {
    const height = item.lines.length * LINE + 2 * PADDING - 4;
    const box = { ...item, x: place[0], y, width: place[1], height };
    y += height + GAP;
    return box;
  });
}

function schedulerLines(s: Scheduler): string[] {
  switch (s.kind) {
    case "slurm":
      return [
        `Slurm ${s.name}`,
        `${s.backupController ? "2" : "1"} x ${s.headInstanceType}`,
        s.partitions.map((p) => p.name).join(", "),
      ].filter((l) => l !== "");
    case "kubernetes":
      return [`Kubernetes ${s.name}`, `version ${s.version}`, s.workerGroups.map((g) => g.name).join(", ")].filter(
        (l) => l !== "",
      );
    case "fleet":
      return [`Fleet ${s.name}`, s.scaling === "fixed" ? "fixed size" : "autoscaled"];
  }
}

function poolLines({ pool, type, gpusPerNode, fabric }: PoolFacts): string[] {
  const nodes = pool.nodes.min === pool.nodes.max ? `${pool.nodes.max}` : `${pool.nodes.min}–${pool.nodes.max}`;
  const gpus = gpusPerNode > 0 && type?.accelerator ? `${gpusPerNode} x ${type.accelerator} per node` : "no GPU";
  const net =
    fabric === null || type === null ? "" : `${fabric.name}: ${fabric.kind.toUpperCase()}, ${type.networkGbps} Gb/s`;
  const from = pool.capacity.map((c) => c.kind).join(", then ");
  return [pool.name, `${nodes} x ${pool.instanceType}`, gpus, net, from].filter((l) => l !== "");
}

function storageLines(f: Design["cluster"]["fileSystems"][number]): string[] {
  const size = f.capacityGiB === null ? "" : `${count(f.capacityGiB)} GiB`;
  const speed = f.throughputPerTiB === null ? "" : `${f.throughputPerTiB} MB/s/TiB`;
  return [`${f.kind} ${f.name}`, size, speed].filter((l) => l !== "");
}

/** Where people come in: login nodes or the API's endpoint. */
function peopleLines(design: Design): string[] {
  const login = design.slurm.some((s) => s.loginNodes > 0 && s.loginCidrs.length > 0);
  const open = design.kubernetes.some((k) => k.publicEndpoint);
  return ["Users", login ? "SSH" : open ? "public API" : "private only"];
}

function drawn(box: Box): string {
  const most = (i: number) => Math.floor((box.width - 2 * PADDING) / (i === 0 ? BOLD_CHARACTER : CHARACTER));
  const text = box.lines.map(
    (line, i) =>
      `<text class="${i === 0 ? "name" : ""}" x="${box.x + PADDING}" y="${px(box.y + PADDING + 11 + i * LINE)}">${escaped(cut(line, most(i)))}<title>${escaped(line)}</title></text>`,
  );
  return `<rect class="box ${box.kind}" x="${box.x}" y="${px(box.y)}" width="${box.width}" height="${box.height}" rx="6"/>${text.join("")}`;
}

/** A line from the right side of one box to the left side of another. */
function wire(from: Box, to: Box): string {
  const [x1, y1] = [from.x + from.width, from.y + from.height / 2];
  const [x2, y2] = [to.x, to.y + to.height / 2];
  const middle = (x1 + x2) / 2;
  return `<path class="wire" d="M${px(x1)} ${px(y1)}C${px(middle)} ${px(y1)} ${px(middle)} ${px(y2)} ${px(x2)} ${px(y2)}"/>`;
}

/** A line from the bottom of one box to the top of another of the same column. */
function drop(from: Box, to: Box): string {
  const x = from.x + 24;
  return `<path class="wire" d="M${x} ${px(from.y + from.height)}L${x} ${px(to.y)}"/>`;
}

/** The cluster as a picture: who starts which nodes, what they mount, and where the data comes from. */
export function diagram(design: Design): string {
  const { cluster } = design;
  const top = 62;
  const schedulers = column(
    COLUMNS.left,
    cluster.schedulers.map((s) => ({ key: s.name, kind: "scheduler" as const, lines: schedulerLines(s) })),
    top,
  );
  const pools = column(
    COLUMNS.middle,
    design.pools.map((p) => ({ key: p.pool.name, kind: "pool" as const, lines: poolLines(p) })),
    top,
  );
  const storage = column(
    COLUMNS.right,
    [
      ...cluster.fileSystems.map((f) => ({ key: `fs:${f.name}`, kind: "storage" as const, lines: storageLines(f) })),
      ...cluster.buckets.map((b) => ({
        key: `s3:${b.name}`,
        kind: "bucket" as const,
        lines: [`S3 ${b.name}`, b.purpose],
      })),
    ],
    top,
  );
  const people = column(COLUMNS.people, [{ key: "users", kind: "people", lines: peopleLines(design) }], top);
  const boxes = [...people, ...schedulers, ...pools, ...storage];
  const find = (key: string) => boxes.find((b) => b.key === key);
  const wires = [
    ...schedulers.flatMap((s) => (people[0] ? [wire(people[0], s)] : [])),
    ...design.pools.flatMap(({ pool }) => {
      const [s, p] = [schedulers.find((b) => b.key === pool.adoptedBy?.name), pools.find((b) => b.key === pool.name)];
      return s && p ? [wire(s, p)] : [];
    }),
    ...design.mounts.flatMap((m) => {
      const [p, f] = [pools.find((b) => b.key === m.pool.pool.name), find(`fs:${m.fileSystem?.name}`)];
      return p && f ? [wire(p, f)] : [];
    }),
    // A bucket that no file system passes on is read and written by the nodes of the workload.
    ...cluster.buckets.flatMap((b) => {
      const [p, to] = [pools.find((box) => box.key === design.workPool?.pool.name), find(`s3:${b.name}`)];
      const passedOn = cluster.fileSystems.some((f) => f.dataRepositories.some((d) => d.bucket === b.name));
      return p && to && !passedOn && DATA.includes(b.purpose) ? [wire(p, to)] : [];
    }),
    ...cluster.fileSystems.flatMap((f) =>
      f.dataRepositories.flatMap((d) => {
        const [from, to] = [find(`fs:${f.name}`), find(`s3:${d.bucket}`)];
        return from && to ? [drop(from, to)] : [];
      }),
    ),
  ];
  const height = Math.max(...boxes.map((b) => b.y + b.height), top) + 22;
  const zone = [...new Set(cluster.networks.flatMap((n) => n.computeSubnets.map((s) => s.availabilityZone ?? "")))]
    .filter((z) => z !== "")
    .join(", ");
  const place = [cluster.cloud.toUpperCase(), cluster.region ?? "", zone].filter((t) => t !== "").join(" · ");
  const frame = `<rect class="zone" x="160" y="14" width="${WIDTH - 168}" height="${px(height - 18)}" rx="10"/><text class="place" x="176" y="38">${escaped(place)}</text>`;
  const words = boxes.map((b) => b.lines.join(", ")).join("; ");
  return `<svg class="diagram" viewBox="0 0 ${WIDTH} ${px(height)}" role="img" aria-label="${escaped(`Architecture: ${words}`)}">${frame}${wires.join("")}${boxes.map(drawn).join("")}</svg>`;
}
