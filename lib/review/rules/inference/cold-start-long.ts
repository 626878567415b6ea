import { set } from "../../../remedies/remedy";
import { part, prop, say } from "../../../remedies/sentence";
import { duration, rangeOf } from "../../../units/quantity";
import type { Design } from "../../design";
import { figuresOf } from "../../figures/figures";
import { kubernetesOf } from "../../figures/kubernetes-of";
import { checkEach, type Rule } from "../../rule";

/** Seven minutes of boot, two and a half to unpack an image and one for the engine are what an ordinary design takes; half as much again is long. */
const LONGEST_SECONDS = 15 * 60;

/** Whether its cluster could unpack images in parallel and does not. */
const unpacksOneByOne = (design: Design) =>
  // Ray's image is no faster so
  design.served?.engine !== "ray" &&
  design.workPool !== null &&
  kubernetesOf(design, design.workPool.pool)?.parallelImagePull === false;

export const coldStartLong: Rule = {
  id: "cold-start-long",
  area: "inference",
  severity: "warning",
  clouds: "all",
  title: "Cold start of autoscaled nodes above 15 minutes",
  why: "When load grows faster than nodes start, requests wait or are rejected. Scaling this slow only follows the daily load curve.",
  fix: "Bake the container image into the image of the nodes, keep weights on NVMe or Lustre, keep warm nodes, or raise `nodes.min`.",
  verify: "Time a scale-out from the alarm to the first token of the new replica.",
  source: "https://docs.aws.amazon.com/autoscaling/ec2/userguide/ec2-auto-scaling-warm-pools.html",
  check: (design) =>
    checkEach(
      [figuresOf(design).serving].flatMap((s) =>
        s?.coldStartSeconds && s.replicasAtLeast < s.replicasAtMost ? [{ ...s, start: s.coldStartSeconds }] : [],
      ),
      (s) =>
        s.start.expected <= LONGEST_SECONDS
          ? null
          : {
              path: `pools.${s.pool}.nodes.min`,
              value: `${rangeOf(s.start, duration)} from alarm to first token`,
              allowed: "15 min or less",
              fix: unpacksOneByOne(design)
                ? say`${set("fastImagePull", true)} of ${part("kubernetes")}, raise ${prop("nodes.min")}, or load weights from Lustre or NVMe`
                : say`raise ${prop("nodes.min")}, bake the container image into the image of the nodes, or load weights from Lustre or NVMe`,
            },
    ),
};
