import { spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir, userInfo } from "node:os";
import { join } from "node:path";

const programs = join(__dirname, "../../../../lib/clouds/aws/shared/programs");
const program = join(programs, "check-site.py");
const { uid, username } = userInfo();
const CLOUD = [
  "NodeName=gpu-dy-[1-2] Sockets=2 RealMemory=1000 Gres=gpu:h100:8 Feature=h100,dynamic State=CLOUD",
  "PartitionName=train-aws Nodes=gpu-dy-[1-2] State=UP",
];
const SITE = [
  "ClusterName=dc1",
  "SlurmctldHost=head1(10.0.0.5)",
  `SlurmUser=${username}`,
  "GresTypes=gpu",
  "SelectType=select/cons_tres",
  "NodeName=dgx[1-2] Gres=gpu:8",
  "PartitionName=train Nodes=dgx[1-2]",
  "Include warpform-power.conf",
  "Include warpform-nodes.conf",
];
/** `scontrol show hostnames` of one range; nothing runs that it could show the configuration of. */
const SCONTROL = `#!/bin/bash
[ "$2" = hostnames ] || exit 1
eval printf "'%s\\n'" $(sed -E 's/\\[([0-9]+)-([0-9]+)\\]/{\\1..\\2}/g; s/,/ /g' <<< "$3")
`;

/** What the program says of a slurm.conf, and of further files beside it. */
function said(conf: readonly string[], files: Readonly<Record<string, string>> = {}) {
  const folder = mkdtempSync(join(tmpdir(), "warpform-site-"));
  const write = (path: string, text: string) => writeFileSync(join(folder, path), text);
  try {
    for (const name of ["etc", "included"]) mkdirSync(join(folder, name));
    write("etc/slurm.conf", `${conf.join("\n")}\n`);
    for (const [name, text] of Object.entries(files)) write(`etc/${name}`, text);
    write("included/warpform-nodes.conf", `${CLOUD.join("\n")}\n`);
    write("site.env", `CLUSTER='dc1'\nCONTROLLERS='head1'\nAUTHENTICATION='munge'\nSLURM_UID='${uid}'\n`);
    write("cluster.json", JSON.stringify({ paths: { slurmState: "/var/spool/slurm/ctld" } }));
    write("scontrol", SCONTROL);
    chmodSync(join(folder, "scontrol"), 0o755);
    const at = (name: string) => join(folder, name);
    const env = { PATH: `${folder}:${process.env.PATH}` };
    const { status, stdout, stderr } = spawnSync("python3", [program, at("etc"), at("included"), folder], {
      env,
      encoding: "utf8",
    });
    return { status, text: stdout + stderr };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

describe("the check of a site's slurm.conf before anything is included", () => {
  it("says nothing where both go together", () => {
    expect(said(SITE)).toEqual({ status: 0, text: "" });
  });

  it("names every conflict at once, with the options in other files and in any case", () => {
    const { status, text } = said(
      [
        ...[
          "ClusterName=dc2",
          "SlurmctldHost=head9",
          "AuthType=auth/slurm",
          "slurmdport=7000",
          "StateSaveLocation=/state",
        ],
        ...["SlurmUser=4294967", "SelectType=select/linear", "TopologyPlugin=topology/tree"],
        ...["SuspendExcNodes=gpu-dy-[1-2]:1", "SuspendExcParts=train-aws", "SuspendExcStates=CLOUD,DOWN"],
        ...["NodeName=DEFAULT TmpDisk=1000", "NodeName=gpu-dy-2", "NodeSet=fast Feature=h100", "Include more.conf"],
        ...["Include warpform-nodes.conf"],
      ],
      {
        "more.conf": "PartitionName=train-aws Nodes=gpu-dy-2\nPartitionName=all \\\n Nodes=ALL # of the site\n",
        "topology.conf": "SwitchName=s1 Nodes=dgx[1-2]\n",
      },
    );
    expect(status).toBe(3);
    expect(text.trim().split("\n")).toEqual([
      "ClusterName is dc2, but the stack has site.clusterName dc1",
      "SlurmctldHost does not name head1, a controller of the stack (site.controllers): slurm.conf has head9",
      "AuthType is auth/slurm, but the stack has site.authentication munge",
      "SlurmdPort is 7000, but nodes in AWS use 6818: remove the option",
      "StateSaveLocation is /state, but the stack has /var/spool/slurm/ctld: set site.stateSaveLocation",
      `SlurmUser 4294967 has UID 4294967, but the stack has site.slurmUid ${uid}`,
      "NodeName gpu-dy-2 is in slurm.conf and in the stack: rename the pool or the nodes",
      "PartitionName train-aws is in slurm.conf and in the stack: rename the partition in the stack",
      "PartitionName=all has Nodes=ALL, which includes the nodes in AWS, and jobs would run over both sites: name its nodes",
      "NodeSet=fast takes nodes in AWS by the feature h100: name its nodes, or a feature that those do not have",
      "NodeName=DEFAULT sets tmpdisk, which nodes in AWS would take: put Include warpform-nodes.conf above it",
      "GresTypes lacks gpu: add it to slurm.conf",
      "SelectType is select/linear, without the --gpus of jobs and the DefCpuPerGPU of partitions: set select/cons_tres",
      "topology/tree places no job on nodes that topology.conf lacks: add SwitchName=aws Nodes=gpu-dy-[1-2] to it",
      "SuspendExcNodes has gpu-dy-1,gpu-dy-2: nodes in AWS would run, and cost, forever",
      "SuspendExcParts has train-aws: nodes in AWS would run, and cost, forever",
      "SuspendExcStates has CLOUD: nodes in AWS would run, and cost, forever",
    ]);
  });

  it("only notes programs by full path, and memory that is not counted", () => {
    const { status, text } = said([
      ...SITE,
      "Prolog=/usr/local/prolog",
      "Epilog=epilog",
      "SelectTypeParameters=CR_Core",
    ]);
    expect(status).toBe(0);
    expect(text.match(/^note: \w+/gm)).toEqual(["note: Prolog", "note: SelectTypeParameters"]);
  });
});

describe("the join program", () => {
  const [part] = /^checked=0\n[\s\S]*?\nfi\n/m.exec(readFileSync(join(programs, "join-site.sh"), "utf8"))!;
  const joined = (check: string) => {
    const folder = mkdtempSync(join(tmpdir(), "warpform-join-"));
    try {
      writeFileSync(join(folder, "check-site"), `#!/bin/sh\n${check}\n`, { mode: 0o755 });
      const text = `site=${folder}\n${part}echo included`;
      const { status, stdout } = spawnSync("bash", ["--norc", "-euo", "pipefail", "-c", text], { encoding: "utf8" });
      return [status, stdout];
    } finally {
      rmSync(folder, { recursive: true });
    }
  };

  it.each([
    ["ends before it includes anything where the check names a conflict", "echo conflict; exit 3", 3, ""],
    ["goes on with notes", "echo note: this", 0, "included\n"],
    ["goes on where slurm.conf cannot be read by the check", "exit 1", 0, "included\n"],
  ])("%s", (_, check, status, said) => {
    expect(joined(check)).toEqual([status, said]);
  });
});
