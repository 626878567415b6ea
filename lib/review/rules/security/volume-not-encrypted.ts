import { checkEach, type Rule } from "../../rule";

export const volumeNotEncrypted: Rule = {
  id: "volume-not-encrypted",
  area: "security",
  severity: "error",
  clouds: "all",
  title: "nodes with unencrypted disks",
  why: "Root volumes hold container images, caches and often a copy of credentials; a snapshot of an unencrypted one is readable by whoever it is shared with.",
  fix: "Leave `encrypted` on.",
  verify: "`aws ec2 describe-volumes --filters Name=encrypted,Values=false` lists none of the cluster's volumes.",
  source: "https://docs.aws.amazon.com/ebs/latest/userguide/ebs-encryption.html",
  check: (design) =>
    checkEach(design.pools, ({ pool, path }) =>
      pool.encrypted
        ? null
        : { path: `${path}.encrypted`, value: false, allowed: "true", fix: "leave encrypted at its default" },
    ),
};
