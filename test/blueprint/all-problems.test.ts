import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { App } from "cdktf";
import { buildBlueprint } from "../../lib/blueprint/build";
import { readBlueprint } from "../../lib/blueprint/load";
import { BlueprintError } from "../../lib/blueprint/reader/blueprint-error";

const folder = mkdtempSync(join(tmpdir(), "warpform-all-problems-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** The paths of all problems that one run finds in a blueprint. */
function found(text: string): string[] {
  const file = join(folder, "blueprint.yaml");
  writeFileSync(file, `apiVersion: warpform/v1\nname: demo\n${text}`);
  try {
    buildBlueprint(new App({ outdir: join(folder, "out") }), readBlueprint([file]));
    return [];
  } catch (error) {
    if (!(error instanceof BlueprintError)) throw error;
    return error.problems.map(({ path, message }) => (path === "" ? message : path));
  }
}

const network = "network: { availabilityZone: us-east-2a }\n";
const pool = (more: string) => `{ instanceType: g6e.12xlarge, nodes: { min: 0, max: 4 }${more} }`;

describe("a blueprint with several mistakes", () => {
  it("shows those of shape, of constructs, of who refers to them and of the whole at once", () => {
    const problems = found(`${network}pools:
  shared: ${pool(", timeSlicingReplicas: 99")}
  orphan: ${pool("")}
  wordy: { instanceType: g6e.12xlarge, nodes: { min: zero, max: 4 } }
fleets:
  large: { pool: shared, size: 9 }
  lost: { pool: nobody }
  fine: { pool: wordy }
monitoring: { idleGpuPercent: 700 }
`);
    expect(problems).toEqual([
      "pools.shared.timeSlicingReplicas",
      "pools.orphan",
      "pools.wordy.nodes.min",
      "fleets.large.size",
      "fleets.lost.pool",
      "monitoring.idleGpuPercent",
    ]);
  });

  it("blames no pool for a scheduler that could not be made", () => {
    const slurm = "slurm: { partitions: [{ name: x, pools: [gpus], maxTimeMinutes: -4 }] }\n";
    expect(found(`${network}pools: { gpus: ${pool("")} }\n${slurm}`)).toEqual(["slurm.partitions[0].maxTimeMinutes"]);
    expect(found(`${network}pools: { gpus: ${pool("")} }\nslurm: { partitions: none }\n`)).toEqual([
      "slurm.partitions",
    ]);
  });

  it("blames nobody for referring to what is wrong", () => {
    const fleets = "fleets: { runs: { pool: gpus } }\n";
    expect(
      found(`${network}pools: { gpus: { instanceType: g6e.12xlarg, nodes: { min: 0, max: 4 } } }\n${fleets}`),
    ).toEqual(["pools.gpus.instanceType"]);
    expect(found(`${network}pools: { Gpus: ${pool("")} }\nfleets: { runs: { pool: Gpus } }\n`)).toEqual(["pools.Gpus"]);
  });

  it("checks the parts of a network that is wrong", () => {
    const text = `network: { availabilityZone: us-east-2a, vpcCidr: 10.0.0.0/8 }\npools: { gpus: ${pool(", rootVolumeGiB: 5")} }
fleets: { runs: { pool: gpus } }\n`;
    expect(found(text)).toEqual(["network.vpcCidr", "pools.gpus.rootVolumeGiB"]);
  });

  it("says nothing of parts whose network is no network", () => {
    expect(found(`network: [1]\npools: { gpus: ${pool(", rootVolumeGiB: 5")} }\n`)).toEqual(["network"]);
  });
});
