import { figuresOf } from "../../figures/figures";
import { duration, rangeOf } from "../../report/quantity";
import { checkEach, type Rule } from "../../rule";

export const coldStartLong: Rule = {
  id: "cold-start-long",
  area: "inference",
  severity: "warning",
  clouds: "all",
  title: "autoscaled service whose new nodes take more than ten minutes to answer",
  why: "Load that grows faster than nodes start is turned away or waits; scaling that slow only helps the daily curve.",
  fix: "Bake the image into the machine image, keep weights on NVMe or Lustre, keep warm nodes, or raise `nodes.min`.",
  verify: "Time a scale-out from the alarm to the first token of the new replica.",
  source: "https://docs.aws.amazon.com/autoscaling/ec2/userguide/ec2-auto-scaling-warm-pools.html",
  check: (design) =>
    checkEach(
      [figuresOf(design).serving].flatMap((s) =>
        s?.coldStartSeconds && s.replicasAtLeast < s.replicasAtMost ? [{ ...s, start: s.coldStartSeconds }] : [],
      ),
      (s) =>
        s.start.expected <= 600
          ? null
          : {
              path: `pools.${s.pool}.nodes.min`,
              value: `${rangeOf(s.start, duration)} from alarm to first token`,
              allowed: "10 minutes or less",
              fix: "raise nodes.min, bake the container into the image, or load weights from Lustre or NVMe",
            },
    ),
};
