import { contains, parseCidr } from "./cidr";

/** What is wrong with a block of clients that come from the internet. */
export type BlockProblem = "malformed" | "open" | "private";

/** Blocks this short are the internet in practice: /1 to /7 hold 33 million addresses or more, and two halves are all of it. */
const SHORTEST_PREFIX = 8;

/** Addresses that no packet comes from by the internet. @see https://www.rfc-editor.org/rfc/rfc6890 */
const NOT_PUBLIC = [
  "10.0.0.0/8",
  "100.64.0.0/10",
  "127.0.0.0/8",
  "169.254.0.0/16",
  "172.16.0.0/12",
  "192.168.0.0/16",
].map((text) => parseCidr(text)!);

/** What is wrong with a block of IPv4 clients; undefined for one that is right. */
export function blockProblem(text: string): BlockProblem | undefined {
  const block = parseCidr(text);
  if (block === undefined) return "malformed";
  if (block.prefix < SHORTEST_PREFIX) return "open";
  return NOT_PUBLIC.some((range) => contains(range, block)) ? "private" : undefined;
}

/** What a block that is `open` is. */
export function openBlock(text: string): string {
  return text.endsWith("/0") ? "the whole internet" : "a large part of the internet";
}
