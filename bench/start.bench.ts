import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";

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

/** A command's best time over node's own best, taken in turns, since other programs share the machine. */
function timesNode(args: readonly string[]): number {
  const pairs = Array.from({ length: 15 }, () => [seconds(["-e", "0"]), seconds(args)] as const);
  return Math.min(...pairs.map(([, command]) => command)) / Math.min(...pairs.map(([node]) => node));
}

let slow = false;
for (const command of [
  "--version",
  "catalog",
  "catalog p5.48xlarge",
  "explain spares-missing",
  "explain no-such-rule",
  "completion bash",
]) {
  const ratio = timesNode([program, ...command.split(" ")]);
  slow ||= ratio > WANTED;
  console.log(`start-up of ${command}: ${ratio.toFixed(2)} x node's own, ${WANTED} asked for`);
}
process.exit(slow ? 1 : 0);
