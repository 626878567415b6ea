import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const LIB = join(__dirname, "../../lib/clouds");
const CLOUDS = {
  aws: {
    boot: join(LIB, "aws/shared/programs/slurm-bootstrap.sh"),
    start: `import types, io
class S3:
    def get_object(self, Bucket, Key):
        return {"Body": io.BytesIO(read_object(Key))}
sys.modules["boto3"] = types.SimpleNamespace(client=lambda *_, **__: S3())
`,
    call: 'main("us-east-2", "bucket", "", "login")',
  },
  azure: {
    boot: join(LIB, "azure/slurm/programs/boot/slurm-bootstrap.sh"),
    start: "",
    call: 'read = lambda site, client_id, key: read_object(key)\nmain("site", "id", "login")',
  },
};

const digest = (kind: string, text: string) => createHash(kind).update(text).digest("hex");

describe.each(Object.entries(CLOUDS))("files of a cluster in %s that a machine brings", (_, { boot, start, call }) => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "warpform-files-"));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const note = () => join(folder, "warpform-files.json");

  /** Runs the program over objects, of which null is refused. */
  function bring(objects: Record<string, string | null>) {
    const files = Object.entries(objects).map(([key, text]) => ({
      key,
      path: join(folder, key),
      mode: "644",
      roles: ["login"],
      bundle: false,
      etag: digest("md5", text ?? ""),
      sha256: digest("sha256", text ?? ""),
    }));
    const [, program] = /<<'PROGRAM'\n([\s\S]*?)\nPROGRAM\n/.exec(readFileSync(boot, "utf8"))!;
    const body = program!.replace("/var/lib", folder).replace(/\n\n\n(?:main\(\*|with open\(SETTINGS)[\s\S]*$/, "\n");
    const had = `import sys, json
objects = json.loads(${JSON.stringify(JSON.stringify({ ...objects, "manifest.json": JSON.stringify({ files }) }))})
def read_object(key):
    if objects[key] is None:
        raise OSError("AccessDenied")
    return objects[key].encode()
`;
    return spawnSync("python3", ["-c", `${had}${start}${body}\n${call}\n`], { encoding: "utf8" });
  }

  it("come although the bucket refuses another, which is asked for again", () => {
    expect(bring({ first: "1", users: "ada, bob" }).status).toBe(0);
    const ran = bring({ first: null, users: "ada" });
    expect([ran.status, ran.stderr]).toEqual([1, expect.stringContaining("first: AccessDenied")]);
    expect(readFileSync(join(folder, "users"), "utf8")).toBe("ada");
    expect(bring({ first: "3", users: "ada" })).toMatchObject({ status: 0, stdout: `${join(folder, "first")}\n` });
  });

  it("are all there before the set-up begins, which a note of them starts", () => {
    expect(bring({ first: null, users: "ada" }).status).toBe(1);
    expect(existsSync(note())).toBe(false);
    expect(readFileSync(boot, "utf8")).toContain(
      "[ -e /var/lib/warpform-files.json ] || exec /usr/local/sbin/slurm-files",
    );
    expect(bring({ first: "1", users: "ada" }).status).toBe(0);
    expect(existsSync(note())).toBe(true);
  });

  it.each(["", "{", "null", "[1]", "\0\0"])("come anew where a crash has left the note of them as %j", (text) => {
    bring({ users: "ada" });
    writeFileSync(note(), text);
    expect(bring({ users: "bob" })).toMatchObject({ status: 0, stderr: "" });
    expect(readFileSync(join(folder, "users"), "utf8")).toBe("bob");
  });
});
