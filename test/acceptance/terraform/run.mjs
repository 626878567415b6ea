// The real terraform and tofu through init, validate, plan, apply, an empty second plan and destroy, for every example.
import { check, finish, skip, synthesizedStacks, tail } from "../lib/checks.mjs";
import { offline, whyNotOffline } from "../lib/offline.mjs";

const stacks = synthesizedStacks();
for (const engine of ["terraform", "tofu"]) {
  const why = whyNotOffline(engine);
  for (const { name, directory } of stacks) {
    const title = `${engine} cycle of ${name}`;
    if (why !== undefined) skip(title, why);
    else {
      check(title, () => {
        const result = offline(engine, directory);
        return result.status === 0 ? undefined : tail(result);
      });
    }
  }
}
finish();
