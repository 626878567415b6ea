import type { Problems } from "../../errors";
import type { Workloads } from "../workloads";

/** How tokens of hubs and clouds begin. @see https://docs.github.com/en/code-security/secret-scanning/introduction/supported-secret-scanning-patterns */
const TOKEN =
  /^(hf_[A-Za-z0-9]{20,}|sk-[\w-]{20,}|gh[pousr]_[A-Za-z0-9]{30,}|github_pat_\w{30,}|glpat-[\w-]{20,}|nvapi-[\w-]{20,}|xox[abpr]-[\w-]{10,}|(AKIA|ASIA)[A-Z0-9]{16})$/;

/** Checks that no variable holds a token as text: it would be in the synthesized chart, Terraform's state and Helm's release. */
export function checkTokens(problems: Problems, of: Workloads): void {
  const { platform, rayClusters, fineTuning, jobs = [], serving, triton } = of;
  for (const [list, workloads] of Object.entries({ rayClusters, fineTuning, jobs, serving, triton }))
    for (const [i, { env }] of workloads.entries())
      for (const { name, value } of env) {
        if (value === undefined || !TOKEN.test(value)) continue;
        const path = `${list}[${i}].env.${name}`;
        problems.add(
          "not-allowed",
          path,
          `${path} looks like a token ("${value.slice(0, 5)}…"), which the chart and Terraform's state would keep as text; ${platform.secretInstead(name)}`,
        );
      }
}
