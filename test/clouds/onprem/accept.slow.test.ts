import { spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { acceptanceFiles, acceptancePlan } from "../../../lib/clouds/onprem/acceptance/acceptance-plan";
import { defineOnPremCluster } from "../../../lib/clouds/onprem/define-on-prem-cluster";
import { guidCsv, small } from "./sites";

type End = readonly [string, number];
interface Link {
  from: End;
  to: End;
  rate: string;
  /** Port GUID of a node's end. */
  guid?: string;
}
const definition = defineOnPremCluster({ ...small, fabric: { ...small.fabric!, guids: guidCsv(12) } });
const plan = acceptancePlan(definition).fabric!;
const switches = new Set<string>(plan.devices.map(({ name }) => name));
const leaf = plan.cables[0]!.to[0] as string;
const otherLeaf = plan.cables.find(({ to }) => to[0] !== leaf)!.to[0] as string;
const spine = plan.cables.find(({ from }) => switches.has(from[0] as string))!.to[0] as string;

/** The fabric as planned, at 400 Gb/s. */
const planned = (): Link[] =>
  plan.cables.map(({ from, to }) => ({
    from: from as unknown as End,
    to: to as unknown as End,
    rate: "4xNDR",
    guid: plan.ports.find(({ node, port }) => node === from[0] && port === from[1])?.guid,
  }));
const number = new Map([...switches].map((name, i) => [name, (0x2000 + i).toString(16).padStart(16, "0")]));
const hex = (guid: string | undefined, of: End) => guid?.slice(2) ?? `9${of[0].length}${of[1]}`.padStart(16, "0");

/** What ibnetdiscover prints of such links. */
function printed(links: readonly Link[], names: ReadonlyMap<string, string> = new Map()): string {
  const called = (name: string) => names.get(name) ?? name;
  const lines = new Map<string, string[]>();
  const cas: string[] = [];
  const id = (name: string) => number.get(name);
  const put = (name: string, line: string) => lines.set(name, [...(lines.get(name) ?? []), line]);
  for (const { from, to, rate, guid } of links) {
    const [a, b] = [id(from[0]), id(to[0])!];
    if (a) {
      put(from[0], `[${from[1]}]\t"S-${b}"[${to[1]}]\t\t# "${called(to[0])}" lid 1 ${rate}`);
      put(to[0], `[${to[1]}]\t"S-${a}"[${from[1]}]\t\t# "${called(from[0])}" lid 1 ${rate}`);
      continue;
    }
    const port = hex(guid, from);
    put(to[0], `[${to[1]}]\t"H-${port}"[1](${port})\t\t# "${from[0]}-hca${from[1]}" lid 2 ${rate}`);
    cas.push(
      `Ca\t1 "H-${port}"\t\t# "${from[0]}-hca${from[1]}"\n[1](${port})\t"S-${b}"[${to[1]}]\t\t# lid 2 lmc 0 "${called(to[0])}" lid 1 ${rate}\n`,
    );
  }
  const heads = [...lines].map(
    ([name, own]) => `Switch\t64 "S-${id(name)}"\t\t# "${called(name)}" base port 0\n${own.join("\n")}\n`,
  );
  return [...heads, ...cas].join("\n");
}

describe("accept on a fabric with planted errors", () => {
  const folder = mkdtempSync(join(tmpdir(), "warpform-accept-"));
  const bin = join(folder, "bin");
  beforeAll(() => {
    mkdirSync(bin);
    for (const { path, text } of acceptanceFiles(definition)) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), text as string);
    }
    const program = (name: string, body: string) => {
      writeFileSync(join(bin, name), `#!/bin/sh\n${body}\n`);
      chmodSync(join(bin, name), 0o755);
    };
    const port = plan.ports[0]!.guid;
    program(
      "ibstat",
      `[ "$1" = -l ] && echo mlx5_0 || printf 'Port 1:\\n\\t\\tState: Active\\n\\t\\tPort GUID: ${port}\\n'`,
    );
    program("ibnetdiscover", `cat "${join(folder, "seen")}"`);
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  function problems(links: readonly Link[], names?: ReadonlyMap<string, string>): string[] {
    writeFileSync(join(folder, "seen"), printed(links, names));
    const env = { ...process.env, PATH: `${bin}:${process.env.PATH}`, PYTHONDONTWRITEBYTECODE: "1" };
    const done = spawnSync("python3", [join(folder, "acceptance/accept"), "--out", join(folder, "out"), "cables"], {
      env,
      encoding: "utf8",
    });
    expect(done.stderr).toBe("");
    return done.stdout
      .split("\n")
      .slice(1, -1)
      .map((line) => line.trim());
  }
  const at = (node: string, port: number) => planned().findIndex(({ from }) => from[0] === node && from[1] === port);
  const changed = (index: number, change: Partial<Link>) =>
    planned().map((link, i) => (i === index ? { ...link, ...change } : link));
  const swap = (one: number, other: number) => {
    const links = planned();
    return links.map((link, i) =>
      i === one ? { ...link, to: links[other]!.to } : i === other ? { ...link, to: links[one]!.to } : link,
    );
  };

  /** Each device where the one before it belongs, with all its cables. */
  const exchanged = (...devices: readonly string[]): Link[] => {
    const there = (end: End): End => {
      const index = devices.indexOf(end[0]);
      return index < 0 ? end : [devices[(index + 1) % devices.length]!, end[1]];
    };
    const guidOf = ([node, port]: End) => plan.ports.find((known) => known.node === node && known.port === port)?.guid;
    return planned().map((link) => ({
      ...link,
      from: there(link.from),
      to: there(link.to),
      guid: guidOf(there(link.from)),
    }));
  };

  it("finds nothing wrong with the fabric as planned", () => {
    expect(problems(planned())).toEqual([]);
  });

  it.each([
    [
      "swapped ports of one leaf",
      () => swap(at("dgx001", 1), at("dgx002", 1)),
      [/dgx001 port 1 goes to/, /dgx002 port 1 goes to/],
    ],
    [
      "swapped rails of one node",
      () => swap(at("dgx003", 1), at("dgx003", 2)),
      [/dgx003 port 1 goes to/, /dgx003 port 2 goes to/],
    ],
    [
      "a missing cable of a node",
      () => planned().filter((_, i) => i !== at("dgx004", 3)),
      [/no link between dgx004 port 3 and/],
    ],
    [
      "a missing cable between switches",
      () => planned().filter((_, i, all) => i !== all.findIndex(({ to }) => to[0] === spine)),
      [new RegExp(`no link between .* and ${spine} port`)],
    ],
    [
      "a cable in a free port",
      () => changed(at("dgx005", 5), { to: [planned()[at("dgx005", 5)]!.to[0], 63] }),
      [/dgx005 port 5 goes to \S+ port 63 instead of/],
    ],
    [
      "a slow link of a node",
      () => changed(at("dgx006", 6), { rate: "4xHDR" }),
      [/dgx006 port 6 to .* runs at 4xHDR, planned 400 Gb\/s/],
    ],
    [
      "a narrow link between switches",
      () => changed(planned().length - 1, { rate: "1xNDR" }),
      [/ runs at 1xNDR, planned 400 Gb\/s/],
    ],
    [
      "a fabric that is uniformly slow",
      () => planned().map((link) => ({ ...link, rate: "4xHDR" })),
      [
        /^all 96 links of h100 run at 4xHDR, planned 400 Gb\/s/,
        /^all \d+ links between switches run at 4xHDR, planned 400 Gb\/s/,
      ],
    ],
    [
      "a slow link where no rate is known",
      () => planned().map((link, i) => ({ ...link, rate: i === at("dgx006", 6) ? "4xABC" : "4xABD" })),
      [/dgx006 port 6 to .* runs at 4xABC, most links of its kind at 4xABD/],
    ],
    [
      "a GUID on two ports",
      () => changed(at("dgx007", 1), { guid: planned()[at("dgx008", 1)]!.guid }),
      [/dgx00[78] port 1/, /is seen at \S+ port \d+ and \S+ port \d+/],
    ],
    [
      "a dead leaf",
      () => planned().filter(({ from, to }) => from[0] !== leaf && to[0] !== leaf),
      [new RegExp(`^${leaf} has no link on any port, so that \\d+ cables have none`)],
    ],
    [
      "a dead node",
      () => planned().filter(({ from }) => from[0] !== "dgx009"),
      [/^dgx009 has no link on any port, so that 8 cables have none/],
    ],
    [
      "two leaves that changed places",
      () => exchanged(leaf, otherLeaf),
      [
        new RegExp(`^${leaf}: in its place is ${otherLeaf}, with all its cables: exchange the devices`),
        new RegExp(`^${otherLeaf}: in its place is ${leaf}, with all its cables: exchange the devices`),
      ],
    ],
    [
      "three nodes that changed places",
      () => exchanged("dgx001", "dgx002", "dgx003"),
      [/^dgx001: in its place is dgx002,/, /^dgx002: in its place is dgx003,/, /^dgx003: in its place is dgx001,/],
    ],
    [
      "a cable between two leaves that nobody planned, once",
      (): Link[] => [...planned(), { from: [leaf, 64], to: [otherLeaf, 64], rate: "4xNDR" }],
      [new RegExp(`^${leaf} port 64 and ${otherLeaf} port 64 are joined by a cable that is not in the plan$`)],
    ],
  ])("names %s, and nothing else", (_, links, expected) => {
    const said = problems(links());
    expect(said.map((line) => expected.some((pattern) => pattern.test(line)))).toEqual(expected.map(() => true));
  });

  it("says of a switch that was replaced which one is there now", () => {
    const said = problems(planned(), new Map([[leaf, "MF0;new:MQM9700/U1"]]));
    expect(said).toEqual([expect.stringMatching(`^${leaf}: in its place is unknown switch MF0;new:MQM9700/U1 0x`)]);
  });
});
