// A switch's files held against SONiC's own YANG models by yanglint. The models are in sonic-net/sonic-buildimage, src/sonic-yang-models;
// WARPFORM_SONIC_MODELS names a checkout of that folder. Needs: apt-get install libyang2-tools python3-jinja2
import { spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** The models in one folder; those that are templates are rendered for config_db.json, as SONiC's own build does. */
function modelsIn(source, folder) {
  mkdirSync(folder, { recursive: true });
  const render = [
    "import sys, jinja2",
    "print(jinja2.Template(open(sys.argv[1]).read(), trim_blocks=True).render(yang_model_type='py'))",
  ].join("\n");
  for (const room of ["yang-models", "yang-templates"])
    for (const name of readdirSync(join(source, room))) {
      const path = join(source, room, name);
      const text = name.endsWith(".j2")
        ? spawnSync("python3", ["-c", render, path], { encoding: "utf8" }).stdout
        : readFileSync(path, "utf8");
      if (/\.yang(\.j2)?$/.test(name)) writeFileSync(join(folder, name.replace(/\.j2$/, "")), text);
    }
}

/** config_db.json as the models have it: a table is a list, and what stands behind `|` in a key is a further key. */
function asData(config, qos, lanesPerPort) {
  const named = (rows) => Object.entries(rows).map(([name, fields]) => ({ name, ...fields }));
  const withAddress = (rows) =>
    Object.keys(rows).flatMap((key) => {
      const [name, prefix] = key.split("|");
      return prefix ? [{ name, "ip-prefix": prefix }] : [];
    });
  const plain = (rows) => Object.fromEntries(Object.entries(rows).filter(([key]) => !key.includes("|")));
  // A switch has its lanes before it gets our file.
  const ports = named(config.PORT).map((port) => {
    const first = Number(port.name.slice("Ethernet".length));
    const lanes = Array.from({ length: lanesPerPort }, (_, i) => first + i).join(",");
    return { ...port, mtu: Number(port.mtu), speed: Number(port.speed), lanes };
  });
  const part = (model, tables) => [`${model}:${model}`, tables];
  return Object.fromEntries([
    part("sonic-device_metadata", {
      DEVICE_METADATA: {
        localhost: {
          ...config.DEVICE_METADATA.localhost,
          bgp_asn: Number(config.DEVICE_METADATA.localhost.bgp_asn),
        },
      },
    }),
    part("sonic-port", { PORT: { PORT_LIST: ports } }),
    part("sonic-interface", {
      INTERFACE: {
        INTERFACE_LIST: named(plain(config.INTERFACE)),
        INTERFACE_IPPREFIX_LIST: withAddress(config.INTERFACE),
      },
    }),
    part("sonic-loopback-interface", {
      LOOPBACK_INTERFACE: {
        LOOPBACK_INTERFACE_LIST: named(plain(config.LOOPBACK_INTERFACE)),
        LOOPBACK_INTERFACE_IPPREFIX_LIST: withAddress(config.LOOPBACK_INTERFACE),
      },
    }),
    part("sonic-dscp-tc-map", {
      DSCP_TO_TC_MAP: {
        DSCP_TO_TC_MAP_LIST: Object.entries(qos.DSCP_TO_TC_MAP).map(([name, map]) => ({
          name,
          DSCP_TO_TC_MAP: Object.entries(map).map(([dscp, tc]) => ({ dscp, tc: Number(tc) })),
        })),
      },
    }),
  ]);
}

/** What yanglint says against a switch's files; empty where it takes them. `change` plants a fault. */
export function modelProblems(source, folder, name, change = (config) => config) {
  const models = join(folder, "sonic-models");
  modelsIn(source, models);
  const read = (file) => JSON.parse(readFileSync(join(folder, "fabric/switches", file), "utf8"));
  const data = asData(change(read(`${name}/config_db.json`)), read("qos.json"), 8);
  const file = join(folder, `${name}.data.json`);
  writeFileSync(file, JSON.stringify(data));
  const wanted = ["device_metadata", "port", "interface", "loopback-interface", "dscp-tc-map"];
  const schemas = wanted.map((model) => join(models, `sonic-${model}.yang`));
  const done = spawnSync("yanglint", ["-p", models, "-t", "config", ...schemas, file], { encoding: "utf8" });
  return done.status === 0 ? "" : `${done.stderr}${done.stdout}` || `status ${done.status}`;
}
