// The bundle's node-health on nodes that are made of files: a sysfs with ports, a list of mounts, and an nvidia-smi that says what it is told.
import { spawnSync } from "node:child_process";
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Runs it as `name` on a node with so many GPUs, ports that are up at 400 Gb/s, and mounts. */
export function nodeHealth(
  folder,
  name,
  { gpus = 8, ports = 8, rate = 400, mounts = ["/scratch"], node = "dgx002" } = {},
) {
  const root = mkdtempSync(join(tmpdir(), "warpform-node-"));
  try {
    for (let i = 0; i < 10; i++) {
      const port = join(root, `sys/class/infiniband/mlx5_${i}/ports/1`);
      mkdirSync(port, { recursive: true });
      writeFileSync(join(port, "state"), i < ports ? "4: ACTIVE\n" : "1: DOWN\n");
      writeFileSync(join(port, "rate"), `${rate} Gb/sec (4X NDR)\n`);
    }
    mkdirSync(join(root, "proc"));
    writeFileSync(join(root, "proc/mounts"), mounts.map((path) => `x ${path} lustre rw 0 0\n`).join(""));
    const bin = join(root, "bin");
    mkdirSync(bin);
    const rows = Array.from({ length: gpus }, (_, i) => `echo "${i}, 0"`).join("\n");
    writeFileSync(join(bin, "nvidia-smi"), `#!/bin/sh\n${rows}\n`, { mode: 0o755 });
    writeFileSync(join(bin, "scontrol"), `#!/bin/sh\necho "$*" > ${root}/drained\n`, { mode: 0o755 });
    const program = join(root, name);
    copyFileSync(join(folder, "slurm/node-health"), program);
    writeFileSync(join(root, "drained"), "");
    const env = {
      PATH: `${bin}:${process.env.PATH}`,
      SLURMD_NODENAME: node,
      NODE_HEALTH_ROOT: root,
      NODE_HEALTH_CONFIG: join(folder, "slurm/node-health.json"),
    };
    const done = spawnSync(program, [], { env, encoding: "utf8", timeout: 30_000 });
    return { status: done.status, said: done.stderr, drained: readFileSync(join(root, "drained"), "utf8").trim() };
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}
