import { defineExisting } from "../../../lib/clouds/anywhere/kubernetes/define-existing";
import { describeExisting, reviewExisting } from "../../../lib/clouds/anywhere/kubernetes/describe-existing";
import type { ExistingKubernetesProps } from "../../../lib/clouds/anywhere/kubernetes/existing-kubernetes-props";
import type { ExistingSlurm } from "../../../lib/clouds/anywhere/kubernetes/slurm/existing-slurm-props";
import { slurmChart } from "../../../lib/clouds/anywhere/kubernetes/slurm/slurm-objects";
import { chartObjects } from "../../kubernetes/chart-objects";

const H100 = { accelerator: "H100-SXM-80GB", gpus: 8, vcpus: 128, memoryGiB: 2048 };
const SLURM: ExistingSlurm = { partitions: [{ name: "train", pools: ["h100"] }] };
const LOGIN = { sssdSecret: "slurm-sssd" };
const BALANCED = { ...LOGIN, service: "LoadBalancer" as const, allowedCidrs: ["10.0.0.0/8"] };

const GOOD: ExistingKubernetesProps = {
  platform: "coreweave",
  kubeconfigPath: "~/.kube/config",
  pools: [{ name: "h100", node: H100, nodes: { min: 4, max: 4 } }],
  systemNodes: { nodes: 2, vcpus: 32, memoryGiB: 128 },
  slurm: SLURM,
};

const define = (over: Partial<ExistingKubernetesProps> = {}, id = "train") => defineExisting({ ...GOOD, ...over }, id);

function objectsOf(slurm: Partial<ExistingSlurm> = {}, over: Partial<ExistingKubernetesProps> = {}) {
  const objects = chartObjects(slurmChart(define({ ...over, slurm: { ...SLURM, ...slurm } }).slurm!));
  // biome-ignore lint/suspicious/noExplicitAny: a manifest's spec is checked by schema, not by type
  const of = (kind: string) => objects.filter((object) => object.kind === kind) as any[];
  return { objects, of, nodeSet: of("NodeSet")[0], controller: of("Controller")[0] };
}

const messages = (over: object, id?: string): string => {
  try {
    define(over as Partial<ExistingKubernetesProps>, id);
    return "";
  } catch (error) {
    return (error as Error).message;
  }
};
const slurmMessages = (slurm: object) => messages({ slurm: { ...SLURM, ...slurm } });

describe("Slurm on an existing cluster", () => {
  it("holds each node of its pool with a pod that has all GPUs and the platform's RDMA resource", () => {
    const { spec } = objectsOf().nodeSet;
    expect([spec.replicas, spec.scalingMode, spec.extraConf]).toEqual([4, "StatefulSet", "Gres=gpu:h100:8"]);
    expect(spec.slurmd.resources.limits).toEqual({
      // 90 % of the node less a CPU and 2 GiB for agents, whole
      cpu: "114",
      memory: "1841Gi",
      "nvidia.com/gpu": "8",
      "rdma/ib": "1",
    });
    expect(spec.template.spec).toMatchObject({ hostname: "h100-", nodeSelector: { "warpform/pool": "h100" } });
  });

  it("hands tasks the variables of the fabric, and leaves those that a job sets", () => {
    const { of, nodeSet, controller } = objectsOf();
    const script = of("ConfigMap").find(({ metadata }) => metadata.name === "task-prolog-h100").data["prolog.sh"];
    expect(script).toContain(`[ -n "\${NCCL_IB_HCA+set}" ] || echo 'export NCCL_IB_HCA=ibp'`);
    expect(controller.spec.extraConf).toContain("TaskProlog=/etc/slurm-tasks/prolog.sh");
    expect(nodeSet.spec.slurmd.volumeMounts).toContainEqual({
      name: "tasks",
      mountPath: "/etc/slurm-tasks",
      readOnly: true,
    });
  });

  it("reaches the fabric as other platforms do: their annotations, folders and the host's network", () => {
    const gke = objectsOf({}, { platform: "gke" }).nodeSet.spec;
    expect(gke.template.metadata.annotations["networking.gke.io/interfaces"]).toContain("rdma-7");
    expect(gke.slurmd.volumeMounts).toContainEqual({ name: "gib", mountPath: "/usr/local/gib" });
    expect(objectsOf({}, { platform: "oke" }).nodeSet.spec.template.spec).toMatchObject({ hostNetwork: true });
  });

  it("writes partitions over several pools with the least of them as a job's defaults", () => {
    const pools = [
      ...GOOD.pools,
      {
        name: "l40s",
        node: { ...H100, accelerator: "L40S-48GB", vcpus: 64, memoryGiB: 512 },
        nodes: { min: 2, max: 2 },
      },
    ];
    const partitions = [
      { name: "all", pools: ["h100", "l40s"], maxTimeMinutes: 120 },
      { name: "whole", pools: ["h100"], exclusive: true, default: true },
    ];
    // 458 GiB (468,992 MiB) and 56 CPUs of an L40S node: the lesser pool per CPU and per GPU
    const lines = objectsOf({ partitions }, { pools }).controller.spec.extraConf.split("\n");
    const partitionLines = lines.filter((line: string) => line.startsWith("PartitionName="));
    expect(partitionLines[0]).toBe(
      "PartitionName=all Nodes=h100,l40s State=UP PriorityTier=1 DefaultTime=02:00:00 MaxTime=02:00:00 DefMemPerCPU=8374 DefCpuPerGPU=7",
    );
    expect(partitionLines[1]).toMatch(
      /^PartitionName=whole Nodes=h100 Default=YES State=UP OverSubscribe=EXCLUSIVE .*MaxTime=UNLIMITED/,
    );
  });

  it("holds jobs to their GPUs, and lets a node whose pod was replaced come back", () => {
    const { controller, of } = objectsOf();
    const lines = controller.spec.extraConf.split("\n");
    expect(lines).toContain("TaskPlugin=task/cgroup,task/affinity");
    expect(lines).toContain("ReturnToService=2");
    expect(lines).toContain("PropagateResourceLimitsExcept=MEMLOCK");
    const files = of("ConfigMap").find(({ metadata }) => metadata.name === "slurm-config-files").data;
    expect(files["cgroup.conf"]).toMatch(
      /^CgroupPlugin=cgroup\/v2\nIgnoreSystemd=yes\nConstrainCores=yes\nConstrainDevices=yes\n/,
    );
  });

  it("records GPUs where there is a database, and gathers nothing without one", () => {
    const accounting = { databaseHost: "mariadb.db.svc", passwordSecret: "slurm-database" };
    const recorded = (slurm: Partial<ExistingSlurm>) =>
      objectsOf(slurm)
        .controller.spec.extraConf.split("\n")
        .filter((line: string) => /^(JobAcct|AccountingStorage)/.test(line));
    expect(recorded({ accounting })).toEqual([
      "JobAcctGatherType=jobacct_gather/cgroup",
      "AccountingStorageTRES=gres/gpu,gres/gpu:h100",
    ]);
    expect(recorded({})).toEqual([]);
  });

  it("writes further options, and turns on scripts that are given", () => {
    const lines = (slurm: Partial<ExistingSlurm>) => objectsOf(slurm).controller.spec.extraConf.split("\n");
    expect(lines({ slurmConf: { MaxArraySize: 10_001, SchedulerParameters: "bf_window=4320" } })).toEqual(
      expect.arrayContaining(["MaxArraySize=10001", "SchedulerParameters=bf_window=4320"]),
    );
    const configFiles = { "job_submit.lua": "-- a script" };
    expect(lines({ configFiles })).toContain("JobSubmitPlugins=lua");
    const both = lines({ configFiles, slurmConf: { JobSubmitPlugins: "lua,require_timelimit" } });
    expect(both.filter((line: string) => line.startsWith("JobSubmitPlugins"))).toEqual([
      "JobSubmitPlugins=lua,require_timelimit",
    ]);
  });

  it("limits partitions to accounts, QoS and nodes per job", () => {
    const accounting = { databaseHost: "mariadb.slurm.svc", passwordSecret: "slurm-database" };
    const partition = {
      name: "train",
      pools: ["h100"],
      maxNodesPerJob: 2,
      allowAccounts: ["a", "b"],
      allowQos: ["high"],
    };
    const { extraConf } = objectsOf({ accounting, partitions: [partition] }).controller.spec;
    expect(extraConf).toMatch(/PartitionName=train .* MaxNodes=2 AllowAccounts=a,b AllowQos=high /);
  });

  it("names Secrets and holds none", () => {
    const accounting = { databaseHost: "mariadb.db.svc", passwordSecret: "slurm-database" };
    const { of, objects, controller } = objectsOf({ keySecret: "own-key", accounting });
    expect(of("Secret")).toEqual([]);
    expect(controller.spec).toMatchObject({
      slurmKeyRef: { name: "own-key", key: "slurm.key" },
      jwtKeyRef: { name: "slurm-jwt-key", key: "jwt.key" },
      accountingRef: { name: "slurm" },
    });
    expect(of("Accounting")[0].spec.storageConfig).toEqual({
      host: "mariadb.db.svc",
      port: 3306,
      database: "slurm_acct_db",
      username: "slurm",
      passwordKeyRef: { name: "slurm-database", key: "password" },
    });
    expect(objects.some(({ kind }) => kind === "LoginSet")).toBe(false);
  });

  it("opens SSH to the blocks that were given, and slurmrestd to the operator", () => {
    const { of } = objectsOf({ login: { ...BALANCED, serviceAnnotations: {} } });
    expect(of("LoginSet")[0].spec.service.spec).toEqual({
      type: "LoadBalancer",
      loadBalancerSourceRanges: ["10.0.0.0/8"],
    });
    const { ingress } = of("NetworkPolicy")[0].spec;
    expect(ingress[1].ports).toEqual([{ protocol: "TCP", port: 6820 }]);
    expect(ingress[2]).toEqual({
      from: [{ ipBlock: { cidr: "10.0.0.0/8" } }],
      ports: [{ protocol: "TCP", port: 22 }],
    });
  });

  it("mounts the cluster's volumes where jobs and people are", () => {
    const volumes = [{ name: "data", path: "/data" }];
    const { of, nodeSet } = objectsOf({ login: LOGIN }, { volumes });
    const mount = { name: "data", mountPath: "/data" };
    expect(nodeSet.spec.slurmd.volumeMounts).toContainEqual(mount);
    expect(of("LoginSet")[0].spec.login.volumeMounts).toEqual([mount]);
    expect(of("PersistentVolumeClaim")[0].metadata.namespace).toBe("slurm");
  });

  it("keeps its pools out of Kueue's and Ray's", () => {
    const pools = [...GOOD.pools, { name: "ray", node: H100, nodes: { min: 2, max: 2 } }];
    const { workloads } = define({ pools, teams: [{ name: "a", gpus: { ray: 16 } }] });
    expect(workloads.pools.map(({ pool }) => pool.name)).toEqual(["ray"]);
    expect(workloads.queues!.pools.map(({ pool }) => pool.name)).toEqual(["ray"]);
  });

  it("is a Slurm of the model, whose nodes are there: the review asks for no time to boot", () => {
    const model = describeExisting(define());
    expect(model.schedulers.map(({ kind, name }) => `${kind} ${name}`)).toEqual([
      "kubernetes train",
      "slurm train-slurm",
    ]);
    expect(model.pools[0]!.adoptedBy).toEqual({ kind: "slurm", name: "train-slurm" });
    const found = reviewExisting(model).findings;
    expect(found.map(({ rule }) => rule)).toEqual(expect.not.arrayContaining(["resume-timeout-below-boot"]));
    expect(JSON.stringify(found.find(({ rule }) => rule === "gpu-health-unchecked")!.fix)).toContain(
      "cordon bad nodes",
    );
  });

  it.each([
    ["no partition", { partitions: [] }, "slurm.partitions must be a list of objects with at least 1"],
    ["an unknown pool", { partitions: [{ name: "a", pools: ["h10"] }] }, '"h10" is not a pool; use h100'],
    ["Slurm's own name", { partitions: [{ name: "DEFAULT", pools: ["h100"] }] }, "which Slurm reserves for defaults"],
    [
      "a name with a dot",
      { partitions: [{ name: "a.b", pools: ["h100"] }] },
      "slurm.partitions[0].name must be letters",
    ],
    [
      "two partitions of a name",
      { partitions: [SLURM.partitions[0], SLURM.partitions[0]] },
      "slurm.partitions[1].name",
    ],
    [
      "two defaults",
      { partitions: ["a", "b"].map((name) => ({ name, pools: ["h100"], default: true })) },
      "slurm.partitions[1].default must be true for one partition, got true for a and b",
    ],
    [
      "more time by default than at most",
      { partitions: [{ name: "a", pools: ["h100"], defaultTimeMinutes: 90, maxTimeMinutes: 60 }] },
      "slurm.partitions[0].defaultTimeMinutes must be at most maxTimeMinutes (60), got 90; use 60",
    ],
    ["a namespace of the operator", { namespace: "slinky" }, 'slurm.namespace must not be "slinky"'],
    ["an image without a tag", { image: "registry.example/slurmd" }, "slurm.image must name a version"],
    ["a file of the operator", { configFiles: { "slurm.conf": "a" } }, "since the operator writes it"],
    [
      "a file that Slurm does not hand out",
      { configFiles: { "topolgy.yaml": "a" } },
      "slurm.configFiles.topolgy.yaml is not a file that slurmctld sends to nodes; use topology.yaml",
    ],
    [
      "an option that the operator writes",
      { slurmConf: { slurmctldparameters: "a" } },
      "slurm.slurmConf.slurmctldparameters cannot be set, because the operator writes it; leave it out",
    ],
    [
      "an option that does not exist",
      { slurmConf: { SchedulerParameter: "a" } },
      "slurm.slurmConf.SchedulerParameter is not an option of slurm.conf; nearest is SchedulerParameters",
    ],
    ["an option twice", { slurmConf: { MaxJobCount: 1, maxjobcount: 2 } }, "slurm.slurmConf.maxjobcount is set twice"],
    [
      "an option with a blank",
      { slurmConf: { SchedulerParameters: "a b" } },
      "must have no spaces outside of double quotes",
    ],
    [
      "accounts without a database",
      { partitions: [{ name: "train", pools: ["h100"], allowAccounts: ["team"] }] },
      "slurm.partitions[0].allowAccounts requires slurm.accounting",
    ],
    [
      "jobs larger than the partition",
      { partitions: [{ name: "train", pools: ["h100"], maxNodesPerJob: 5 }] },
      "slurm.partitions[0].maxNodesPerJob must be at most 4, the nodes of its pools, got 5",
    ],
    ["a Secret in capitals", { keySecret: "Key" }, "slurm.keySecret must be 1 to 40 lower-case"],
    [
      "a load balancer for all",
      { login: { ...BALANCED, serviceAnnotations: {}, allowedCidrs: ["0.0.0.0/0"] } },
      'slurm.login.allowedCidrs[0] "0.0.0.0/0" lets the whole internet try to log in',
    ],
    [
      "a load balancer for nobody",
      { login: { ...BALANCED, serviceAnnotations: {}, allowedCidrs: [] } },
      "slurm.login.allowedCidrs is required with a load balancer",
    ],
    ["a private key", { login: { ...LOGIN, rootSshKeys: ["-----BEGIN"] } }, "must be one public key"],
    ["no database", { accounting: { passwordSecret: "a" } }, "slurm.accounting.databaseHost"],
  ])("refuses %s", (_, slurm, message) => {
    expect(slurmMessages(slurm)).toContain(message);
  });

  it("refuses a load balancer of which nobody knows whether the internet reaches it", () => {
    expect(messages({ platform: "kubeadm", slurm: { ...SLURM, login: BALANCED } })).toContain(
      "slurm.login.serviceAnnotations is required",
    );
  });

  it.each([
    [
      "a pool that the platform scales",
      { pools: [{ ...GOOD.pools[0]!, nodes: { min: 0, max: 4 } }] },
      "pools[0].nodes must have equal min and max, got 0 to 4",
    ],
    [
      "a pool that Ray has too",
      { rayClusters: [{ name: "r", pools: ["h100"], image: "registry.example/ray:1" }] },
      'rayClusters[0].pools[0] "h100" is a pool of slurm, whose pods occupy whole nodes',
    ],
    [
      "a pool that a team owns",
      { teams: [{ name: "a", gpus: { h100: 8 } }] },
      "teams[0].gpus.h100 belong to a pool of slurm",
    ],
    [
      "a namespace that a team has",
      { teams: [{ name: "a", namespace: "slurm", gpus: { h100: 0 } }] },
      'slurm.namespace "slurm" is one of rayClusters or teams',
    ],
  ])("refuses %s", (_, over, message) => {
    expect(messages(over)).toContain(message);
  });

  it("refuses an id that is no name of a Slurm cluster", () => {
    expect(messages({}, "Train_1")).toContain('got "Train_1"; use "train"');
  });
});
