import { type NodeTaint, TAINT_EFFECTS, TAINT_VALUE } from "../../../model/kubernetes/node-taint";
import { optional, type Table } from "../../../props/field";
import { list, part } from "../../../props/nested-fields";
import { oneOf, text } from "../../../props/simple-fields";

const TAINT = {
  key: text({ example: "dedicated", known: "pods tolerate it by its key" }),
  value: optional(text(), TAINT_VALUE),
  effect: oneOf(TAINT_EFFECTS),
} satisfies Table<NodeTaint>;

/** Kueue's flavor of a pool takes 8 tolerations, of which the GPU's and Spot's are two. @see kubernetes-sigs/kueue@v0.19.2 apis/kueue/v1beta2/resourceflavor_types.go */
const MOST = 6;

/** Taints of a pool's nodes. */
export const TAINTS = () => list(part<NodeTaint>(TAINT), { words: "a list of taints", most: MOST });
