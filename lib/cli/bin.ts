#!/usr/bin/env node
import { createRequire } from "node:module";
import { join } from "node:path";

/** The commands for the engine that is installed: those on CDK Terrain where cdktn is and cdktf is not. */
const load = createRequire(__filename);
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
