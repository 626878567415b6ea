import { Problems } from "../../../lib/errors";
import { checkEnvironment, checkImage, checkNamespace } from "../../../lib/kubernetes/chart/check-names";

const told = (check: (problems: Problems) => void): string[] => {
  const problems = new Problems();
  check(problems);
  return problems.all.map(({ message }) => message);
};
const DIGEST = `sha256:${"0a".repeat(32)}`;
const form = (image: string) =>
  `image must be an image as a registry names it, in lower case, without a scheme, with a tag or a whole digest, got "${image}"; write it like "registry.example.com/team/train:1"`;

describe("checkImage", () => {
  it.each([
    "rayproject/ray:2.52.0-py311-gpu",
    `ghcr.io/a/b_c@${DIGEST}`,
    `localhost:5000/x/y:1@${DIGEST}`,
    "python:3.13-slim",
  ])("takes %s", (image) => expect(told((p) => checkImage(p, "image", image))).toEqual([]));

  it.each(["https://ghcr.io/a/b:1", "ghcr.io/Team/b:1", "ghcr.io/a/b@sha256:abc", "ray 2", "", "ghcr.io//b:1"])(
    'refuses "%s"',
    (image) => expect(told((p) => checkImage(p, "image", image))).toEqual([form(image)]),
  );
});

describe("checkNamespace", () => {
  it.each(["kube-system", "kube-mine", "keda"])("refuses %s", (namespace) => {
    expect(told((p) => checkNamespace(p, "namespace", namespace))).toHaveLength(1);
  });
});

describe("checkEnvironment", () => {
  const from = (name: string, key: string) => ({ name: "A", valueFrom: { secretKeyRef: { name, key } } });

  it("takes what Kubernetes takes, names with blanks too", () => {
    expect(
      told((p) => checkEnvironment(p, "x", [{ name: "MY VAR", value: "1" }, from("hub.v1", "api_key.1")])),
    ).toEqual([]);
  });

  it.each([
    [
      "a name with =",
      { name: "A=B", value: "1" },
      'x.env must have names of variables, in ASCII and without "=", got "A=B"; use "A_B"',
    ],
    [
      "a name that is no ASCII",
      { name: "Ä", value: "1" },
      'x.env must have names of variables, in ASCII and without "=", got "Ä"; use "_"',
    ],
    [
      "a Secret in capitals",
      from("My_Secret", "key"),
      'x.secretEnv.A.secret must be the name of a Secret, lower-case letters, digits, dashes and dots, got "My_Secret"; use "my-secret"',
    ],
    [
      "a key with a blank",
      from("hub", "a key"),
      'x.secretEnv.A.key must be letters, digits, dashes, underscores and dots, got "a key"; give a key that the Secret has',
    ],
  ])("refuses %s", (_, variable, message) => {
    expect(told((p) => checkEnvironment(p, "x", [variable]))).toEqual([message]);
  });
});
