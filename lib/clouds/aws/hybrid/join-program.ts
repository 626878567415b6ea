import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { SiteFile } from "../../../slurm/files/site-files";
import { program } from "../shared/program-text";
import type { SiteBucket } from "../slurm/site-bucket";
import type { SiteIdentity } from "./site-identity";

/** The program by which nodes fetch their files, as their bootstrap writes it. */
function fetchProgram(): string {
  const text = readFileSync(join(__dirname, "../shared/programs/slurm-bootstrap.sh"), "utf8");
  const [, heredoc] = /^(cat > \/usr\/local\/sbin\/slurm-files <<'PROGRAM'\n[\s\S]*?\nPROGRAM\n)/m.exec(text)!;
  return `${heredoc}chmod 755 /usr/local/sbin/slurm-files\n`;
}

/** The program that compares a site's slurm.conf with the stack, before anything is included. */
export const checkProgram = (): SiteFile => ({
  key: "warpform/check-site",
  path: "/opt/warpform/site/check-site",
  mode: "0755",
  roles: ["head"],
  text: readFileSync(join(__dirname, "../shared/programs/check-site.py"), "utf8"),
});

/** What root runs on a controller of the site; it holds no secret. */
export function joinProgram(of: {
  readonly region: string;
  readonly bucket: SiteBucket;
  readonly keySecretArn: string;
  readonly authentication: "munge" | "slurm";
  readonly identity: SiteIdentity;
}): string {
  const text = program("join-site.sh", {
    AWS_REGION: of.region,
    BUCKET: of.bucket.bucketName,
    PREFIX: of.bucket.prefix,
    KEY_SECRET: of.keySecretArn,
    KEY_FILE: of.authentication === "slurm" ? "/etc/slurm/slurm.key" : "/etc/munge/munge.key",
    TRUST_ANCHOR: of.identity.trustAnchorArn,
    PROFILE: of.identity.profile.arn,
    ROLE_ARN: of.identity.role.arn,
  });
  const before = '/usr/local/sbin/slurm-files "$AWS_REGION"';
  return text.replace(before, () => `${fetchProgram()}${before}`);
}
