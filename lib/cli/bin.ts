#!/usr/bin/env node
import * as nodeModule from "node:module";
import { join } from "node:path";

// Node 22.8 and later keep what they compiled, in the system's temporary folder: half of the time to load the commands.
(nodeModule as { readonly enableCompileCache?: () => unknown }).enableCompileCache?.();

/** The commands for the engine that is installed: those on CDK Terrain where cdktn is and cdktf is not. */
const load = nodeModule.createRequire(__filename);
const isThere = (path: string): boolean => {
  try {
    load.resolve(path);
    return true;
  } catch {
    return false;
  }
};
const terrain = join(__dirname, "..", "..", "cdktn", "cli", "main.js");
load(!isThere("cdktf") && isThere("cdktn") ? terrain : "./main.js");
