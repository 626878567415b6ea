import { readSync } from "node:fs";

/** Milliseconds between two looks at a pipe whose writer has nothing yet. */
const PAUSE = 20;
const CHUNK = 65_536;

/**
 * Standard input to its end, or to the first bytes beyond `most`. A pipe that does not block is waited for: the writer, such as
 * `sops -d`, may take seconds to begin. (Node's `process.stdin` makes a pipe one that does not block.)
 */
export function standardInput(descriptor: number, most: number): Buffer {
  const chunks: Buffer[] = [];
  for (let size = 0; size <= most; ) {
    const chunk = Buffer.alloc(CHUNK);
    try {
      const read = readSync(descriptor, chunk);
      if (read === 0) break;
      chunks.push(chunk.subarray(0, read));
      size += read;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EAGAIN") throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE);
    }
  }
  return Buffer.concat(chunks);
}
