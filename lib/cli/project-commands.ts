import { type Command, Option } from "commander";
import type { ImportOptions } from "./commands/import-command";
import type { InitOptions } from "./commands/init-command";
import { ENGINES, INIT_CLOUDS, KINDS, SCHEDULERS } from "./projects/choices";

/** Commands that write a new project. */
export function addProjectCommands(program: Command): void {
  program
    .command("init")
    .description("answer a few questions about the workload, see ranked designs, and get a project with a test and CI")
    .argument("<dir>", "new or empty directory; its name becomes the cluster name")
    .addOption(new Option("--cloud <cloud>", "aws, azure, or kubernetes for an existing cluster").choices(INIT_CLOUDS))
    .option("--model <name>", "model from the catalog: llama-3.1-70b")
    .addOption(new Option("--kind <workload>", "kind of workload").choices(KINDS))
    .option("--tokens <n>", "training tokens: 20B, 1e12")
    .option("--sequence-length <n>", "sequence length in tokens; default: 8192, or 4096 for fine-tuning")
    .option("--global-batch <n>", "sequences per step, across all GPUs; default: 4M tokens, or 64 for fine-tuning")
    .option("--deadline-days <n>", "deadline of the run: 60, 8w, or start and end, 2026-12-01..2027-01-15")
    .option("--method <method>", "full, lora or qlora; selects a fine-tuning run")
    .option("--requests-per-second <n>", "peak request rate; selects an inference service")
    .option("--prompt-tokens <n>", "mean prompt length in tokens")
    .option("--output-tokens <n>", "mean output length in tokens")
    .option("--precision <format>", "precision of served weights, or of training: bf16, fp8, fp4")
    .option("--time-to-first-token <seconds>", "TTFT objective in seconds (p95)")
    .option("--region <region>", "Region or zone; default: us-east-2, on Azure eastus")
    .option("--platform <platform>", "existing cluster: coreweave, gke, aks, oke, nebius, kubeadm …")
    .option("--nodes <n>", "existing cluster: GPU nodes for the run")
    .option("--storage-class <name>", "existing cluster: class of a shared file system")
    .addOption(new Option("--scheduler <scheduler>", "scheduler of runs").choices(SCHEDULERS))
    .addOption(new Option("--engine <engine>", "what the project is written for").choices(ENGINES))
    .option("--instance-type <type>", "instance type; default: sized from the workload")
    .option("--yes", "take defaults and ask nothing")
    .option("--json", "print directory and files as JSON; asks nothing")
    .action(async (directory: string, options: InitOptions) => {
      const { initCommand } = require("./commands/init-command") as typeof import("./commands/init-command");
      await initCommand(directory, options);
    });
  program
    .command("new")
    .description("create a project in a new or empty directory")
    .argument("<dir>", "directory; its name becomes the cluster name")
    .addOption(new Option("--blueprint", "a YAML blueprint (the default)").conflicts("typescript"))
    .option("--typescript", "a TypeScript program")
    .option("--json", "print directory and files as JSON")
    .action((directory: string, options: { typescript?: boolean; json?: boolean }) => {
      const { newCommand } = require("./commands/new-command") as typeof import("./commands/new-command");
      newCommand(directory, options);
    });
  program
    .command("import")
    .description(
      "write the blueprint of an AWS ParallelCluster configuration, with comments on what has no counterpart",
    )
    .argument("<config>", "ParallelCluster 3 configuration with Slurm")
    .requiredOption("--zone <zone>", "Availability Zone of its subnets: us-east-2a")
    .option("--output <file>", "file to write; default: standard output")
    .action((path: string, options: ImportOptions) => {
      const { importCommand } = require("./commands/import-command") as typeof import("./commands/import-command");
      importCommand(path, options);
    });
}
