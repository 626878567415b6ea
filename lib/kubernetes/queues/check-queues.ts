import type { Problems } from "../../errors";
import { checkValue } from "../../props/check-value";
import { nearest } from "../../units/nearest";
import { checkName, checkNamespace, checkUnique } from "../chart/check-names";
import { CLUSTER_PROPS } from "../cluster-props";
import { gpuResource, takesOneShare } from "../nodes/pool";
import { TEAM_NUMBERS } from "../workload-numbers";
import type { KueueProps } from "./kueue";
import { teamNamespace } from "./namespaces";

/** Checks that what is shared among teams is there to be shared. */
export function checkQueues(problems: Problems, queues: KueueProps, at: string = CLUSTER_PROPS.teams): void {
  const { pools, teams } = queues;
  if (teams.length === 0)
    problems.add("required", at, `${at} must have at least one team; add one or leave out ${at.split(".")[0]}`);
  const called = teams.map(({ name }) => name);
  checkUnique(problems, at, "teams", called);
  // a namespace that follows from a name is wrong for the name alone
  const apart = teams.filter((team, i) => called.indexOf(team.name) === i || !isDerived(team));
  checkUnique(
    problems,
    at,
    "teams in a namespace",
    apart.map(({ namespace }) => namespace),
  );
  if (queues.scheduler === "kai") checkForKai(problems, queues, at);
  else if (queues.scheduler !== "kueue")
    problems.add(
      "not-allowed",
      "queues.scheduler",
      `queues.scheduler must be "kueue" or "kai", got "${queues.scheduler}"; use "kueue"`,
    );
  checkName(problems, "queues.cohort", queues.cohort);
  const names = pools.map(({ pool }) => pool.name);
  teams.forEach((team, i) => {
    const path = `${at}[${i}]`;
    checkName(problems, `${path}.name`, team.name);
    if (!problems.has(`${path}.name`) || !isDerived(team))
      checkNamespace(problems, `${path}.namespace`, team.namespace);
    checkValue(problems, `${path}.weight`, team.weight, TEAM_NUMBERS.weight);
    if (!team.borrowing && !Object.values(team.gpus).some((gpus) => gpus > 0))
      problems.add(
        "conflict",
        `${path}.gpus`,
        `${path} owns no GPUs and borrows none, so that nothing of team "${team.name}" ever runs; give it gpus, or leave out borrowing: false`,
      );
    else if (Object.keys(team.gpus).length === 0)
      problems.add(
        "required",
        `${path}.gpus`,
        `${path}.gpus must name at least one pool, got {}; give { ${names[0] ?? "pool"}: 8 }, or { ${names[0] ?? "pool"}: 0 } for a team that only borrows`,
      );
    for (const [pool, gpus] of Object.entries(team.gpus)) {
      if (!names.includes(pool)) {
        const near = nearest(pool, names)[0];
        problems.add(
          "unknown-name",
          `${path}.gpus`,
          `${path}.gpus names pool "${pool}", which the cluster does not have; ${near ? `use "${near}"` : `its pools are ${names.join(", ")}`}`,
        );
      } else checkValue(problems, `${path}.gpus.${pool}`, gpus, TEAM_NUMBERS.gpus);
    }
  });
  for (const { pool, type } of pools) {
    const given = teams.map((team) => team.gpus[pool.name] ?? 0);
    const sum = given.reduce((a, b) => a + b, 0);
    const has = pool.nodes.max * type.acceleratorCount;
    if (sum > has)
      problems.add(
        "out-of-range",
        at,
        `${at} own ${sum} GPUs of pool "${pool.name}" (${given.join(" + ")}), which has ${has} (${pool.nodes.max} nodes with ${type.acceleratorCount}); lower the shares or raise nodes.max to ${Math.ceil(sum / type.acceleratorCount)}`,
      );
  }
}

const isDerived = ({ name, namespace }: KueueProps["teams"][number]) => namespace === teamNamespace({ name });

/** KAI divides whole GPUs, and its queues share one space of names. */
function checkForKai(problems: Problems, { pools, teams, cohort }: KueueProps, at: string): void {
  for (const of of pools)
    if (takesOneShare(of))
      problems.add(
        "conflict",
        "queues.scheduler",
        `queues.scheduler "kai" does not count the shares of pool "${of.pool.name}", ${gpuResource(of).name}; use scheduler "kueue", or MIG instead of shares`,
      );
  teams.forEach((team, i) => {
    if (team.name === cohort)
      problems.add(
        "duplicate",
        `${at}[${i}].name`,
        `${at}[${i}].name must not be "${cohort}", the name of the queue above all teams; give the team another name`,
      );
  });
}
