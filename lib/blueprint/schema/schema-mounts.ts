import { z } from "zod";
import { fallback } from "./key";
import { strictObject } from "./strict-object";

const text = z.string();

/** File systems of a blueprint that nodes mount. */
export const mountsSchema = z
  .array(
    strictObject(() => ({
      fileSystem: text.describe("Name of a file system of this blueprint"),
      path: text.describe("Where it is mounted, such as /fsx"),
      readOnly: fallback(z.boolean(), false, "Whether nothing may be written"),
    })).describe("A file system and where it is mounted"),
  )
  .describe("File systems and where they are mounted");
