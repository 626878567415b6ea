/**
 * How many nodes a host list names: `h100-st-[1-4,7],cpu-1` has 6. A part that is no host list counts as one name.
 * @see https://slurm.schedmd.com/scontrol.html#OPT_show
 */
export function hostListCount(list: string): number {
  const parts = list.match(/[^,[]+(\[[^\]]*\][^,[]*)*/g) ?? [];
  return parts.reduce((sum, part) => {
    const brackets = [...part.matchAll(/\[([^\]]*)\]/g)].map((match) => rangesCount(match[1]!));
    return sum + brackets.reduce((product, count) => product * count, 1);
  }, 0);
}

const rangesCount = (text: string): number =>
  text.split(",").reduce((sum, range) => {
    const [first, last = first] = range.split("-").map(Number);
    return sum + Math.max(0, last! - first! + 1);
  }, 0);
