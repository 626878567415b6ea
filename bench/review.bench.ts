import { tmpdir } from "node:os";
import { join } from "node:path";
import { App } from "cdktf";
import { buildBlueprint } from "../lib/blueprint/build";
import { loadBlueprint } from "../lib/blueprint/load";
import type { Cluster } from "../lib/model/model";
import { review } from "../lib/review/review";

/** A review of the largest example must take so long at most, after load; s. */
const WANTED_SECONDS = 0.05;

const seconds = (run: () => unknown): number => {
  const start = performance.now();
  run();
  return (performance.now() - start) / 1000;
};

const clusters = ["training-512-p5", "training-64-p6-b200", "training-16-p5"].map((name): [string, Cluster] => {
  const loaded = loadBlueprint([join(__dirname, "../examples/blueprints", `${name}.yaml`)]);
  return [name, buildBlueprint(new App({ outdir: join(tmpdir(), "warpform-bench") }), loaded).cluster];
});

let slow = false;
for (const [index, [name, cluster]] of clusters.entries()) {
  const once = () => review(cluster);
  const first = seconds(once);
  // The best of a few, since other programs share the machine.
  const best = Math.min(...Array.from({ length: 8 }, () => seconds(once)));
  slow ||= best > WANTED_SECONDS;
  const [again, cold] = [WANTED_SECONDS / best, WANTED_SECONDS / first].map((ratio) => ratio.toFixed(1));
  const fresh = index === 0 ? "in a new process" : "the first time";
  console.log(`review of ${name}: ${cold} x as fast as the ${WANTED_SECONDS} s asked for ${fresh}, ${again} x again`);
}
process.exit(slow ? 1 : 0);
