/**
 * Writes the whole configuration of one test site with lib/slurm:  node --import tsx generate.ts SITE FOLDER
 *
 * FOLDER/etc gets slurm.conf and the rest, FOLDER itself policy.json and cluster.json.
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import {
  cgroupConf,
  clusterFile,
  defineSlurmCluster,
  gresConf,
  jobContainerConf,
  plugstackConf,
  slurmConf,
  slurmdbdConf,
  topologyConf,
} from "../../../lib/slurm";
import { defineBurst } from "../../../lib/slurm/definition/define-burst";
import { burstFragments, withBurst } from "../../../lib/slurm/files/burst-fragments";
import { programPaths } from "../../../lib/slurm/files/program-paths";
import { ownSite, sites } from "./sites";

const [name = "", folder = "."] = process.argv.slice(2);
const site = sites[name];
if (site === undefined) throw new Error(`no site ${name}; there are ${Object.keys(sites).join(", ")}`);
const cluster = name === "hybrid" ? defineBurst(site) : defineSlurmCluster(site, name);

const etc = join(folder, "etc");
mkdirSync(etc, { recursive: true });
const files: Record<string, string | null> = {
  "slurm.conf": slurmConf(cluster),
  "gres.conf": gresConf(cluster),
  "cgroup.conf": cgroupConf(),
  "topology.conf": topologyConf(cluster),
  "slurmdbd.conf": slurmdbdConf(cluster),
  "plugstack.conf": plugstackConf(cluster),
  "job_container.conf": jobContainerConf(cluster),
  "job_submit.lua": cluster.submitScript,
};
if (name === "hybrid") {
  // The site keeps its own slurm.conf, which includes what is in AWS.
  const own = defineSlurmCluster(ownSite, name);
  Object.assign(files, burstFragments(cluster, programPaths), {
    "slurm.conf": withBurst(slurmConf(own)),
    "gres.conf": "NodeName=dgx[1-2] Name=gpu Type=h100 File=/dev/nvidia[0-7]\nInclude warpform-gres.conf\n",
    "topology.conf": null,
  });
}
for (const [file, text] of Object.entries(files)) {
  if (text !== null) writeFileSync(join(etc, file), text);
}
for (const [name, text] of Object.entries(cluster.jobPrograms)) {
  if (text !== null) writeFileSync(join(folder, name), text, { mode: 0o755 });
}
writeFileSync(join(folder, "policy.json"), JSON.stringify(cluster.policy, null, 2));
writeFileSync(
  join(folder, "cluster.json"),
  clusterFile(cluster, {
    region: "us-east-1",
    clusterTag: { key: "warpform:cluster", value: cluster.name },
    tags: { team: "lab" },
    objects: { bucket: "lab-programs", prefix: `${cluster.name}/` },
    dns: { zoneId: "zone", domain: "lab.internal", ttlSeconds: 10 },
    // make_site.py puts the real ids in once the stand-in EC2 has them
    launchOf: (poolName, index) => {
      const source = cluster.pools.find(({ name }) => name === poolName)!.capacity[index]!;
      return {
        launchTemplate: { id: `${poolName}-${source.kind}`, version: "1" },
        subnetIds: ["subnet"],
        reservationId: source.reservationId,
      };
    },
    kindOf: () => "nfs",
  }),
);
