/**
 * Writes docs/validation.md, published figures against ours row by row, and lib/sizing/data/published-spread.json, how far apart
 * they lie by family. Run by `npm run validation`.
 */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { spreadFile, wholePage } from "./validation/whole-page";

writeFileSync(join(__dirname, "../docs/validation.md"), wholePage());
writeFileSync(join(__dirname, "../lib/sizing/data/published-spread.json"), spreadFile());
