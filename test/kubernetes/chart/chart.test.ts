import { parseAllDocuments } from "yaml";
import { localChart } from "../../../lib/kubernetes/chart/chart";
import { helmValue, helmValuePaths, toTemplate } from "../../../lib/kubernetes/chart/helm-value";
import { manifestYaml } from "../../../lib/kubernetes/chart/manifest";

const configMap = (data: Record<string, string>) => ({
  apiVersion: "v1",
  kind: "ConfigMap",
  metadata: { name: "c", namespace: "n" },
  data,
});

describe("localChart", () => {
  const chart = localChart({
    name: "workloads",
    description: "what runs on the cluster",
    groups: {
      b: [configMap({ host: `${helmValue("redis.host")}:6379`, text: "{{ $labels.pod }}" })],
      empty: [],
      a: [configMap({})],
    },
    files: [{ path: "files/x.py", text: "print(1)\n" }],
  });

  it("lists its files by path and leaves out groups without objects", () => {
    expect(chart.files.map(({ path }) => path)).toEqual([
      "Chart.yaml",
      "files/x.py",
      "templates/a.yaml",
      "templates/b.yaml",
    ]);
  });

  it("names the values that a release has to give", () => {
    expect(chart.requiredValues).toEqual(["redis.host"]);
  });

  it("writes references as template expressions and escapes braces that were meant literally", () => {
    const text = chart.files.find(({ path }) => path === "templates/b.yaml")!.text;
    expect(text).toContain('host: "{{ required `redis.host` .Values.redis.host }}:6379"');
    expect(text).toContain('{{ "{{" }} $labels.pod }}');
  });

  it("writes templates that are YAML before Helm has seen them", () => {
    const text = chart.files.find(({ path }) => path === "templates/b.yaml")!.text;
    expect(parseAllDocuments(text.replaceAll('{{ "{{" }}', "")).flatMap(({ errors }) => errors)).toEqual([]);
  });
});

describe("manifestYaml", () => {
  it("writes texts that stay texts in YAML 1.1, which Helm and Kubernetes read", () => {
    const texts = { y: "y", team: "n", mode: "on", count: "1_000", at: "10:30", plain: "a text" };
    expect(parseAllDocuments(manifestYaml(texts), { version: "1.1" })[0]!.toJS()).toEqual(texts);
  });
});

describe("helmValuePaths", () => {
  it("lists each path once, in order of first use", () => {
    expect(helmValuePaths(`${helmValue("b")}${helmValue("a")}${helmValue("b")}`)).toEqual(["b", "a"]);
  });

  it("finds none in ordinary text", () => {
    expect(helmValuePaths("plain {{ .Values.x }}")).toEqual([]);
    expect(toTemplate("plain")).toBe("plain");
  });
});
