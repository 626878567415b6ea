// The real terraform and tofu through init, validate, plan, apply, an empty second plan and destroy, for those examples that
// together show every argument of every resource; WARPFORM_WHOLE=1 takes every example.
import { check, finish, skip, synthesizedStacks, tail } from "../lib/checks.mjs";
import { offline, whyNotOffline } from "../lib/offline.mjs";
import { covering } from "./covering.mjs";
import { hybrid } from "./hybrid.mjs";
import { purchases } from "./purchase.mjs";

const stacks = synthesizedStacks();
const taken = process.env.WARPFORM_WHOLE ? stacks.map(({ name }) => name) : covering(stacks);
for (const engine of ["terraform", "tofu"]) {
  const why = whyNotOffline(engine);
  for (const { name, directory } of stacks) {
    const title = `${engine} cycle of ${name}`;
    if (why !== undefined) skip(title, why);
    else if (taken.includes(name))
      check(title, () => {
        const result = offline(engine, directory);
        return result.status === 0 ? undefined : tail(result);
      });
  }
  const others = stacks.length - taken.length;
  if (why === undefined && others > 0)
    skip(
      `${engine} cycle of the ${others} examples that show no further resource or argument`,
      "WARPFORM_WHOLE=1 takes them too",
    );
}
const joined = "terraform cycle of examples/hybrid-slurm";
if (whyNotOffline("terraform") !== undefined) skip(joined, whyNotOffline("terraform"));
else check(joined, hybrid);
const bought = "terraform buys a Capacity Block within maxUpfrontUsd, and plans none above it";
if (whyNotOffline("terraform") !== undefined) skip(bought, whyNotOffline("terraform"));
else check(bought, purchases);
finish();
