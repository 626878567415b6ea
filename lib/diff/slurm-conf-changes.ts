/** Nodes and partitions of a slurm.conf, by name; everything else by its first key. */
function linesOf(text: string): ReadonlyMap<string, string> {
  const lines = text.split("\n").filter((line) => /^[A-Za-z]+=/.test(line));
  const named = /^(NodeName|PartitionName|DownNodes|SwitchName)=/;
  return new Map(lines.map((line) => [line.replace(named.test(line) ? / .*/ : /=.*/, ""), line]));
}

/** `a-[1-3,5]` as a-1, a-2, a-3, a-5; a name without brackets is itself. */
export function nodesOf(hostList: string): readonly string[] {
  const match = /^(.*)\[([0-9,-]+)\]$/.exec(hostList);
  if (match === null) return [hostList];
  const [, prefix = "", ranges = ""] = match;
  return ranges.split(",").flatMap((range) => {
    const [first = 0, last = first] = range.split("-").map(Number);
    return Array.from({ length: last - first + 1 }, (_, index) => `${prefix}${first + index}`);
  });
}

interface NodeLine {
  readonly hardware: string;
  readonly names: readonly string[];
}

function nodeLines(text: string): readonly NodeLine[] {
  return [...linesOf(text)]
    .filter(([key]) => key.startsWith("NodeName="))
    .map(([key, line]) => ({
      names: nodesOf(key.slice("NodeName=".length)),
      hardware: line.replace(/^\S+ ?/, "").replace(/ ?(Weight|Feature|Features)=\S+/g, ""),
    }));
}

/** What two versions of slurm.conf mean for nodes and queues. */
export interface SlurmConfChanges {
  readonly addedNodes: number;
  readonly removedNodes: readonly string[];
  /** Nodes whose written hardware is another: Slurm drains those that register with less than is written. */
  readonly otherHardware: readonly string[];
  /** Partitions that are gone: the head closes them, and removes each once its jobs have ended. */
  readonly removedPartitions: readonly string[];
  /** Lines that are new, gone or other: `PartitionName=train`, `SchedulerParameters`. */
  readonly otherKeys: readonly string[];
}

/** Compares two texts of slurm.conf line by line, nodes by name. */
export function slurmConfChanges(before: string, after: string): SlurmConfChanges {
  const hardware = (text: string) =>
    new Map(nodeLines(text).flatMap((line) => line.names.map((name) => [name, line.hardware] as const)));
  const [old, now] = [hardware(before), hardware(after)];
  const [first, second] = [linesOf(before), linesOf(after)];
  const keys = [...new Set([...first.keys(), ...second.keys()])].filter((key) => !key.startsWith("NodeName="));
  return {
    addedNodes: [...now.keys()].filter((name) => !old.has(name)).length,
    removedNodes: [...old.keys()].filter((name) => !now.has(name)),
    otherHardware: [...now].filter(([name, line]) => old.has(name) && old.get(name) !== line).map(([name]) => name),
    removedPartitions: keys
      .filter((key) => key.startsWith("PartitionName=") && !second.has(key))
      .map((key) => key.slice("PartitionName=".length))
      .filter((name) => name !== "DEFAULT"),
    otherKeys: keys.filter((key) => first.get(key) !== second.get(key)),
  };
}
