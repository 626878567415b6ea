import type { Problems } from "../../errors";
import type { BatchJobProps } from "./job-props";

const SHELLS = ["sh", "bash", "dash", "zsh", "ash"];

/** Words that only a shell reads: a program gets them as arguments. */
const SHELL_WORDS = /^(&&|\|\|?|;|&|\d?>>?(&\d)?|<)$/;

const fileName = (path: string) => path.split("/").at(-1)!;

/** Value of an option, `--name=2` or `--name 2`, with dashes or underscores in its name; undefined where it is none or no number. */
function numberOf(command: readonly string[], name: string): number | undefined {
  const at = command.findIndex((word) => word.split("=")[0]!.replaceAll("_", "-") === `--${name}`);
  if (at < 0) return undefined;
  const text = command[at]!.includes("=") ? command[at]!.split("=")[1]! : (command[at + 1] ?? "");
  return /^\d+$/.test(text) ? Number(text) : undefined;
}

/** Whether torchrun starts the processes. */
const isTorchrun = ([program = "", ...rest]: readonly string[]) =>
  fileName(program) === "torchrun" || rest.slice(0, 2).join(" ") === "-m torch.distributed.run";

const isMpirun = ([program = ""]: readonly string[]) => /^(mpirun|mpiexec|orterun)$/.test(fileName(program));

/** Checks that the kubelet finds the program, and that its launcher counts as many pods and GPUs as there are. */
export function checkCommand(problems: Problems, path: string, job: BatchJobProps): void {
  const { command, kind, nodes, gpusPerPod } = job;
  const at = `${path}.command`;
  const [program] = command;
  if (program === undefined || command.includes("")) {
    problems.add("required", at, `${at} must be the program and its arguments; write it like ["torchrun", "train.py"]`);
    return;
  }
  if (/\s/.test(program))
    problems.add(
      "malformed",
      `${at}[0]`,
      `${at}[0] "${program}" is looked for as one program with spaces in its name; write ${JSON.stringify(program.trim().split(/\s+/))}`,
    );
  const shellWord = SHELLS.includes(fileName(program)) ? undefined : command.find((word) => SHELL_WORDS.test(word));
  if (shellWord !== undefined)
    problems.add(
      "malformed",
      at,
      `${at} has "${shellWord}", which a shell reads and ${program} would get as an argument; write ["sh", "-c", ${JSON.stringify(command.join(" "))}]`,
    );
  if (kind === "mpi" && isTorchrun(command))
    problems.add(
      "conflict",
      `${path}.kind`,
      `${path}.kind "mpi" starts the command on its first pod alone, where torchrun would wait for the others; use kind "trainjob" or "job", or start it with mpirun`,
    );
  if (kind !== "mpi" && nodes > 1 && isMpirun(command))
    problems.add(
      "conflict",
      `${path}.kind`,
      `${path}.kind "${kind}" starts the command on each of ${nodes} pods, none of which has sshd for ${fileName(program)}; use kind "mpi"`,
    );
  if (!isTorchrun(command)) return;
  const counted = numberOf(command, "nnodes");
  if (counted !== undefined && counted !== nodes)
    problems.add(
      "conflict",
      at,
      `${at} tells torchrun of ${counted} nodes, and nodes is ${nodes}: it would wait for the others until its time-out; leave --nnodes out, which follows from nodes`,
    );
  const processes = numberOf(command, "nproc-per-node");
  if (processes !== undefined && processes > gpusPerPod)
    problems.add(
      "conflict",
      at,
      `${at} starts ${processes} processes per pod, which has ${gpusPerPod} GPUs; leave --nproc-per-node out, which follows from gpusPerPod`,
    );
}
