// Holds the public API against the committed reports in etc/. `npm run api` fails where they differ; `npm run api -- --update`
// writes them anew after a change that is meant.
import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Extractor, ExtractorConfig } from "@microsoft/api-extractor";

const root = join(import.meta.dirname, "..");
const update = process.argv.includes("--update");
const { exports } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
mkdirSync(join(root, "etc"), { recursive: true });

let changed = 0;
for (const [subpath, file] of Object.entries(exports)) {
  const entry = join(root, file.replace(/\.js$/, ".d.ts"));
  // The cdktn entries are the same API on another engine.
  if (subpath === "./package.json" || subpath.startsWith("./cdktn") || !existsSync(entry)) continue;
  const name = subpath === "." ? "warpform" : subpath.slice("./".length).replaceAll("/", "-");
  const config = ExtractorConfig.prepare({
    configObjectFullPath: undefined,
    packageJsonFullPath: join(root, "package.json"),
    configObject: {
      projectFolder: root,
      mainEntryPointFilePath: entry,
      compiler: { tsconfigFilePath: join(root, "tsconfig.build.json") },
      apiReport: {
        enabled: true,
        reportFileName: `${name}.api.md`,
        reportFolder: join(root, "etc"),
        reportTempFolder: join(root, ".cache", "api"),
      },
      docModel: { enabled: false },
      dtsRollup: { enabled: false },
      tsdocMetadata: { enabled: false },
      messages: {
        compilerMessageReporting: { default: { logLevel: "none" } },
        extractorMessageReporting: { default: { logLevel: "none" } },
        tsdocMessageReporting: { default: { logLevel: "none" } },
      },
    },
  });
  const result = Extractor.invoke(config, {
    localBuild: update,
    showVerboseMessages: false,
    messageCallback: (message) => (message.handled = true),
  });
  if (result.apiReportChanged) {
    changed++;
    console.log(`${update ? "written" : "differs"}: etc/${name}.api.md`);
  }
}
if (changed > 0 && !update) {
  console.log(
    "the public API differs from its committed report; if that is meant, run: npm run build && npm run api -- --update",
  );
  process.exit(1);
}
