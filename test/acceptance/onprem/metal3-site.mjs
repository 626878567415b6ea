// The input of Metal3 by Metal3's own types and the checks of its webhook, built from its Go module.
import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";

/** The program that reads hosts; undefined where it cannot be built. */
export function metal3Reader(folder) {
  const program = join(folder, "metal3-reader");
  const built = spawnSync("go", ["build", "-o", program, "."], {
    cwd: join(import.meta.dirname, "metal3"),
    encoding: "utf8",
    timeout: 480_000,
    env: { ...process.env, CGO_ENABLED: "0" },
  });
  return built.status === 0 ? program : undefined;
}

/** What is wrong with the hosts of a file; empty where all of them are taken. */
export function metal3Problems(program, text, hosts, folder) {
  const file = join(folder, "metal3.yaml");
  writeFileSync(file, text);
  const { status, stdout, stderr } = spawnSync(program, [file], { encoding: "utf8" });
  return status === 0 && stdout.includes(`hosts ${hosts}`) ? "" : stdout + stderr;
}
