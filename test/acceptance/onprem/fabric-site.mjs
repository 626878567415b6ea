// The site's fabric on ibsim under the real OpenSM with the bundle's own files, and the bundle's own acceptance program over it.
import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { IbFabric } from "../fabric/ib-fabric.mjs";

/** GUIDs as a site reads them: of HCA ports by ibstat or ibnetdiscover, of switches by ibswitches; as CSV. */
export async function guidCsvOf(fabric) {
  const rows = ["device,port,guid"];
  let at;
  for (const line of (await fabric.run("ibnetdiscover")).split("\n")) {
    const head = /^(Switch|Ca)\s+\d+ "[SH]-([0-9a-f]+)"\s+# "([^"]*)"/.exec(line);
    if (head) at = head[3];
    if (head?.[1] === "Switch") rows.push(`${head[3]},0,0x${head[2]}`);
    const port = /^\[1\]\(([0-9a-f]+)\)/.exec(line);
    const [, node, rail] = /^(.*)-hca(\d+)$/.exec(at ?? "") ?? [];
    if (!head && port && node) rows.push(`${node},${rail},0x${port[1].padStart(16, "0")}`);
  }
  return `${rows.join("\n")}\n`;
}

/** One sweep of OpenSM with the bundle's files, which name folders of a subnet manager's host. */
export async function manage(fabric, folder, change = (text) => text) {
  const read = (name) => readFileSync(join(folder, "fabric", name), "utf8").replaceAll("/etc/opensm", fabric.dir);
  await fabric.route({
    "opensm.conf": read("opensm.conf"),
    "root-guids.conf": read("root-guids.conf"),
    "partitions.conf": change(read("partitions.conf")),
  });
  return readFileSync(join(fabric.dir, "osm.log"), "utf8");
}

/** The bundle's acceptance program; its status and its result. Links of ibsim have rates of its own, so that the plan is given none. */
export function accept(fabric, folder, ...checks) {
  const out = join(fabric.dir, "acceptance.json");
  writeFileSync(out, "{}");
  const program = join(folder, "acceptance/accept");
  const plan = JSON.parse(readFileSync(join(folder, "acceptance/plan.json"), "utf8"));
  const cables = plan.fabric?.cables.map((cable) => ({ ...cable, gbps: null }));
  const planFile = join(fabric.dir, "plan.json");
  writeFileSync(planFile, JSON.stringify({ ...plan, fabric: plan.fabric && { ...plan.fabric, cables } }));
  const done = spawnSync("python3", [program, "--plan", planFile, "--out", out, ...checks], {
    env: fabric.env,
    encoding: "utf8",
    timeout: 240_000,
  });
  return { status: done.status, said: `${done.stdout}${done.stderr}`, ...JSON.parse(readFileSync(out, "utf8")) };
}

/** The wiring with the switch ends of two cables swapped, as hands do it. */
export function swapped(wiring, one, other) {
  const cables = wiring.cables.map((cable, index) => {
    if (index === one) return { ...cable, to: wiring.cables[other].to };
    return index === other ? { ...cable, to: wiring.cables[one].to } : cable;
  });
  return { ...wiring, cables };
}

export { IbFabric };
