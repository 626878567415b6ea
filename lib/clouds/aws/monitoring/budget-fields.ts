import { number, text } from "../../../props/simple-fields";

/** US dollars a month, of AWS Budgets. */
export const monthlyBudget = () => number({ above: 0, unit: "US dollars", later: true });

/** An address that mail can be sent to, as far as text tells. */
export const mailAddress = () =>
  text({ like: /^[^\s@]+@[^\s@]+\.[^\s@]+$/, words: "a mail address", example: "ops@example.com" });
