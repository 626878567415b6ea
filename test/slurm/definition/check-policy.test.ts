import type { SlurmOptions } from "../../../lib/slurm/definition/slurm-options";
import { messageOf, options } from "../options";

describe("checkPolicy refuses", () => {
  it.each<[string, SlurmOptions, string]>([
    [
      "the id of the image's own user",
      options({ users: [{ name: "ada", uid: 1000 }] }),
      "users[0].uid must be a whole number from 1001 to 59999, got 1000; use 1001",
    ],
    [
      "the name of a group that machines have",
      options({ users: [{ name: "video", uid: 2001 }] }),
      "users[0].name cannot be video, which the nodes already have; use another name",
    ],
    [
      "accounts without a database",
      options({ accounting: { kind: "none" }, accounts: [{ name: "nlp" }] }),
      'accounts need accounting, got kind "none"; use accounting kind "local"',
    ],
    [
      "a QoS that preempts itself",
      options({ qos: [{ name: "high", preempts: ["high"] }] }),
      "qos[0].preempts[0] must be another QoS, got high itself; leave it out",
    ],
    [
      "two QoS that preempt each other",
      options({
        qos: [
          { name: "a", preempts: ["b"] },
          { name: "b", preempts: ["a"] },
        ],
      }),
      "qos[0].preempts must not lead back to a, got b; take one of them out",
    ],
    [
      "a QoS that preempts one that is not there",
      options({ qos: [{ name: "high", preempts: ["nomal"] }] }),
      "qos[0].preempts[0] must be a declared QoS, got nomal; use normal",
    ],
    [
      "an account under itself",
      options({ accounts: [{ name: "nlp", parent: "nlp" }] }),
      "accounts[0].parent must not lead back to nlp, got nlp; use root",
    ],
    [
      "the account that Slurm keeps",
      options({ accounts: [{ name: "root" }] }),
      "accounts[0].name cannot be root, which Slurm keeps above all others; use another name",
    ],
    [
      "a share of nothing",
      options({ accounts: [{ name: "nlp", share: 0 }] }),
      "accounts[0].share must be a whole number from 1 to 65535, got 0; use 1",
    ],
    [
      "an account's user that nobody declared",
      options({ accounts: [{ name: "nlp", users: ["bob"] }], users: [{ name: "ada", uid: 2001 }] }),
      "accounts[0].users[0] must be a declared user, got bob; use one of ada",
    ],
    [
      "a default QoS that the account may not use",
      options({ qos: [{ name: "high" }], accounts: [{ name: "nlp", qos: ["high"], defaultQos: "normal" }] }),
      "accounts[0].defaultQos must be one of the account's QoS, got normal; use one of high",
    ],
    [
      "a user name in capitals",
      options({ users: [{ name: "Ada", uid: 2001 }] }),
      'users[0].name must be lower-case letters, digits, - and _, begin with a letter, at most 32, got "Ada"; use ada',
    ],
    [
      "a user that every machine has already",
      options({ users: [{ name: "ubuntu", uid: 2001 }] }),
      "users[0].name cannot be ubuntu, which the nodes already have; use another name",
    ],
    [
      "a user id of the system's",
      options({ users: [{ name: "ada", uid: 401 }] }),
      "users[0].uid must be a whole number from 1001 to 59999, got 401; use 1001",
    ],
    [
      "two users of one id",
      options({
        users: [
          { name: "ada", uid: 2001 },
          { name: "bob", uid: 2001 },
        ],
      }),
      "users[1].uid must be of one user, got 2001 of ada again for bob; use 2002",
    ],
    [
      "a private key where a public one belongs",
      options({ users: [{ name: "ada", uid: 2001, sshKeys: ["-----BEGIN OPENSSH PRIVATE KEY-----"] }] }),
      "users[0].sshKeys[0] must be a public key, got a private one; use the .pub file, and create a new key pair",
    ],
    [
      "a key that is a file name",
      options({ users: [{ name: "ada", uid: 2001, sshKeys: ["~/.ssh/id_ed25519.pub"] }] }),
      'users[0].sshKeys[0] must be one line of authorized_keys, got "~/.ssh/id_ed25519.pub"; use the text of the .pub file',
    ],
  ])("%s", (_, bad, message) => {
    const several = message.startsWith("slurm has");
    expect(messageOf(bad)).toBe(several ? message : `slurm: ${message}`);
  });
});
