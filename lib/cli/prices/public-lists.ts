import { createInterface } from "node:readline";
import { Readable } from "node:stream";
import type { ReadableStream } from "node:stream/web";
import { type Asked, type PublicList, type PublicRows, publicReader } from "../../catalog/public-lists/public-rows";
import { WarpformError } from "../../errors";

/** Where AWS publishes its price lists, without credentials. */
export const PUBLIC_LISTS = "https://pricing.us-east-1.amazonaws.com";

const PLANS = "AWSComputeSavingsPlan";

function refuse(url: string, why: string): never {
  const message = `${url} cannot be used: ${why}; nothing was written. Check --region and --price-lists, or leave --public out and use the AWS CLI`;
  throw new WarpformError("warpform prices refresh", [{ code: "malformed", path: "--public", message }]);
}

const reasonOf = (error: unknown): string => {
  const { message, cause } = error as Error;
  return cause instanceof Error ? `${message}: ${cause.message}` : message;
};

async function answerOf(url: string): Promise<Response> {
  let answer: Response;
  try {
    answer = await fetch(url);
  } catch (error) {
    return refuse(url, `no answer (${reasonOf(error)})`);
  }
  return answer.ok && answer.body !== null ? answer : refuse(url, `the answer is ${answer.status}`);
}

/** Where the Savings Plans of a Region are, which have no address of their own for the current version. */
async function plansOf(base: string, region: string): Promise<string> {
  const url = `${base}/savingsPlan/v1.0/aws/${PLANS}/current/region_index.json`;
  const text = await (await answerOf(url)).text().catch((error) => refuse(url, `it ends early (${reasonOf(error)})`));
  let index: { readonly regions?: readonly { readonly regionCode?: string; readonly versionUrl?: string }[] };
  try {
    index = JSON.parse(text) as typeof index;
  } catch {
    return refuse(url, "it is no JSON");
  }
  const found = index.regions?.find(({ regionCode }) => regionCode === region)?.versionUrl;
  if (typeof found !== "string") return refuse(url, `it names no Region ${region}`);
  return `${base}${found.replace(/\.json$/, ".csv")}`;
}

async function rowsOf(base: string, list: PublicList, asked: Asked): Promise<PublicRows> {
  const offers = `${base}/offers/v1.0/aws/${list}/current/${asked.region}/index.csv`;
  const url = list === PLANS ? await plansOf(base, asked.region) : offers;
  const { body } = await answerOf(url);
  const { reader, rows } = publicReader(list, asked);
  try {
    const stream = Readable.fromWeb(body as ReadableStream);
    const failed = new Promise<never>((_, reject) => stream.once("error", reject));
    const read = async () => {
      for await (const line of createInterface({ input: stream, crlfDelay: Number.POSITIVE_INFINITY }))
        reader.line(line);
    };
    await Promise.race([read(), failed]);
    reader.end();
  } catch (error) {
    refuse(url, reasonOf(error));
  }
  if (rows.wrongUnits.length > 0) refuse(url, `it has ${[...new Set(rows.wrongUnits)].slice(0, 3).join(", ")}`);
  return rows;
}

/** Prices of the public lists, read one after another. @throws WarpformError where one cannot be read whole */
export async function publicRows(base: string, lists: readonly PublicList[], asked: Asked): Promise<PublicRows> {
  const all: PublicRows = { instancePrices: [], servicePrices: [], wrongUnits: [] };
  for (const list of lists) {
    const { instancePrices, servicePrices } = await rowsOf(base, list, asked);
    all.instancePrices.push(...instancePrices);
    all.servicePrices.push(...servicePrices);
  }
  return all;
}
