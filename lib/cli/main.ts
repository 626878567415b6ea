#!/usr/bin/env node
import { run } from "./program";

/** What could not be written counts as a failure, other than where the reader has seen enough, as `head` has. */
let unwritten = false;
process.stdout.on("error", ({ code, message }: NodeJS.ErrnoException) => {
  if (code === "EPIPE" || unwritten) return;
  unwritten = true;
  process.exitCode = 2;
  console.error(`warpform: cannot write to standard output: ${message}`);
});

run(process.argv).then((status) => {
  process.exitCode = unwritten ? 2 : status;
});
