import { createHash } from "node:crypto";
import { readFileSync, statSync } from "node:fs";
import { basename } from "node:path";
import type { ReviewDocument } from "../review/report/html/document";
import type { Review } from "../review/review";
import { dayOf } from "../units/day-of";
import { refuse } from "./command-error";
import { ownPackage } from "./own-package";

/** What the command line gives to make a page a document. */
export interface DocumentOptions {
  /** Day of the review, `2026-12-01`. */
  readonly date?: string;
  readonly owner?: string;
  readonly commit?: string;
  /** File of an earlier review, as `review --json` printed it. */
  readonly against?: string;
}

/** Date, owner and commit as given; the blueprint by name and hash. */
export function documentOf(paths: readonly string[], options: DocumentOptions): ReviewDocument {
  const { date, owner, commit, against } = options;
  if (date !== undefined && Number.isNaN(dayOf(date))) {
    refuse("review", "malformed", "--date", `--date must be a date such as 2026-12-01, got ${date}`);
  }
  const { version } = ownPackage();
  return {
    version,
    ...(date === undefined ? {} : { date }),
    ...(owner === undefined ? {} : { owner }),
    ...(commit === undefined ? {} : { commit }),
    ...(against === undefined ? {} : { against: earlier(against) }),
    source: { name: paths.map((path) => basename(path)).join(" + "), sha256: hashOf(paths) },
  };
}

function hashOf(paths: readonly string[]): string {
  const hash = createHash("sha256");
  for (const path of paths) if (statSync(path, { throwIfNoEntry: false })?.isFile()) hash.update(readFileSync(path));
  return hash.digest("hex");
}

/** An earlier review from its JSON. */
export function earlier(file: string): Review {
  const wrong = (why: string) =>
    refuse(
      "review",
      "malformed",
      "--against",
      `--against must be a file that \`warpform review --json\` wrote, got ${file} (${why})`,
    );
  let value: unknown;
  try {
    value = JSON.parse(readFileSync(file, "utf8"));
  } catch (error) {
    return wrong(error instanceof SyntaxError ? "not JSON" : ((error as NodeJS.ErrnoException).code ?? "not readable"));
  }
  const review = value as Partial<Review> | null;
  if (!Array.isArray(review?.findings) || typeof review?.figures !== "object") return wrong("no review of one cluster");
  return value as Review;
}
