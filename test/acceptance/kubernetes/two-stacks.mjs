// Two stacks, applied one after the other by the real terraform: the second is planned and applied with what the first left
// in its state, and no cluster to reach. The provider stands in for the cloud, so neither has anything behind it.
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { check, root, run, skip, tail } from "../lib/checks.mjs";
import { offline, whyNotOffline } from "../lib/offline.mjs";

const TITLES = [
  "the stack of the cluster holds no release, the stack of the workloads nothing of AWS",
  "terraform applies the stack of the cluster",
  "terraform plans, applies and destroys the stack of the workloads with the first one's outputs and no cluster",
];

/** The stack with the other one's outputs, read from its state, as plain values. */
function withOutputs(json, outputs) {
  const used = new Set();
  const text = JSON.stringify(json).replace(
    /\$\{data\.terraform_remote_state\.[\w-]+\.outputs\.([\w-]+)\}|data\.terraform_remote_state\.[\w-]+\.outputs\.([\w-]+)/g,
    (_, plain, inner) => {
      const name = plain ?? inner;
      if (!(name in outputs)) throw new Error(`the state of the first stack has no output ${name}`);
      used.add(name);
      return plain ? `\${var.${name}}` : `var.${name}`;
    },
  );
  const stack = JSON.parse(text);
  delete stack.data?.terraform_remote_state;
  if (stack.data && Object.keys(stack.data).length === 0) delete stack.data;
  stack.variable = Object.fromEntries([...used].map((name) => [name, { default: outputs[name].value }]));
  return { stack, used: used.size };
}

export function twoStackChecks(folder) {
  const missing = whyNotOffline("terraform");
  if (missing !== undefined) {
    for (const title of TITLES) skip(title, missing);
    return;
  }
  const out = join(folder, "two-stacks");
  const program = join(import.meta.dirname, "two-stacks-program.ts");
  const synth = run(process.execPath, ["--import", "tsx", program, out], { cwd: root });
  if (synth.status !== 0) throw new Error(`the two stacks do not synthesize: ${tail(synth)}`);
  const read = (name) => JSON.parse(readFileSync(join(out, "stacks", name, "cdk.tf.json"), "utf8"));
  check(TITLES[0], () => {
    const releases = Object.keys(read("infra").resource).filter((type) => type.startsWith("helm_"));
    const aws = Object.keys(read("workloads").resource).filter((type) => type.startsWith("aws_"));
    return [...releases, ...aws].join() || undefined;
  });
  const first = offline("terraform", join(out, "stacks", "infra"), "--until", "apply", "--keep");
  const kept = /^kept (\S+) .*-chdir=(\S+) /m.exec(first.stdout);
  try {
    check(TITLES[1], () => (first.status === 0 ? undefined : tail(first)));
    check(TITLES[2], () => {
      const { outputs } = JSON.parse(readFileSync(join(kept[2], "terraform.tfstate"), "utf8"));
      const { stack, used } = withOutputs(read("workloads"), outputs);
      if (used === 0) return "the second stack uses nothing of the first";
      const directory = join(out, "stacks", "workloads");
      writeFileSync(join(directory, "cdk.tf.json"), JSON.stringify(stack));
      const second = offline("terraform", directory);
      return second.status === 0 ? undefined : tail(second);
    });
  } finally {
    if (kept) rmSync(kept[1], { recursive: true, force: true });
  }
}
