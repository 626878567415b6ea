// One Chromium for many pages, spoken to over a pipe (DevTools protocol): starting a browser takes longer than looking at a page.
import { spawn } from "node:child_process";
import { CHROMIUM, flags } from "./browser.mjs";

const PATIENCE = 60_000;

/** Starts the browser with one page, and returns what can be done with it. `profile` is a folder of its own. */
export async function openBrowser(profile) {
  const child = spawn(CHROMIUM, [...flags(profile), "--remote-debugging-pipe"], {
    stdio: ["ignore", "ignore", "ignore", "pipe", "pipe"],
  });
  const [, , , to, from] = child.stdio;
  const asked = new Map();
  const awaited = new Map();
  let last = 0;
  let rest = "";
  from.setEncoding("utf8").on("data", (chunk) => {
    const messages = (rest + chunk).split("\0");
    rest = messages.pop();
    for (const { id, method, result, error } of messages.map((message) => JSON.parse(message))) {
      if (id === undefined) awaited.get(method)?.();
      else if (error) asked.get(id).reject(new Error(error.message));
      else asked.get(id).resolve(result);
    }
  });
  child.on("exit", () => {
    for (const { reject } of asked.values()) reject(new Error("the browser ended"));
  });

  let sessionId;
  const inTime = (what, promise) => {
    let timer;
    const late = new Promise((_, reject) => {
      timer = setTimeout(() => reject(new Error(`${what} took longer than ${PATIENCE} ms`)), PATIENCE);
    });
    return Promise.race([promise, late]).finally(() => clearTimeout(timer));
  };
  const send = (method, params = {}) => {
    const id = ++last;
    const answer = new Promise((resolve, reject) => asked.set(id, { resolve, reject })).finally(() => asked.delete(id));
    to.write(`${JSON.stringify({ id, method, params, sessionId })}\0`);
    return inTime(method, answer);
  };

  const { targetId } = await send("Target.createTarget", { url: "about:blank" });
  ({ sessionId } = await send("Target.attachToTarget", { targetId, flatten: true }));
  await send("Page.enable");

  return {
    /** Shows an address as a reader of this scheme and width sees it. */
    async show(url, { scheme = "light", width, height = 1000 }) {
      await send("Emulation.setDeviceMetricsOverride", { width, height, deviceScaleFactor: 1, mobile: false });
      await send("Emulation.setEmulatedMedia", { features: [{ name: "prefers-color-scheme", value: scheme }] });
      const loaded = new Promise((resolve) => awaited.set("Page.loadEventFired", resolve));
      await send("Page.navigate", { url });
      await inTime(url, loaded);
    },
    /** The value of a program in the page, waited for where it is a promise. */
    async evaluate(expression) {
      const options = { expression, awaitPromise: true, returnByValue: true };
      const { result, exceptionDetails } = await send("Runtime.evaluate", options);
      if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
      return result.value;
    },
    picture: async () => Buffer.from((await send("Page.captureScreenshot")).data, "base64"),
    print: async () => Buffer.from((await send("Page.printToPDF", { preferCSSPageSize: true })).data, "base64"),
    end: () => child.kill(),
  };
}
