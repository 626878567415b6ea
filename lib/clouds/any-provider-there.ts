import { createRequire } from "node:module";
import { requireEngine } from "./common/engine";

// the bindings of one cloud that blueprints are built in; those of the cloud that one names are asked for by its constructs
requireEngine(__dirname, createRequire(__filename).resolve, ["aws", "azurerm"]);
