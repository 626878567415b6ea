/** Writes llms.txt from the documentation. Part of npm run docs. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { llmsText } from "./llms-text";

const root = join(__dirname, "..");
writeFileSync(join(root, "llms.txt"), llmsText(root));
