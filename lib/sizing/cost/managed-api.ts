import { members, number, requireAll } from "../inputs/check-shape";
import { REQUEST_TOKENS_RANGE, REQUESTS_RANGE } from "../inputs/ranges";

/** A service's tokens and both ways to pay for them. */
export interface ManagedApiProps {
  readonly requestsPerSecond: number;
  readonly promptTokens: number;
  readonly outputTokens: number;
  readonly inputUsdPerMillion: number;
  readonly outputUsdPerMillion: number;
  /** What one's own cluster costs at that load, US dollars per hour. */
  readonly ownUsdPerHour: number;
}

/** A managed API against one's own cluster. */
export interface ManagedApiComparison {
  readonly apiUsdPerDay: number;
  readonly ownUsdPerDay: number;
  /** Prompt and answered tokens of a day at the stated load. */
  readonly tokensPerDay: number;
  /** Tokens of a day, in the same mix, for which the API costs as much as the cluster. */
  readonly breakEvenTokensPerDay: number;
}

const USD = number({ above: 0, max: 1e9, unit: "USD" });
const PROPS = members({
  requestsPerSecond: number(REQUESTS_RANGE),
  promptTokens: number(REQUEST_TOKENS_RANGE),
  outputTokens: number(REQUEST_TOKENS_RANGE),
  inputUsdPerMillion: USD,
  outputUsdPerMillion: USD,
  ownUsdPerHour: USD,
});

/**
 * From which load on one's own cluster costs less than a managed API: `24 c / ((p a + o b) / (p + o))` tokens per day, with c the
 * cluster's cost per hour, p and o the tokens of prompt and answer, and a and b what the API asks for one of each. Assumes an even
 * load, no prompt cache, and a cluster whose cost does not change with the load.
 *
 * @example 20 requests/s of 1,000 and 300 tokens at 0.22 and 0.22 USD per million: 494 USD per day; a cluster of 6 USD/h costs
 * as much from 655 million tokens per day on.
 * @throws WarpformError for numbers out of range
 */
export function managedApiComparison(p: ManagedApiProps): ManagedApiComparison {
  requireAll("managedApiComparison", { props: [p, PROPS] });
  const perRequest = (p.promptTokens * p.inputUsdPerMillion + p.outputTokens * p.outputUsdPerMillion) / 1e6;
  const tokens = p.promptTokens + p.outputTokens;
  const requestsPerDay = p.requestsPerSecond * 86_400;
  const ownUsdPerDay = p.ownUsdPerHour * 24;
  return {
    apiUsdPerDay: perRequest * requestsPerDay,
    ownUsdPerDay,
    tokensPerDay: tokens * requestsPerDay,
    breakEvenTokensPerDay: (ownUsdPerDay / perRequest) * tokens,
  };
}
