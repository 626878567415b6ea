import { Argument, Command, CommanderError, Option } from "commander";
import { designsOnly } from "../engine/design-engine";
import { WarpformError } from "../errors";
import { CLOUD_NAMES } from "../review/clouds/list";
import type { CompareOptions } from "./commands/compare-command";
import type { PlanOptions } from "./commands/plan-command";
import type { ReviewCommandOptions } from "./commands/review-command";
import { addDataCommands } from "./data-commands";
import { errorsAsJson, refusal } from "./errors-as-json";
import { archiverOnDemand } from "./on-demand/archiver-on-demand";
import { languagesOnDemand } from "./on-demand/languages-on-demand";
import { ownPackage } from "./own-package";
import { addProjectCommands } from "./project-commands";
import { repeated } from "./repeated-option";
import { reportFailure } from "./report-failure";
import { errorText } from "./terminal/error-text";

/** Commands that look at designs and write no Terraform: CDK for Terraform and a provider's bindings need not be installed. */
const DESIGN_COMMANDS: readonly string[] = ["review", "compare", "diagram", "expand", "images", "eject"];

/** Commands that load no CDK at all, and look for none. */
const DATA_COMMANDS: readonly string[] = ["catalog", "explain", "completion", "refresh"];

/** Further commands that read blueprints. */
const BLUEPRINT_COMMANDS: readonly string[] = [...DESIGN_COMMANDS, "synth", "plan", "diff", "bundle"];

// Each command loads what it needs when it runs: `catalog` and `explain` must not wait for the CDK.
const program = new Command("warpform")
  .description("GPU clusters as Terraform, reviewed with numbers before you deploy")
  .version(ownPackage().version)
  .addOption(
    repeated("--catalog <file>", "YAML or JSON file with your own instance types, prices and Regions, repeatable"),
  )
  .hook("preAction", (_, command) => {
    if (DESIGN_COMMANDS.includes(command.name())) designsOnly();
    else if (!DATA_COMMANDS.includes(command.name())) archiverOnDemand();
    if (BLUEPRINT_COMMANDS.includes(command.name())) languagesOnDemand();
    const { catalog = [] } = program.opts<{ catalog?: string[] }>();
    if (catalog.length === 0) return;
    const { extendCatalogFromFile } = require("../catalog/extend") as typeof import("../catalog/extend");
    for (const file of catalog) extendCatalogFromFile(file);
  })
  .configureHelp({ subcommandTerm: (command) => command.name() })
  .showHelpAfterError("(run warpform --help for a list of commands)")
  .exitOverride();

const settings = () =>
  repeated("--set <key=value>", "override one value, repeatable: pools.h100.nodes.max=8").default([], "none");

type FailOn = "error" | "warning" | "info";
const failOn = () =>
  new Option("--fail-on <severity>", "exit with status 1 on findings of this severity or higher")
    .choices(["error", "warning", "info"])
    .default("error");

program
  .command("review")
  .description("review a design: verdict, findings, figures; of a blueprint or of any Terraform")
  .argument(
    "<blueprint...>",
    "blueprint, optionally followed by overlays; or a *.tf.json file, a Terraform state, the output of terraform show -json, a directory of Terraform, or a ParallelCluster configuration",
  )
  .addOption(settings())
  .option("--json", "print the review as JSON")
  .option("--html <file>", "write the report as an HTML page")
  .option("--fix", "apply unambiguous fixes to the blueprint, keeping its comments; then review it")
  .option("--sarif <file>", "write the findings as SARIF, each at its line")
  .option("--summary <file>", "write a short Markdown summary for a pull request")
  .option("--date <day>", "day of the review on the page: 2026-12-01")
  .option("--owner <name>", "owner of the design on the page")
  .option("--commit <id>", "commit of the design on the page")
  .option("--against <file>", "earlier review (JSON), to show what has changed")
  .addOption(failOn())
  .action((paths: string[], options: ReviewCommandOptions) => {
    const { reviewCommand } = require("./commands/review-command") as typeof import("./commands/review-command");
    process.exitCode = reviewCommand(paths, options);
  });

program
  .command("synth")
  .description("write the Terraform of a blueprint, with its review")
  .argument("<blueprint...>", "blueprint, optionally followed by overlays")
  .addOption(settings())
  .option("--output <dir>", "output directory", "cdktf.out")
  .option("--json", "print directory, files, verdict and counts as JSON")
  .addOption(failOn())
  .action((paths: string[], options: { set: string[]; output: string; json?: boolean; failOn: FailOn }) => {
    const { synthCommand } = require("./commands/synth-command") as typeof import("./commands/synth-command");
    process.exitCode = synthCommand(paths, options);
  });

program
  .command("bundle")
  .description(
    "write the files of a cluster on premises: Slurm, OpenSM, cabling, racks, Ansible, monitoring, acceptance",
  )
  .argument("<blueprint>", "blueprint with cloud: onprem")
  .option("--output <dir>", "output directory", "bundle")
  .option("--json", "print directory, files, verdict and counts as JSON")
  .addOption(failOn())
  .action((path: string, options: { output: string; json?: boolean; failOn: FailOn }) => {
    const { bundleCommand } = require("./commands/bundle-command") as typeof import("./commands/bundle-command");
    process.exitCode = bundleCommand(path, options);
  });

program
  .command("plan")
  .description("rank instance types, node counts and purchase options for a workload, by cost or time")
  .argument("[blueprint...]", "blueprint with a workload; or describe the workload with options")
  .addOption(settings())
  .option("--model <name>", "model from the catalog: llama-3.1-70b")
  .option("--tokens <n>", "training tokens: 1e12")
  .option("--sequence-length <n>", "sequence length in tokens")
  .option("--global-batch <n>", "sequences per step, across all GPUs")
  .option("--deadline-days <n>", "deadline of the run: 60, 8w, or start and end, 2026-12-01..2027-01-15")
  .option("--method <method>", "full, lora or qlora; selects a fine-tuning run")
  .option("--lora-rank <n>", "LoRA rank")
  .option("--requests-per-second <n>", "peak request rate; selects an inference service")
  .option("--prompt-tokens <n>", "mean prompt length in tokens")
  .option("--output-tokens <n>", "mean output length in tokens")
  .option("--precision <format>", "precision of served weights, or of training: bf16, fp8, fp4")
  .option("--time-to-first-token <seconds>", "TTFT objective in seconds (p95)")
  .option("--time-per-output-token <seconds>", "TPOT objective in seconds")
  .addOption(repeated("--cloud <name>", `cloud to rank, repeatable: ${CLOUD_NAMES.join(", ")}; default: aws`))
  .addOption(
    repeated(
      "--region <region>",
      "Region of the prices, repeatable for several clouds; default: the blueprint's, else us-east-1 on AWS",
    ),
  )
  .addOption(repeated("--instance-type <type>", "only this type, repeatable"))
  .option("--nodes <n>", "exact node count")
  .option("--max-nodes <n>", "maximum node count; default 128")
  .addOption(
    repeated("--purchase <option>", "only this purchase option, repeatable", ["on-demand", "capacity-block", "spot"]),
  )
  .addOption(repeated("--spot-price <type=usd>", "current Spot price per node-hour, repeatable: p5.48xlarge=22"))
  .option(
    "--spot-interruptions <n>",
    "Spot interruptions per node and day; default 0.0073, about 20 % of nodes per month",
  )
  .addOption(new Option("--by <what>", "ranking criterion").choices(["cost", "time"]).default("cost"))
  .option("--top <n>", "number of designs to show", "10")
  .option("--html <file>", "write the ranking as an HTML page")
  .option("--json", "print as JSON")
  .action((paths: string[], options: PlanOptions) => {
    const { planCommand } = require("./commands/plan-command") as typeof import("./commands/plan-command");
    process.exitCode = planCommand(paths, options);
  });

program
  .command("compare")
  .description("compare blueprints, or a design with other clouds and marketplaces: time, cost, risk, power")
  .argument("<blueprint>", "design to compare")
  .argument("[others...]", "designs to compare it with")
  .addOption(settings())
  .option("--markets", "add dated prices of other clouds and marketplaces for the same GPUs")
  .option("--json", "print all figures and findings as JSON")
  .option("--html <file>", "write the comparison as an HTML page")
  .addOption(failOn())
  .action((first: string, others: string[], options: CompareOptions) => {
    const { compareCommand } = require("./commands/compare-command") as typeof import("./commands/compare-command");
    process.exitCode = compareCommand([first, ...others], options);
  });

program
  .command("diagram")
  .description("draw a blueprint's cluster, with errors and warnings at the parts they are about")
  .argument("<blueprint...>", "blueprint, optionally followed by overlays")
  .addOption(settings())
  .addOption(
    new Option("--format <format>", "format of the drawing").choices(["svg", "mermaid", "drawio"]).default("svg"),
  )
  .option("--output <file>", "file to write; default: standard output")
  .action((paths: string[], options: import("./commands/diagram-command").DiagramOptions) => {
    const { diagramCommand } = require("./commands/diagram-command") as typeof import("./commands/diagram-command");
    diagramCommand(paths, options);
  });

program
  .command("expand")
  .description("print a blueprint with every default and derived value, each with its origin")
  .argument("<blueprint...>", "blueprint, optionally followed by overlays")
  .addOption(settings())
  .option("--json", "print as JSON, without comments")
  .action((paths: string[], options: { set: string[]; json?: boolean }) => {
    const { expandCommand } = require("./commands/expand-command") as typeof import("./commands/expand-command");
    expandCommand(paths, options);
  });

program
  .command("images")
  .description(
    "list the container images and Helm charts of a blueprint, and where nodes pull them from: copy them into a mirror",
  )
  .argument("<blueprint...>", "blueprint, optionally followed by overlays")
  .addOption(settings())
  .option("--json", "print as JSON, with digests of pinned images")
  .action((paths: string[], options: { set: string[]; json?: boolean }) => {
    const { imagesCommand } = require("./commands/images-command") as typeof import("./commands/images-command");
    imagesCommand(paths, options);
  });

program
  .command("eject")
  .description("write the equivalent TypeScript program of a blueprint")
  .argument("<blueprint...>", "blueprint, optionally followed by overlays")
  .addOption(settings())
  .option("--output <file>", "new file to write; - prints to standard output", "main.ts")
  .option("--json", "print the file name and its required packages as JSON")
  .action((paths: string[], options: { set: string[]; output: string; json?: boolean }) => {
    const { ejectCommand } = require("./commands/eject-command") as typeof import("./commands/eject-command");
    ejectCommand(paths, options);
  });

program
  .command("diff")
  .description(
    "show the impact of a change on a running cluster; exit status 10 if compute is disrupted, 20 if data is at risk",
  )
  .argument("<old>", "current blueprint, *.tf.json file, or directory with stacks")
  .argument("<new>", "new blueprint, file or directory")
  .addOption(settings())
  .option("--json", "print as JSON")
  .action((before: string, after: string, options: { set: string[]; json?: boolean }) => {
    const { diffCommand } = require("./commands/diff-command") as typeof import("./commands/diff-command");
    process.exitCode = diffCommand(before, after, options);
  });

addProjectCommands(program);

addDataCommands(program);

program
  .command("mcp")
  .description(
    "serve plan, review, explain, catalog, compare and diff to AI assistants (Model Context Protocol, stdio)",
  )
  .action(async () => {
    const { mcpCommand } = require("./commands/mcp-command") as typeof import("./commands/mcp-command");
    await mcpCommand(program);
  });

program
  .command("completion")
  .description("print a shell completion script")
  .addArgument(new Argument("<shell>", "shell to generate the script for").choices(["bash", "zsh", "fish"]))
  .action((shell: "bash" | "zsh" | "fish") => {
    const { completionCommand } =
      require("./commands/completion-command") as typeof import("./commands/completion-command");
    const { catalog = [] } = program.opts<{ catalog?: string[] }>();
    completionCommand(shell, program, catalog.length > 0);
  });

/** Runs one command line, `process.argv` as node gives it, and resolves to its exit status: 2 where it is used wrongly. */
export async function run(argv: readonly string[]): Promise<number> {
  try {
    process.exitCode = 0;
    await program.parseAsync(argv);
    return process.exitCode;
  } catch (error) {
    if (error instanceof CommanderError && error.exitCode === 0) return 0;
    const refused = refusal(error, argv);
    if (refused !== undefined && argv.includes("--json"))
      console.log(JSON.stringify(errorsAsJson(refused), undefined, 2));
    if (error instanceof CommanderError) return 2;
    if (!(error instanceof WarpformError)) return reportFailure(error, process.env, argv);
    console.error(errorText(error.message));
    return 2;
  }
}
