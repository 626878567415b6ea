import { mirrored } from "../../../lib/kubernetes/chart/image-mirror";

const digest = `sha256:${"0a".repeat(32)}`;

describe("mirrored", () => {
  it.each([
    ["quay.io/kuberay/operator:v1", "registry.example/quay.io/kuberay/operator:v1"],
    ["ghcr.io/a/b:1", "ghcr.io/a/b:1"],
    // by content, wherever it is pulled from
    ["quay.io/a/b:1", `registry.example/quay.io/a/b:1@${digest}`],
    ["docker.io/library/python:3", `docker.io/library/python:3@${digest}`],
    ["quay.io", "registry.example/quay.io"],
  ])("of %s is %s", (image, expected) => {
    const mirror = {
      "quay.io": "registry.example/quay.io",
      "quay.io/a/b:1": digest,
      "docker.io/library/python:3": digest,
    };
    expect(mirrored(image, mirror)).toBe(expected);
  });
});
