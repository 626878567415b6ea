import { count, counted, usd } from "../../../units/quantity";
import { isRaised, raisedFirst } from "../../quotas";
import type { Review } from "../../review";
import { marginalHead, marginalIntro, marginalNumbers, marginalRows } from "../marginal-table";
import { PURCHASE_HEAD, PURCHASE_NUMBERS, purchaseIntro, purchaseRows } from "../purchase-table";
import { whereOf } from "../where";
import { escaped, sourceLinks } from "./markup";
import { table } from "./table";

/** Ways to buy the nodes. */
export function purchases({ figures }: Review): string {
  if (figures.purchases === null) return "";
  const rows = purchaseRows(figures.purchases).map((row) => row.map(escaped));
  const head = PURCHASE_HEAD.map((text) => text[0]!.toUpperCase() + text.slice(1));
  return `<p>${escaped(purchaseIntro(figures.purchases))}</p>${table(head, rows, PURCHASE_NUMBERS)}`;
}

/** What the next node or a better use of the GPUs buys. */
export function marginal({ figures: { marginal: of } }: Review): string {
  if (of === null) return "";
  const head = marginalHead(of).map((text) => text[0]!.toUpperCase() + text.slice(1));
  return `<p>${escaped(marginalIntro(of))}</p>${table(
    head,
    marginalRows(of).map((row) => row.map(escaped)),
    marginalNumbers(of),
  )}`;
}

/** Quotas that the design needs, those to raise first. */
export function quotas(review: Review): string {
  const rows = raisedFirst(review.quotas).map((q) => [
    `${escaped(q.name)}<br><code>${escaped(`${q.service} ${q.code}`)}</code>`,
    isRaised(q) ? `<strong>${escaped(counted(q.needed, q.unit))}</strong>` : escaped(counted(q.needed, q.unit)),
    q.default === null ? "account-specific" : count(q.default),
    escaped(q.because.join("; ")),
  ]);
  const more = review.quotas.some(isRaised) ? "<p>Bold: above the default quota, or the default is unknown.</p>" : "";
  return rows.length === 0 ? "" : more + table(["Quota", "Needed", "Default", "For"], rows, [1, 2]);
}

/** Findings that the owner lives with, each with the reason. */
export function accepted(review: Review): string {
  const rows = review.suppressed.map((f) => [
    `<code>${escaped(f.rule)}</code>`,
    `<code>${escaped(whereOf(f))}</code>`,
    escaped(String(f.value ?? "none")),
    escaped(f.reason),
  ]);
  const unused = review.unusedSuppressions.map((s) => `<li><code>${escaped(s.rule)}</code>: unused suppression</li>`);
  return `${table(["Rule", "Where", "Found", "Reason"], rows)}${unused.length > 0 ? `<ul>${unused.join("")}</ul>` : ""}`;
}

/** What the figures rest on, and each price. */
export function assumptions(review: Review): string {
  const items = review.assumptions.map(
    (a) => `<li>${escaped(a.text)}<br><span class="source">${sourceLinks(a.source)}</span></li>`,
  );
  const prices = review.figures.cost.parts.map((p) => [
    escaped(p.name),
    p.usdPerHour === null ? "unknown" : escaped(usd(p.usdPerHour)),
    escaped(p.note),
  ]);
  const list = items.length > 0 ? `<ul>${items.join("")}</ul>` : "";
  return (
    list +
    (prices.length > 0
      ? `<h3 style="margin:18px 0 6px">Prices</h3>${table(["Part", "USD/h", "Price used"], prices, [1])}`
      : "")
  );
}

/** Each rule by what it said. */
export function rulesChecked(review: Review): string {
  const of = (outcome: string) => review.results.filter((r) => r.outcome === outcome).map((r) => r.rule);
  const list = (heading: string, ids: readonly string[]) =>
    ids.length === 0
      ? ""
      : `<details><summary>${escaped(`${ids.length} ${heading}`)}</summary><p>${ids.map((id) => `<code>${escaped(id)}</code>`).join(", ")}</p></details>`;
  return (
    list("passed", of("holds")) + list("with findings", of("fails")) + list("not applicable", of("does-not-apply"))
  );
}
