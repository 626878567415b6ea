import type { Program } from "../chart/program-files";

/** How nodes fetch from a platform's object store. */
export interface ObjectStore {
  /** How addresses begin: `gs://`. */
  readonly scheme: string;
  /** An address as people write it. @default - the scheme with a bucket and a prefix */
  readonly example?: string;
  /** Image with the store's client, and the program that fetches with it: ADDRESS pairs to folders below $CACHE. */
  readonly image: string;
  readonly program: Program;
}

/** An address as people write it, for messages. */
export const exampleAddress = ({ scheme, example = `${scheme}bucket/prefix` }: ObjectStore): string => example;

/** Whether an address is of any object store, and not a path. */
export const isStored = (address: string): boolean => /^[a-z][a-z0-9]*:\/\//.test(address);
