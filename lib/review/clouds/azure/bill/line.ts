import type { BillLine } from "../../bill";

/** An item that Azure bills and for which the catalog has no dated price: the bill names it as unpriced. */
export const unpriced = (name: string, kind: BillLine["kind"], idleShare = 1): BillLine => ({
  name,
  kind,
  item: null,
  perHour: 0,
  idleShare,
});
