import { createRequire } from "node:module";
import { requireEngine } from "../../common/engine";

// before the first construct is loaded, so that a missing package is told plainly
requireEngine(__dirname, createRequire(__filename).resolve, ["aws"]);
