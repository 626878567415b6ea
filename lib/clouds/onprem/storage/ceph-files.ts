import { readFileSync } from "node:fs";
import { join } from "node:path";
import { shellSettings } from "../../common/program-text";
import type { BundleFile } from "../shared/bundle-file";
import type { OnPremCeph, OnPremDefinition } from "../shared/on-prem-definition";
import { cephadmSpec } from "./cephadm-spec";
import { rookManifests } from "./rook-manifests";

/** Settings of the programs, in the order of the file. */
function settings({ name, protection, failureDomain }: OnPremCeph, cluster: string): string {
  const coded =
    "copies" in protection ? { data: 0, parity: 0, copies: protection.copies } : { ...protection, copies: 3 };
  return shellSettings({
    FILE_SYSTEM: name,
    CLIENT: cluster,
    DOMAIN: failureDomain,
    COPIES: String(coded.copies),
    DATA_CHUNKS: String(coded.data),
    PARITY_CHUNKS: String(coded.parity),
  });
}

const program = (file: string, text: string) =>
  readFileSync(join(__dirname, file), "utf8").replace("# SETTINGS\n", text);

/** What installs the storage, and what makes its file system. */
export function cephFiles({ ceph, name }: OnPremDefinition): readonly BundleFile[] {
  if (ceph === null) return [];
  if (ceph.deploy === "rook") return [{ path: "storage/rook.yaml", text: rookManifests(ceph, name) }];
  const text = settings(ceph, name);
  return [
    { path: "storage/cephadm.yaml", text: cephadmSpec(ceph) },
    { path: "storage/pools", text: program("ceph-pools.sh", text), executable: true },
    ...("copies" in ceph.protection
      ? []
      : [{ path: "storage/layout", text: program("ceph-layout.sh", text), executable: true }]),
  ];
}
