/** More nodes than a pool may have: such a run is no list that somebody meant. */
const LONGEST_RUN = 65_536;

/** Names of a host list, leading zeros kept: `leaf[08-10],spine` is leaf08, leaf09, leaf10 and spine. */
export function expandHostList(list: string): string[] {
  const parts = list.match(/[^,[]+(\[[^\]]*\][^,[]*)*/g) ?? [];
  return parts.flatMap((part) => {
    // text and the inside of brackets in turn
    const pieces = part.trim().split(/\[([^\]]*)\]/);
    return pieces.reduce<string[]>(
      (names, piece, index) => {
        const ends = index % 2 === 0 ? [piece] : piece.split(",").flatMap((run) => numbersOf(run) ?? [run]);
        return names.flatMap((name) => ends.map((end) => name + end));
      },
      [""],
    );
  });
}

/** Numbers of a run, `008-010` or `7`, leading zeros kept; undefined where it is none, counts down or is longer than any pool. */
export function numbersOf(run: string): string[] | undefined {
  const [, first, last = first] = /^(\d+)(?:-(\d+))?$/.exec(run) ?? [];
  if (first === undefined) return undefined;
  const count = Number(last) - Number(first) + 1;
  if (count < 1 || count > LONGEST_RUN) return undefined;
  return Array.from({ length: count }, (_, index) => String(Number(first) + index).padStart(first.length, "0"));
}
