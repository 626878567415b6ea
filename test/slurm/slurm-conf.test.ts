import { defineSlurmCluster } from "../../lib/slurm/define-slurm-cluster";
import { slurmConf } from "../../lib/slurm/slurm-conf";
import type { SlurmOptions } from "../../lib/slurm/slurm-options";
import { pool, source } from "./pools";

const training: SlurmOptions = {
  name: "train",
  pools: [
    {
      pool: pool("h100", "p5.48xlarge", 24, {
        capacity: [source("block", { nodes: 16 }), source("on-demand")],
        fabric: "efa",
      }),
    },
  ],
  partitions: [{ name: "train", pools: ["h100"], exclusive: true, maxTimeMinutes: 7 * 24 * 60 }],
};

const conf = (options: SlurmOptions) => slurmConf(defineSlurmCluster(options));

describe("slurmConf", () => {
  it("names a block's nodes static and the rest dynamic, with sockets, cores and memory", () => {
    expect(conf(training)).toContain(
      [
        "NodeName=h100-st-[1-16] Sockets=2 CoresPerSocket=48 ThreadsPerCore=2 RealMemory=1992294 Gres=gpu:h100:8 Feature=h100,p5.48xlarge,static Weight=2 State=CLOUD",
        "NodeName=h100-dy-[1-8] Sockets=2 CoresPerSocket=48 ThreadsPerCore=2 RealMemory=1992294 Gres=gpu:h100:8 Feature=h100,p5.48xlarge,dynamic Weight=3 State=CLOUD",
      ].join("\n"),
    );
  });
});
