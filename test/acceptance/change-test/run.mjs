// What a change takes (CONTRIBUTING.md): each change is made in a copy of the library by editing so many files, until types and the tests that know of it pass.
import { check, finish, skip } from "../lib/checks.mjs";
import { launchProp } from "./changes/launch-prop.mjs";
import { newAdopter } from "./changes/new-adopter.mjs";
import { newRule } from "./changes/new-rule.mjs";
import { renamedRule } from "./changes/renamed-rule.mjs";
import { inCopy } from "./copy.mjs";

const CHANGES = [
  ["a prop of a pool that goes into EC2's launches", launchProp, 5],
  ["a rule of the review", newRule, 3],
  ["a rule by another id", renamedRule, 3],
  ["an adopter: queues of AWS Batch", newAdopter, 13],
];

// `node test/acceptance/change-test/run.mjs adopter` makes those alone whose names have the word.
const [word = ""] = process.argv.slice(2);
for (const [what, change, most] of CHANGES.filter(([what]) => what.includes(word))) {
  const title = `${what} is made in at most ${most} files by hand`;
  if (!process.env.WARPFORM_WHOLE) {
    skip(title, "WARPFORM_WHOLE=1 makes it in a copy");
    continue;
  }
  check(title, () => {
    const files = inCopy(change);
    console.log(`# ${what}, ${files.length}: ${files.join(", ")}`);
    return files.length <= most ? undefined : `it takes ${files.length}: ${files.join(", ")}`;
  });
}
finish();
