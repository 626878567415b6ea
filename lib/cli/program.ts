import { Argument, Command, CommanderError, Option } from "commander";
import { WarpformError } from "../errors";
import type { CompareOptions } from "./commands/compare-command";
import type { PlanOptions } from "./commands/plan-command";
import { errorsAsJson } from "./errors-as-json";
import { reportFailure } from "./report-failure";

// Each command loads what it needs when it runs: `catalog` and `explain` must not wait for the CDK.
const program = new Command("warpform")
  .description("GPU clusters as Terraform, reviewed with numbers before you deploy")
  .version((require("warpform/package.json") as { version: string }).version)
  .option("--catalog <file...>", "YAML or JSON files with your own instance types, prices and Regions")
  .hook("preAction", () => {
    const { catalog = [] } = program.opts<{ catalog?: string[] }>();
    if (catalog.length === 0) return;
    const { extendCatalogFromFile } = require("../catalog/extend") as typeof import("../catalog/extend");
    for (const file of catalog) extendCatalogFromFile(file);
  })
  .showHelpAfterError("(run warpform --help for a list of commands)")
  .exitOverride();

/** One setting an option, as in Helm: `--set a=1 --set b=2`, so that what follows is a blueprint and not one more setting. */
const settings = () =>
  new Option("--set <key=value>", "override one value, repeatable: pools.h100.nodes.max=8")
    .argParser((value: string, earlier: readonly string[]) => [...earlier, value])
    .default([], "none");

type FailOn = "error" | "warning" | "info";
const failOn = () =>
  new Option("--fail-on <severity>", "exit with status 1 on findings of this severity or higher")
    .choices(["error", "warning", "info"])
    .default("error");

program
  .command("review")
  .description("review a blueprint's design: verdict, findings, figures")
  .argument("<blueprint...>", "blueprint, optionally followed by overlays")
  .addOption(settings())
  .option("--json", "print the review as JSON")
  .option("--html <file>", "write the report as an HTML page")
  .addOption(failOn())
  .action((paths: string[], options: { set: string[]; json?: boolean; html?: string; failOn: FailOn }) => {
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
  .command("plan")
  .description("rank instance types, node counts and purchase options for a workload, by cost or time")
  .argument("[blueprint...]", "blueprint with a workload; or describe the workload with options")
  .addOption(settings())
  .option("--model <name>", "model from the catalog: llama-3.1-70b")
  .option("--tokens <n>", "training tokens: 1e12")
  .option("--sequence-length <n>", "sequence length in tokens")
  .option("--global-batch <n>", "sequences per step, across all GPUs")
  .option("--deadline-days <n>", "deadline of the run, in days")
  .option("--method <method>", "full, lora or qlora; selects a fine-tuning run")
  .option("--lora-rank <n>", "LoRA rank")
  .option("--requests-per-second <n>", "peak request rate; selects an inference service")
  .option("--prompt-tokens <n>", "mean prompt length in tokens")
  .option("--output-tokens <n>", "mean output length in tokens")
  .option("--precision <format>", "precision of the served weights")
  .option("--time-to-first-token <seconds>", "TTFT objective in seconds (p95)")
  .option("--time-per-output-token <seconds>", "TPOT objective in seconds")
  .option("--region <region>", "Region of the prices; default: the blueprint's Region, else us-east-1")
  .option("--instance-type <type...>", "only these types")
  .option("--nodes <n>", "exact node count")
  .option("--max-nodes <n>", "maximum node count; default 128")
  .addOption(
    new Option("--purchase <way...>", "only these purchase options").choices(["on-demand", "capacity-block", "spot"]),
  )
  .option("--spot-price <type=usd...>", "current Spot price per node-hour: p5.48xlarge=22")
  .option(
    "--spot-interruptions <n>",
    "Spot interruptions per node and day; default 0.0073, about 20 % of nodes per month",
  )
  .addOption(new Option("--by <what>", "ranking criterion").choices(["cost", "time"]).default("cost"))
  .option("--top <n>", "number of designs to show", "10")
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
  .command("explain")
  .description("explain a review rule (check, impact, fix), or list all rules")
  .argument("[rule]", "rule ID; omit to list all rules")
  .option("--json", "print as JSON")
  .action((id: string | undefined, options: { json?: boolean }) => {
    const { explainCommand } = require("./commands/explain-command") as typeof import("./commands/explain-command");
    explainCommand(id, options);
  });

program
  .command("catalog")
  .description("list instance types or models, or show one with all figures and their source")
  .argument("[name]", "instance type, accelerator or model")
  .option("--models", "list models instead")
  .option("--all", "include instance types without accelerators")
  .option("--gpu <name>", "only accelerators whose name contains this text: h100")
  .option("--family <family>", "only this instance family: p5en, m8g")
  .option("--min-memory <GiB>", "minimum memory per accelerator, or per instance without accelerators")
  .option("--max-price <USD>", "maximum hourly price")
  .option("--region <region>", "Region of the prices; default: us-east-1")
  .option("--json", "print as JSON")
  .action((name: string | undefined, options: import("./commands/catalog-command").CatalogCommandOptions) => {
    const { catalogCommand } = require("./commands/catalog-command") as typeof import("./commands/catalog-command");
    catalogCommand(name, options);
  });

program
  .command("prices")
  .description("write current prices for --catalog")
  .command("refresh")
  .description("write the On-Demand prices of a Region from the AWS price list to a file")
  .requiredOption("--region <region>", "Region of the prices")
  .option("--instance-type <type...>", "only these types; default: accelerated types in the catalog")
  .option("--from <file>", "downloaded price list (bulk index.json, or output of `aws pricing get-products`)")
  .option("--output <file>", "output file", "warpform-prices.json")
  .action((options: import("./prices-command").PricesRefreshOptions) => {
    const { pricesRefreshCommand } = require("./prices-command") as typeof import("./prices-command");
    pricesRefreshCommand(options);
  });

program
  .command("completion")
  .description("print a shell completion script")
  .addArgument(new Argument("<shell>", "shell to generate the script for").choices(["bash", "zsh", "fish"]))
  .action((shell: "bash" | "zsh" | "fish") => {
    const { completionCommand } =
      require("./commands/completion-command") as typeof import("./commands/completion-command");
    completionCommand(shell, program);
  });

/** Runs one command line, `process.argv` as node gives it, and resolves to its exit status: 2 where it is used wrongly. */
export async function run(argv: readonly string[]): Promise<number> {
  try {
    process.exitCode = 0;
    await program.parseAsync(argv);
    return process.exitCode;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    if (!(error instanceof WarpformError)) return reportFailure(error);
    if (argv.includes("--json")) console.log(JSON.stringify(errorsAsJson(error), undefined, 2));
    console.error(error.message);
    return 2;
  }
}
