import { Argument, Command, CommanderError, Option } from "commander";
import { WarpformError } from "../errors";
import type { CompareOptions } from "./commands/compare-command";
import type { PlanOptions } from "./commands/plan-command";
import { errorsAsJson } from "./errors-as-json";
import { reportFailure } from "./report-failure";

// Each command loads what it needs when it runs: `catalog` and `explain` must not wait for the CDK.
const program = new Command("warpform")
  .description("GPU clusters as Terraform, reviewed with numbers before a cent is spent")
  .version((require("warpform/package.json") as { version: string }).version)
  .option("--catalog <file...>", "YAML or JSON files with instance types, prices and regions of your own")
  .hook("preAction", () => {
    const { catalog = [] } = program.opts<{ catalog?: string[] }>();
    if (catalog.length === 0) return;
    const { extendCatalogFromFile } = require("../catalog/extend") as typeof import("../catalog/extend");
    for (const file of catalog) extendCatalogFromFile(file);
  })
  .showHelpAfterError("(warpform --help lists the commands)")
  .exitOverride();

/** One setting an option, as in Helm: `--set a=1 --set b=2`, so that what follows is a blueprint and not one more setting. */
const settings = () =>
  new Option("--set <key=value>", "change one value, may be repeated: pools.h100.nodes.max=8")
    .argParser((value: string, earlier: readonly string[]) => [...earlier, value])
    .default([], "none");

type FailOn = "error" | "warning" | "info";
const failOn = () =>
  new Option("--fail-on <severity>", "exit with 1 from this severity on")
    .choices(["error", "warning", "info"])
    .default("error");

program
  .command("review")
  .description("judge a blueprint's design: verdict, findings, numbers")
  .argument("<blueprint...>", "blueprint, and overlays that change parts of it")
  .addOption(settings())
  .option("--json", "print the review as JSON")
  .option("--html <file>", "write the report as a page for people")
  .addOption(failOn())
  .action((paths: string[], options: { set: string[]; json?: boolean; html?: string; failOn: FailOn }) => {
    const { reviewCommand } = require("./commands/review-command") as typeof import("./commands/review-command");
    process.exitCode = reviewCommand(paths, options);
  });

program
  .command("synth")
  .description("write a blueprint's Terraform and its review beside it")
  .argument("<blueprint...>", "blueprint, and overlays that change parts of it")
  .addOption(settings())
  .option("--output <dir>", "where to write", "cdktf.out")
  .option("--json", "print folder, files, verdict and counts as JSON")
  .addOption(failOn())
  .action((paths: string[], options: { set: string[]; output: string; json?: boolean; failOn: FailOn }) => {
    const { synthCommand } = require("./commands/synth-command") as typeof import("./commands/synth-command");
    process.exitCode = synthCommand(paths, options);
  });

program
  .command("plan")
  .description("rank instance types, node counts and ways to buy for a workload, by cost or time")
  .argument("[blueprint...]", "blueprint with a workload; or describe the workload with the options")
  .addOption(settings())
  .option("--model <name>", "model of the catalogue: llama-3.1-70b")
  .option("--tokens <n>", "tokens to train on: 1e12")
  .option("--sequence-length <n>", "tokens in a sequence")
  .option("--global-batch <n>", "sequences a step, over all GPUs")
  .option("--deadline-days <n>", "days by which the run must be done")
  .option("--method <method>", "full, lora or qlora: makes it a fine-tuning run")
  .option("--lora-rank <n>", "rank of the adapters")
  .option("--requests-per-second <n>", "requests at the peak: makes it a service")
  .option("--prompt-tokens <n>", "mean tokens of a prompt")
  .option("--output-tokens <n>", "mean tokens of an answer")
  .option("--precision <format>", "number format of a service's weights")
  .option("--time-to-first-token <seconds>", "latency objective for the first token")
  .option("--time-per-output-token <seconds>", "latency objective for each further token")
  .option("--region <region>", "region of the prices; default: the blueprint's, else us-east-1")
  .option("--instance-type <type...>", "only these types")
  .option("--nodes <n>", "exactly so many nodes")
  .option("--max-nodes <n>", "most nodes; default 128")
  .addOption(
    new Option("--purchase <way...>", "only these ways to buy").choices(["on-demand", "capacity-block", "spot"]),
  )
  .option("--spot-price <type=usd...>", "spot price of a node an hour as you see it: p5.48xlarge=22")
  .option(
    "--spot-interruptions <n>",
    "interruptions of a spot node a day; default 0.0073, a fifth of the nodes a month",
  )
  .addOption(new Option("--by <what>", "what comes first").choices(["cost", "time"]).default("cost"))
  .option("--top <n>", "how many to show", "10")
  .option("--json", "print as JSON")
  .action((paths: string[], options: PlanOptions) => {
    const { planCommand } = require("./commands/plan-command") as typeof import("./commands/plan-command");
    process.exitCode = planCommand(paths, options);
  });

program
  .command("compare")
  .description("put blueprints, or clouds and marketplaces, side by side: time, cost, risk, power")
  .argument("<blueprint>", "one design")
  .argument("[others...]", "designs to compare it with")
  .addOption(settings())
  .option("--markets", "set what other clouds and marketplaces ask for the same GPUs beside it, by dated prices")
  .option("--json", "print all figures and findings as JSON")
  .option("--html <file>", "write the comparison as a page for people")
  .addOption(failOn())
  .action((first: string, others: string[], options: CompareOptions) => {
    const { compareCommand } = require("./commands/compare-command") as typeof import("./commands/compare-command");
    process.exitCode = compareCommand([first, ...others], options);
  });

program
  .command("expand")
  .description("print a blueprint with every default and derived value, and where each comes from")
  .argument("<blueprint...>", "blueprint, and overlays that change parts of it")
  .addOption(settings())
  .option("--json", "print as JSON, without the comments")
  .action((paths: string[], options: { set: string[]; json?: boolean }) => {
    const { expandCommand } = require("./commands/expand-command") as typeof import("./commands/expand-command");
    expandCommand(paths, options);
  });

program
  .command("eject")
  .description("write the TypeScript program that builds what a blueprint builds")
  .argument("<blueprint...>", "blueprint, and overlays that change parts of it")
  .addOption(settings())
  .option("--output <file>", "file to write, which must not be there; - prints it", "main.ts")
  .option("--json", "print the file's name and the packages it needs as JSON")
  .action((paths: string[], options: { set: string[]; output: string; json?: boolean }) => {
    const { ejectCommand } = require("./commands/eject-command") as typeof import("./commands/eject-command");
    ejectCommand(paths, options);
  });

program
  .command("diff")
  .description(
    "say what a change does to a running cluster; exit with 10 if it disturbs compute, 20 if data is at stake",
  )
  .argument("<old>", "blueprint, *.tf.json file, or folder with stacks, as it runs now")
  .argument("<new>", "the same as it is to be")
  .addOption(settings())
  .option("--json", "print as JSON")
  .action((before: string, after: string, options: { set: string[]; json?: boolean }) => {
    const { diffCommand } = require("./commands/diff-command") as typeof import("./commands/diff-command");
    process.exitCode = diffCommand(before, after, options);
  });

program
  .command("new")
  .description("write a ready project into a new or empty folder")
  .argument("<dir>", "folder; its name becomes the cluster's")
  .addOption(new Option("--blueprint", "a YAML blueprint (the default)").conflicts("typescript"))
  .option("--typescript", "a TypeScript program")
  .option("--json", "print folder and files as JSON")
  .action((directory: string, options: { typescript?: boolean; json?: boolean }) => {
    const { newCommand } = require("./commands/new-command") as typeof import("./commands/new-command");
    newCommand(directory, options);
  });

program
  .command("explain")
  .description("explain what a review rule checks, why it matters and how to fix it, or list all rules")
  .argument("[rule]", "id of the rule; without one, lists all rules")
  .option("--json", "print as JSON")
  .action((id: string | undefined, options: { json?: boolean }) => {
    const { explainCommand } = require("./commands/explain-command") as typeof import("./commands/explain-command");
    explainCommand(id, options);
  });

program
  .command("catalog")
  .description("list instance types or models, or show one row with all its figures and their source")
  .argument("[name]", "instance type, accelerator or model")
  .option("--models", "list the models instead")
  .option("--all", "also instance types without accelerators")
  .option("--gpu <name>", "only accelerators whose name contains this: h100")
  .option("--family <family>", "only one instance family: p5en, m8g")
  .option("--min-memory <GiB>", "least memory per accelerator, or of instances without one")
  .option("--max-price <USD>", "highest hourly price")
  .option("--region <region>", "region of the prices; default: us-east-1")
  .option("--json", "print as JSON")
  .action((name: string | undefined, options: import("./commands/catalog-command").CatalogCommandOptions) => {
    const { catalogCommand } = require("./commands/catalog-command") as typeof import("./commands/catalog-command");
    catalogCommand(name, options);
  });

program
  .command("prices")
  .description("write current prices for --catalog")
  .command("refresh")
  .description("write the on-demand prices of a region to a file, from AWS's price list")
  .requiredOption("--region <region>", "region of the prices")
  .option("--instance-type <type...>", "only these types; default: the accelerated ones of the catalog")
  .option("--from <file>", "downloaded price list (bulk index.json, or output of `aws pricing get-products`)")
  .option("--output <file>", "where to write", "warpform-prices.json")
  .action((options: import("./prices-command").PricesRefreshOptions) => {
    const { pricesRefreshCommand } = require("./prices-command") as typeof import("./prices-command");
    pricesRefreshCommand(options);
  });

program
  .command("completion")
  .description("print a shell's completion script")
  .addArgument(new Argument("<shell>", "shell that reads it").choices(["bash", "zsh", "fish"]))
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
