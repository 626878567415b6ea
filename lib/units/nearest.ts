/**
 * Edits (insert, delete, replace, swap of neighbors) that turn `a` into `b`: optimal string alignment distance. More than `most`
 * is told as Infinity, as soon as it is certain.
 */
function editDistance(a: string, b: string, most: number): number {
  if (Math.abs(a.length - b.length) > most) return Number.POSITIVE_INFINITY;
  let before: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    let least = i;
    for (let j = 1; j <= b.length; j++) {
      const cost = a[i - 1] === b[j - 1] ? 0 : 1;
      let best = Math.min(last[j]! + 1, row[j - 1]! + 1, last[j - 1]! + cost);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) best = Math.min(best, before[j - 2]! + 1);
      row.push(best);
      least = Math.min(least, best);
    }
    // a swap reaches back two rows, and adds an edit
    if (least > most + 1) return Number.POSITIVE_INFINITY;
    before = last;
    last = row;
  }
  return last[b.length]!;
}

/** The names nearest to what was typed, best first; none when nothing is within half its length. */
export function nearest(typed: string, names: Iterable<string>, most = 3): string[] {
  // what JavaScript gives in place of a name is near to none
  const wanted = String(typed).toLowerCase();
  const farthest = Math.max(2, Math.floor(wanted.length / 2));
  return [...names]
    .map((name) => ({ name, distance: editDistance(wanted, name.toLowerCase(), farthest) }))
    .filter(({ distance }) => distance <= farthest)
    .sort((a, b) => a.distance - b.distance || (a.name < b.name ? -1 : 1))
    .slice(0, most)
    .map(({ name }) => name);
}
