import { type Problem, Problems } from "../../../errors";

/**
 * Runs a part that knows the cluster by names other than its props, and takes its problems over as `told` says them. What is said of a
 * prop already is not said again.
 */
export function attemptAs<T>(problems: Problems, told: (problem: Problem) => Problem, part: () => T): T | undefined {
  const own = new Problems();
  const made = own.attempt(part);
  const said = new Set(problems.all.map(({ path }) => path));
  for (const { code, path, message } of own.all.map(told)) {
    if (said.has(path) || problems.all.some((other) => other.message === message)) continue;
    problems.add(code, path, message);
  }
  return made;
}
