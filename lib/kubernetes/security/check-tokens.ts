import type { Problems } from "../../errors";
import type { Workloads } from "../workloads";

/** How tokens of hubs and clouds begin. @see https://docs.github.com/en/code-security/secret-scanning/introduction/supported-secret-scanning-patterns */
const TOKEN =
  /^(hf_[A-Za-z0-9]{20,}|sk-[\w-]{20,}|gh[pousr]_[A-Za-z0-9]{30,}|github_pat_\w{30,}|glpat-[\w-]{20,}|nvapi-[\w-]{20,}|xox[abpr]-[\w-]{10,}|(AKIA|ASIA)[A-Z0-9]{16})$/;

/** Variables whose text is a secret, whatever it looks like. */
const SECRET_NAME = /(^|_)(PASSWORD|PASSWD|SECRET_ACCESS_KEY)$/;

/** Variables that hold a key where their text is long enough for one. */
const KEY_NAME = /(^|_)(KEY|TOKEN|SECRET)$/;
const KEY = /^[\w+/=-]{32,}$/;

const isSecret = (name: string, value: string) =>
  TOKEN.test(value) || (SECRET_NAME.test(name) && value !== "") || (KEY_NAME.test(name) && KEY.test(value));

/** A token in a word of a command line, alone or behind an option's `=`. */
const tokenIn = (word: string) => word.split("=").find((part) => TOKEN.test(part));

/** Checks that no variable, argument or command holds a token as text: it would be in the synthesized chart, Terraform's state and Helm's release. */
export function checkTokens(problems: Problems, of: Workloads): void {
  const { platform, rayClusters, fineTuning, jobs = [], serving, triton } = of;
  const add = (path: string, value: string, instead: string) =>
    problems.add(
      "not-allowed",
      path,
      `${path} looks like a token ("${value.slice(0, 5)}…"), which the chart and Terraform's state would keep as text; ${instead}`,
    );
  for (const [list, workloads] of Object.entries({ rayClusters, fineTuning, jobs, serving, triton }))
    for (const [i, { env }] of workloads.entries())
      for (const { name, value } of env)
        if (value !== undefined && isSecret(name, value))
          add(`${list}[${i}].env.${name}`, value, platform.secretInstead(name));
  jobs.forEach(({ command }, i) => {
    command.forEach((word, j) => {
      const token = tokenIn(word);
      if (token !== undefined) add(`jobs[${i}].command[${j}]`, token, platform.secretInstead("TOKEN"));
    });
  });
  serving.forEach(({ engineArguments }, i) => {
    for (const [name, value] of Object.entries(engineArguments))
      if (typeof value === "string" && TOKEN.test(value))
        add(`serving[${i}].engineArguments.${name}`, value, platform.secretInstead(name.toUpperCase()));
  });
}
