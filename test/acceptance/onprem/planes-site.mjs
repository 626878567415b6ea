// A fabric of two planes, each a subnet of its own under an OpenSM of its own, and the bundle's acceptance program on a node of it.
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { accept, guidCsvOf, IbFabric } from "./fabric-site.mjs";
import { defineSite, props, tenants, wiringOf, write } from "./site.mjs";

const NODE = "dgx001";
const PORTS = 8;
const PLANES = 2;
const NODES = 20;

/** Twenty nodes, too many for one switch a plane. */
const site = (more) => ({
  ...props({ planes: PLANES, subnetManagers: undefined, extraEndpoints: PLANES, ...more }),
  pools: { h100: { machine: "dgx-h100", nodes: NODES, names: `dgx[001-0${NODES}]` } },
});

/** The simulator gives each program the ports of one HCA: these stand for a node's drivers and pass on which HCA is meant. */
function asNode(fabric, hcas) {
  const bin = join(fabric.dir, "bin");
  mkdirSync(bin, { recursive: true });
  const script = (name, body) => {
    writeFileSync(join(bin, name), `#!/bin/sh\n${body}\n`);
    chmodSync(join(bin, name), 0o755);
  };
  const real = (name) => `/usr/sbin/${name}`;
  script(
    "ibstat",
    `[ "$1" = -l ] && { printf 'mlx5_%s\\n' ${hcas.join(" ")}; exit; }\nSIM_HOST=${NODE}-hca\${1#mlx5_} exec ${real("ibstat")}`,
  );
  for (const name of ["ibnetdiscover", "smpquery"])
    script(
      name,
      `[ "$1" = -C ] || { echo "which HCA?" >&2; exit 2; }\nhca=\${2#mlx5_}; shift 4\nSIM_HOST=${NODE}-hca$hca exec ${real(name)} "$@"`,
    );
  fabric.env.PATH = `${bin}:${process.env.PATH}`;
}

/** One sweep of OpenSM on each plane, from an endpoint of its own there, with the bundle's own files. */
const managers = ["extra1", "extra2"];
async function manage(fabric, folder) {
  const path = fabric.env.PATH;
  fabric.env.PATH = process.env.PATH;
  for (let plane = 1; plane <= PLANES; plane++) {
    fabric.env.SIM_HOST = `${managers[plane - 1]}-hca1`;
    const read = (name) =>
      readFileSync(join(folder, `fabric/plane${plane}`, name), "utf8").replaceAll("/etc/opensm", fabric.dir);
    await fabric.route(
      Object.fromEntries(["opensm.conf", "root-guids.conf", "partitions.conf"].map((name) => [name, read(name)])),
    );
  }
  fabric.env.PATH = path;
}

/** GUIDs of all planes: the header, then what is seen from a port on each. */
async function guids(fabric) {
  const csv = [];
  for (let plane = 1; plane <= PLANES; plane++) {
    fabric.env.SIM_HOST = `${NODE}-hca${1 + ((plane - 1) * PORTS) / PLANES}`;
    csv.push(
      ...(await guidCsvOf(fabric))
        .trimEnd()
        .split("\n")
        .slice(csv.length > 0 ? 1 : 0),
    );
  }
  return `${csv.join("\n")}\n`;
}

export async function planes(check, folder) {
  const definition = defineSite(site());
  const wiring = wiringOf(definition);
  const fabric = new IbFabric(wiring);
  try {
    await fabric.start();
    write(defineSite(site({ guids: await guids(fabric), tenants })), folder);
    await manage(fabric, folder);
    const all = Array.from({ length: PORTS }, (_, index) => index + 1);
    asNode(fabric, all);
    const good = accept(fabric, folder, "cables", "pkeys");
    check(
      "on two planes accept finds every cable and key as planned, from one node",
      good.status === 0 && good.checks.pkeys.seen.ports === NODES * PORTS + PLANES,
      good.said,
    );
    asNode(fabric, all.slice(0, PORTS / PLANES));
    const half = accept(fabric, folder, "cables", "pkeys");
    const problems = ["cables", "pkeys"].map((name) => half.checks[name]?.problems ?? []);
    check(
      "with ports on one plane it says which plane it did not see, and no more",
      half.status === 1 &&
        problems.every((each) => each.length === 1 && /^the plane of \S+ was not seen/.test(each[0])),
      half.said,
    );
    const pulled = wiring.cables.find(
      ({ kind, from }) => kind === "node-leaf" && from.name === "dgx009" && from.port === PORTS,
    );
    await fabric.console(`unlink "${pulled.to.name}"[${pulled.to.port}]`);
    asNode(fabric, all);
    const broken = accept(fabric, folder, "cables");
    check(
      "a cable that is missing on the second plane is the one problem",
      broken.checks.cables.problems.length === 1 && /dgx009 port 8/.test(broken.said),
      broken.said,
    );
    const { to: other } = wiring.cables.find(
      ({ kind, from }) => kind === "node-leaf" && from.name === "dgx009" && from.port === 1,
    );
    const used = wiring.cables.flatMap(({ from, to }) => [from, to]).filter(({ name }) => name === other.name);
    const free = 1 + Math.max(...used.map(({ port }) => port));
    await fabric.console(`link "dgx009-hca${PORTS}"[1] "${other.name}"[${free}]`);
    const crossed = accept(fabric, folder, "cables");
    check(
      "a cable that goes to a switch of the first plane instead is the one problem, with both ends",
      crossed.checks.cables.problems.length === 1 &&
        crossed.said.includes(
          `dgx009 port ${PORTS} goes to ${other.name} port ${free} instead of ${pulled.to.name} port`,
        ),
      crossed.said,
    );
  } finally {
    fabric.stop();
  }
}
