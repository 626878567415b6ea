/** Writes docs/validation.md: published figures against ours, row by row. Run by `npm run validation`. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { wholePage } from "./validation/whole-page";

writeFileSync(join(__dirname, "../docs/validation.md"), wholePage());
