// EC2 calls that the head makes for 1,000 nodes: its real resume program, against an EC2 that counts.
import { spawnSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { join } from "node:path";

/** CreateFleet calls for 1,000 nodes, at most: at 3 to 4 s each, all of them are over within a minute or two. */
const WANTED = 20;

const CASES = [
  { title: "1,000 jobs of 1 node", nodes: 1, jobs: 1000, room: {} },
  { title: "125 jobs of 8 nodes", nodes: 8, jobs: 125, room: {} },
  { title: "1 job of 1,000 nodes", nodes: 1000, jobs: 1, room: {} },
  {
    title: "125 jobs of 8 nodes, 700 nodes on demand and the rest on spot",
    nodes: 8,
    jobs: 125,
    room: { "on-demand": 700 },
  },
] as const;

const PROGRAM = `
import json, sys
sys.dont_write_bytecode = True
sys.path[:0] = json.loads(sys.argv[1])
from launching import jobs_of, launch
for case in json.loads(sys.argv[2]):
    calls, on, _ = launch(jobs_of(case["nodes"], case["jobs"]), case["room"])
    print(len(calls), on)
`;

const root = join(__dirname, "..");
const programs = join(root, "lib/slurm/programs");
const rooms = [...readdirSync(programs), "clouds/aws"].map((room) => join(programs, room));
const folders = [...rooms, join(root, "test/acceptance/slurm/units")];
const { stdout, stderr, status } = spawnSync(
  "/usr/bin/python3",
  ["-c", PROGRAM, JSON.stringify(folders), JSON.stringify(CASES)],
  { encoding: "utf8" },
);
if (status !== 0) {
  console.log(`launch: not measured: ${(stderr || "no /usr/bin/python3").trim().split("\n").at(-1)}`);
  process.exit(/boto/.test(stderr ?? "") || status === null ? 0 : 1);
}
let slow = false;
for (const [index, line] of stdout.trim().split("\n").entries()) {
  const [calls, on] = line.split(" ").map(Number) as [number, number];
  slow ||= calls > WANTED || on !== 1000;
  console.log(`launch of ${on} nodes, ${CASES[index]!.title}: ${calls} CreateFleet calls (at most ${WANTED})`);
}
process.exit(slow ? 1 : 0);
