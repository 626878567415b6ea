// Serves the built site on a port of this machine; pages that are asked for with ?probe get a script.
import { createReadStream, readFileSync, statSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join, normalize } from "node:path";

const TYPES = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript",
  ".css": "text/css",
  ".svg": "image/svg+xml",
  ".json": "application/json",
  ".woff2": "font/woff2",
};

/** `scripts` by the value of `probe`: what is run in the page. Resolves to the address and a function that ends it. */
export function serve(dist, scripts) {
  const server = createServer(({ url }, response) => {
    const { pathname, searchParams } = new URL(url, "http://localhost");
    const path = normalize(decodeURIComponent(pathname));
    const file = join(dist, path.endsWith("/") ? `${path}index.html` : path);
    if (!file.startsWith(dist) || !statSync(file, { throwIfNoEntry: false })?.isFile()) {
      response.writeHead(404).end();
      return;
    }
    response.writeHead(200, { "content-type": TYPES[extname(file)] ?? "application/octet-stream" });
    const script = scripts[searchParams.get("probe")];
    if (script === undefined) createReadStream(file).pipe(response);
    else response.end(readFileSync(file, "utf8").replace("</body>", () => `<script>${script}</script></body>`));
  });
  return new Promise((settle) => {
    server.listen(0, "127.0.0.1", () =>
      settle({ address: `http://127.0.0.1:${server.address().port}`, end: () => server.close() }),
    );
  });
}
