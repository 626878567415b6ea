import { Problems } from "../../../errors";
import type { NicLayout } from "../../../model/nic-layout";
import { checkPropShapes } from "../../common/prop-shapes";
import type { InfiniBandFabricProps } from "./infiniband-fabric-props";

const nicLayouts: readonly NicLayout[] = ["ip-saving", "ena-bandwidth", "legacy-all-efa"];

/** Checks what an InfiniBandFabric was given; throws one error with all problems. */
export function validateInfiniBandFabric(path: string, props: InfiniBandFabricProps): void {
  checkPropShapes(`InfiniBandFabric "${path}"`, props, {
    network: "network",
    securityGroupId: "securityGroup?",
  });
  const problems = new Problems();
  if (props.nicLayout !== undefined && !nicLayouts.includes(props.nicLayout)) {
    problems.add(
      "not-allowed",
      "nicLayout",
      `nicLayout must be ${nicLayouts.map((l) => `"${l}"`).join(", ")}, got "${props.nicLayout}"; use "ip-saving"`,
    );
  }
  const pages = props.hugePages2MiB;
  if (pages !== undefined && !(Number.isInteger(pages) && pages >= 0 && pages <= 1_048_576)) {
    problems.add(
      "out-of-range",
      "hugePages2MiB",
      `hugePages2MiB must be a whole number from 0 to 1048576, got ${pages}; leave it out to keep the image's own`,
    );
  }
  problems.throwIfAny(`InfiniBandFabric "${path}"`);
}
