import { Problems } from "../../../errors";

/** A problem of a part in the words of the props here. */
export interface Told {
  readonly path: string;
  readonly message: string;
}

/**
 * Runs a part that knows the cluster by names other than its props, and takes its problems over as `told` says them. What is said of a
 * prop already is not said again.
 */
export function attemptAs<T>(problems: Problems, told: (problem: Told) => Told, part: () => T): T | undefined {
  const own = new Problems();
  const made = own.attempt(part);
  const said = new Set(problems.all.map(({ path }) => path));
  for (const { code, path, message } of own.all) {
    const here = told({ path, message });
    if (said.has(here.path) || problems.all.some((other) => other.message === here.message)) continue;
    problems.add(code, here.path, here.message);
  }
  return made;
}

/** The same problem at another path, which its message begins with. */
export function movedTo(at: string, { path, message }: Told): Told {
  return { path: at, message: message.startsWith(path) ? `${at}${message.slice(path.length)}` : `${at}: ${message}` };
}
