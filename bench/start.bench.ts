import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { misses } from "./aims";

/** Commands that need no CDK may take so many times as long as node's own start-up. */
const WANTED = 2;

const program = join(__dirname, "../dist/lib/cli/bin.js");
if (!existsSync(program)) {
  console.log("start-up: not measured, since there is no build; npm run build makes one");
  process.exit(0);
}

function seconds(args: readonly string[]): number {
  const start = performance.now();
  spawnSync(process.execPath, args);
  return (performance.now() - start) / 1000;
}

const PAIRS = 15;

/** A command's best time over node's own best, taken in turns, since other programs share the machine; on a busy one again. */
function timesNode(args: readonly string[]): number {
  let [node, command] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  for (let pair = 0; pair < PAIRS || (command / node > WANTED && pair < 4 * PAIRS); pair++) {
    node = Math.min(node, seconds(["-e", "0"]));
    command = Math.min(command, seconds(args));
  }
  return command / node;
}

let slow = false;
for (const command of [
  "--version",
  "catalog",
  "catalog p5.48xlarge",
  "explain",
  "explain spares-missing",
  "completion bash",
]) {
  const ratio = timesNode([program, ...command.split(" ")]);
  slow = misses(`start-up of ${command}`, ratio, WANTED) || slow;
  console.log(`start-up of ${command}: ${ratio.toFixed(2)} x node's own, ${WANTED} asked for`);
}
process.exit(slow ? 1 : 0);
