import { Problems } from "../../errors";

/**
 * Adds what else is wrong with a cluster, found without the props that are wrong already. Nothing is looked for where others rest on
 * one of these, and what does not go together may follow from a prop that was left out.
 */
export function addOfRest<Props extends object>(
  problems: Problems,
  props: Props,
  restedOn: readonly string[],
  define: (rest: Props) => unknown,
): void {
  const wrong = problems.all.map(({ path }) => /^\w*/.exec(path)![0]);
  if (wrong.some((key) => restedOn.includes(key))) return;
  const rest = Object.entries(props).filter(([key]) => !wrong.includes(key));
  const found = new Problems();
  found.attempt(() => define(Object.fromEntries(rest) as Props));
  for (const { code, path, message } of found.all) if (code !== "conflict") problems.add(code, path, message);
}
