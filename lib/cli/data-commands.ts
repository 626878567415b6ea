import type { Command } from "commander";
import { repeated } from "./repeated-option";

/** Commands that show rules, instance types, models and prices. */
export function addDataCommands(program: Command): void {
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
    .description("list instance types or models, or show one with its figures and their source")
    .argument("[name]", "instance type, accelerator or model")
    .option("--models", "list models instead")
    .option("--all", "include instance types without accelerators")
    .option("--gpu <name>", "only accelerators whose name contains this text: h100")
    .option("--family <family>", "only this instance family: p5en, m8g")
    .option("--min-memory <GiB>", "minimum memory per accelerator, or per instance without accelerators")
    .option("--max-price <USD>", "maximum hourly price")
    .option("--region <region>", "Region of the prices; default: us-east-1")
    .option("--json", "print as JSON, with every figure of the row")
    .action((name: string | undefined, options: import("./commands/catalog-command").CatalogCommandOptions) => {
      const { catalogCommand } = require("./commands/catalog-command") as typeof import("./commands/catalog-command");
      catalogCommand(name, options);
    });

  program
    .command("prices")
    .description("write current prices for --catalog")
    .command("refresh")
    .description(
      "write On-Demand prices of a Region from the AWS price list, and Spot prices of your account, to a file",
    )
    .requiredOption("--region <region>", "Region of the prices")
    .addOption(
      repeated("--instance-type <type>", "only this type, repeatable; default: accelerated types in the catalog"),
    )
    .addOption(
      repeated("--purchase <option>", "purchase option of the prices, repeatable; default: on-demand", [
        "on-demand",
        "spot",
        "savings-plan",
      ]),
    )
    .option(
      "--from <file>",
      "downloaded list: bulk index.json, or output of `aws pricing get-products` or `aws ec2 describe-spot-price-history`",
    )
    .option(
      "--public",
      "read AWS's public price lists: On-Demand, Savings Plans, FSx for Lustre, NAT; needs no credentials",
    )
    .option("--price-lists <url>", "mirror of the public price lists; default: AWS's")
    .option("--output <file>", "output file", "warpform-prices.json")
    .action(async (options: import("./commands/prices-command").PricesRefreshOptions) => {
      const { pricesRefreshCommand } =
        require("./commands/prices-command") as typeof import("./commands/prices-command");
      await pricesRefreshCommand(options);
    });
}
