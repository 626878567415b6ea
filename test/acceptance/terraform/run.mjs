// The real terraform and tofu through init, plan, apply, an empty second plan and destroy. Terraform takes those examples that
// together show every argument of every resource. OpenTofu has the same provider read them, so it takes those that show all of the
// language: what the engines do by themselves. WARPFORM_WHOLE=1 has both take every example.
import { check, finish, skip, synthesizedStacks, tail } from "../lib/checks.mjs";
import { offline, whyNotOffline } from "../lib/offline.mjs";
import { argumentsOf, covering, languageOf } from "./covering.mjs";
import { hybrid } from "./hybrid.mjs";
import { purchases } from "./purchase.mjs";

const stacks = synthesizedStacks();
const shownTo = { terraform: argumentsOf, tofu: languageOf };
for (const engine of ["terraform", "tofu"]) {
  const taken = process.env.WARPFORM_WHOLE ? stacks.map(({ name }) => name) : covering(stacks, shownTo[engine]);
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
    skip(`${engine} cycle of the ${others} examples that show it nothing further`, "WARPFORM_WHOLE=1 takes them too");
}
const joined = "terraform cycle of examples/hybrid-slurm";
if (whyNotOffline("terraform") !== undefined) skip(joined, whyNotOffline("terraform"));
else check(joined, hybrid);
const bought = "terraform buys a Capacity Block within maxUpfrontUsd, and plans none above it";
if (whyNotOffline("terraform") !== undefined) skip(bought, whyNotOffline("terraform"));
else check(bought, purchases);
finish();
