import { App } from "cdktf";
import { buildBlueprint } from "../../../lib/blueprint/build";
import { parseBlueprint } from "../../../lib/blueprint/load";
import { BlueprintError } from "../../../lib/blueprint/reader/blueprint-error";
import { reviewBlueprint } from "../../../lib/blueprint/review-blueprint";
import { designOf } from "../../../lib/review/design";

/** What `warpform review` says of a blueprint: its findings, or the error that stops it. */
export interface Said {
  readonly verdict: string;
  readonly findings: readonly { readonly rule: string; readonly severity: string }[];
  readonly error: string | null;
}

export function said(text: string): Said {
  try {
    const loaded = parseBlueprint([{ file: "cluster.yaml", text }]);
    const { cluster } = buildBlueprint(new App({ skipValidation: true }), loaded);
    const { verdict, findings } = reviewBlueprint(designOf(cluster), loaded.blueprint);
    return { verdict, findings, error: null };
  } catch (error) {
    if (!(error instanceof BlueprintError)) throw error;
    return { verdict: "not-ready", findings: [], error: error.message };
  }
}
