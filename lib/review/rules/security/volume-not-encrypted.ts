import { set } from "../../../remedies/remedy";
import { checkEach, type Rule } from "../../rule";

export const volumeNotEncrypted: Rule = {
  id: "volume-not-encrypted",
  area: "security",
  severity: "error",
  clouds: "all",
  title: "Unencrypted node volumes",
  why: "Root volumes hold container images, caches and often credentials. A snapshot of an unencrypted volume is readable by everyone that it is shared with.",
  fix: "Keep `encrypted` enabled (the default).",
  verify:
    "On AWS, `aws ec2 describe-volumes --filters Name=encrypted,Values=false` lists none of the cluster's volumes. Azure encrypts all managed disks.",
  source: "https://docs.aws.amazon.com/ebs/latest/userguide/ebs-encryption.html",
  check: (design) =>
    checkEach(design.pools, ({ pool, path }) =>
      pool.encrypted ? null : { path: `${path}.encrypted`, value: false, allowed: "true", fix: set("encrypted", true) },
    ),
};
