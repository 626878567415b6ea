import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type LoadedBlueprint, readBlueprint, readTextsAsBlueprint } from "../blueprint/load";
import type { BlueprintText } from "../blueprint/reader/read-texts";
import { type Built, buildIn } from "./build-in";

/** A blueprint from files, built to be looked at: nothing stays on the disk, and a process of `designsOnly` needs no engine. */
export function buildInMemory(paths: readonly string[], settings: readonly string[]): Built {
  return built(readBlueprint(paths, settings));
}

/** The same of texts. */
export function buildTextsInMemory(texts: readonly BlueprintText[], settings: readonly string[]): Built {
  return built(readTextsAsBlueprint(texts, settings));
}

function built(loaded: LoadedBlueprint): Built {
  const outdir = mkdtempSync(join(tmpdir(), "warpform-"));
  try {
    return withoutStackTraces(() => buildIn(loaded, outdir));
  } finally {
    rmSync(outdir, { recursive: true });
  }
}

/** CDKTF notes a stack trace for each token, which says nothing to whoever wrote YAML: a fifteenth of the time of a review. */
function withoutStackTraces<T>(run: () => T): T {
  const { captureStackTrace } = Error;
  Error.captureStackTrace = () => {};
  try {
    return run();
  } finally {
    Error.captureStackTrace = captureStackTrace;
  }
}
