#!/usr/bin/env node
import { run } from "./program";

run(process.argv).then((status) => {
  process.exitCode = status;
});
