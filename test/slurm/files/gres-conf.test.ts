import type { GpuSharing } from "../../../lib/model/model";
import { defineSlurmCluster } from "../../../lib/slurm/definition/define-slurm-cluster";
import { gresConf } from "../../../lib/slurm/files/gres-conf";
import { slurmConf } from "../../../lib/slurm/files/slurm-conf";
import { pool } from "../pools";

const cluster = (instanceType: string, sharing: GpuSharing = { kind: "none" }) =>
  defineSlurmCluster({
    name: "c",
    pools: [{ pool: pool("gpu", instanceType, 2, { sharing }) }],
    partitions: [{ name: "main", pools: ["gpu"] }],
  });

describe("gresConf", () => {
  it("splits the eight GPUs of a machine of two sockets by their cores", () => {
    expect(gresConf(cluster("p5.48xlarge"))).toBe(`# gres.conf of c, written by warpform
NodeName=gpu-dy-[1-2] Name=gpu Type=h100 File=/dev/nvidia[0-3] Cores=0-47
NodeName=gpu-dy-[1-2] Name=gpu Type=h100 File=/dev/nvidia[4-7] Cores=48-95
`);
  });

  it("says the devices of several pools once, since slurmctld reads the file once per cloud node", () => {
    const types = { a: "p5.48xlarge", b: "g6e.12xlarge", c: "p5.48xlarge", d: "c7i.4xlarge" };
    const several = defineSlurmCluster({
      name: "c",
      pools: Object.entries(types).map(([id, type]) => ({ pool: pool(`pool-${id}`, type, 2) })),
      partitions: [{ name: "main", pools: Object.keys(types).map((id) => `pool-${id}`) }],
    });
    expect(gresConf(several)).toBe(`# gres.conf of c, written by warpform
NodeName=pool-a-dy-[1-2],pool-c-dy-[1-2] Name=gpu Type=h100 File=/dev/nvidia[0-3] Cores=0-47
NodeName=pool-a-dy-[1-2],pool-c-dy-[1-2] Name=gpu Type=h100 File=/dev/nvidia[4-7] Cores=48-95
NodeName=pool-b-dy-[1-2] Name=gpu Type=l40s File=/dev/nvidia[0-3]
`);
  });

  it("names one device where there is one GPU", () => {
    expect(gresConf(cluster("g5.xlarge"))).toContain("Name=gpu Type=a10g File=/dev/nvidia0\n");
  });

  it("names GPUs of AMD by their render nodes, which begin every 8 numbers on MI300X", () => {
    expect(gresConf(cluster("Standard_ND96isr_MI300X_v5"))).toBe(`# gres.conf of c, written by warpform
NodeName=gpu-dy-[1-2] Name=gpu Type=mi300x File=/dev/dri/renderD[128,136,144,152] Flags=amd_gpu_env Cores=0-47
NodeName=gpu-dy-[1-2] Name=gpu Type=mi300x File=/dev/dri/renderD[160,168,176,184] Flags=amd_gpu_env Cores=48-95
`);
  });

  it("gives each MIG instance its three device files", () => {
    const mig = cluster("p4d.24xlarge", { kind: "mig", profile: "3g.20gb", instancesPerGpu: 2 });
    const lines = gresConf(mig).trim().split("\n").slice(1);
    expect(lines).toHaveLength(16);
    expect(lines[15]).toBe(
      "NodeName=gpu-dy-[1-2] Name=gpu Type=3g.20gb MultipleFiles=/dev/warpform-mig/gpu15,/dev/warpform-mig/gi15,/dev/warpform-mig/ci15",
    );
    expect(slurmConf(mig)).toContain(" Gres=gpu:3g.20gb:16 ");
  });

  it("adds shards where GPUs are shared by time", () => {
    const sliced = cluster("g6e.12xlarge", { kind: "time-slicing", replicas: 4 });
    expect(gresConf(sliced)).toContain("NodeName=gpu-dy-[1-2] Name=shard Count=16\n");
    expect(slurmConf(sliced)).toContain("GresTypes=gpu,shard\n");
    expect(slurmConf(sliced)).toContain(" Gres=gpu:l40s:4,shard:16 ");
  });

  it("names Neuron devices by their files and type, and counts and bills them", () => {
    const trainium = cluster("trn1.32xlarge");
    expect(gresConf(trainium)).toContain("\nNodeName=gpu-dy-[1-2] Name=neuron Type=trainium1 File=/dev/neuron[0-15]\n");
    const conf = slurmConf(trainium);
    expect(conf).toContain("GresTypes=neuron\n");
    expect(conf).toContain(" Gres=neuron:trainium1:16 Feature=gpu,trn1.32xlarge,trainium1,dynamic ");
    expect(conf).toContain("AccountingStorageTRES=gres/neuron,gres/neuron:trainium1\n");
    expect(conf).toMatch(/TRESBillingWeights=\S+,GRES\/neuron=\d/);
    expect(gresConf(cluster("inf2.xlarge"))).toContain("Name=neuron Type=inferentia2 File=/dev/neuron0\n");
  });

  it("never asks slurmd to look for itself, which slurmctld refuses for cloud nodes", () => {
    expect(gresConf(cluster("p5.48xlarge"))).not.toContain("AutoDetect");
  });
});
