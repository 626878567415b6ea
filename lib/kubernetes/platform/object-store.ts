import type { Program } from "../chart/program-files";

/** How nodes fetch from a platform's object store. */
export interface ObjectStore {
  /** How addresses begin: `gs://`. */
  readonly scheme: string;
  /** Image with the store's client, and the program that fetches with it: ADDRESS pairs to folders below $CACHE. */
  readonly image: string;
  readonly program: Program;
}

/** An address as people write it, for messages. */
export const exampleAddress = ({ scheme }: ObjectStore): string => `${scheme}bucket/prefix`;

/** Whether an address is of any object store, and not a path. */
export const isStored = (address: string): boolean => /^[a-z][a-z0-9]*:\/\//.test(address);
