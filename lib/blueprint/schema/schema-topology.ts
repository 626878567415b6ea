import { z } from "zod";
import { strictObject } from "./strict-object";

const count = z.number().int();
const text = z.string();

/** A topology is written as its file has it, so that one can be taken over. */
export const topologySchema = z
  .discriminatedUnion("kind", [
    strictObject(() => ({ kind: z.literal("none").describe("No topology file") })),
    strictObject(() => ({
      kind: z.literal("tree").describe("Switches"),
      refresh: z.boolean().describe("Whether the head refreshes it from where the cloud has placed the nodes"),
      switches: z
        .array(
          strictObject(() => ({
            name: text.describe("Name of the switch"),
            nodes: z.union([text, z.null()]).describe("Host list of a leaf; null for a switch of switches"),
            switches: z.union([text, z.null()]).describe("List of the switches below; null for a leaf"),
          })).describe("A switch"),
        )
        .describe("Switches to start from; with refresh there may be none"),
    })),
    strictObject(() => ({
      kind: z.literal("block").describe("Blocks of nodes that share an NVLink domain"),
      refresh: z.boolean().describe("Whether the head refreshes it from where the cloud has placed the nodes"),
      blockSize: count.min(1).describe("Nodes of one block"),
      blocks: z
        .array(
          strictObject(() => ({
            name: text.describe("Name of the block"),
            nodes: text.describe("Its host list"),
          })).describe("A block"),
        )
        .describe("Blocks to start from; with refresh there may be none"),
    })),
  ])
  .describe("Which nodes lie near one another");
