import { list } from "../../../props/nested-fields";
import { number, text } from "../../../props/simple-fields";

/** US dollars a month. */
export const monthlyBudget = () => number({ above: 0, unit: "US dollars" });

/** The month from which a budget counts. */
export const budgetMonth = () =>
  text({ like: /^20\d\d-(0[1-9]|1[0-2])-01$/, words: "the first day of a month", example: "2026-12-01" });

/** Addresses that mail can be sent to, as far as text tells. */
export const mailAddresses = (most?: number) =>
  list(text({ like: /^[^\s@]+@[^\s@]+\.[^\s@]+$/, words: "a mail address", example: "ops@example.com" }), {
    words: "a list of mail addresses",
    ...(most === undefined ? {} : { most }),
  });
