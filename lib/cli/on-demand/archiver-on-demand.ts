import { standIn } from "./stand-in";

type Archiver = (...given: unknown[]) => unknown;

/**
 * CDKTF loads archiver, and with it 200 modules, for assets that it packs into an archive: a tenth of the time of a review, which packs none.
 * With this it is loaded when CDKTF calls it. Call it before CDKTF is loaded.
 */
export function archiverOnDemand(): void {
  standIn(
    "cdktf",
    "archiver",
    (whole) =>
      (...given: unknown[]) =>
        (whole() as Archiver)(...given),
  );
}
