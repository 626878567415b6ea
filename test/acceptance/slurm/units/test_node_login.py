"""PAM on nodes: the order of sshd's account stack, and who passes without a job."""

import unittest

from node_login import administrators, held, included, without_systemd

# As Debian's and Ubuntu's openssh-server, and Amazon Linux's, order theirs
DEBIAN = """\
@include common-auth
account    required     pam_nologin.so
@include common-account
session    optional     pam_keyinit.so force revoke
@include common-session
"""
AMAZON = """\
auth       substack     password-auth
account    required     pam_nologin.so
account    include      password-auth
session    include      password-auth
"""


def accounts(text):
    return [line for line in text.splitlines() if line.split()[:1] == ["account"]]


class Stack(unittest.TestCase):
    def test_order(self):
        "asks for a job last, after a substack that can't pass it by, and lets administrators skip the question"
        for text, file in ((DEBIAN, "common-account"), (AMAZON, "password-auth")):
            with self.subTest(file):
                first, common, skip, rule = accounts(held(text, True))
                self.assertIn("pam_nologin.so", first)
                self.assertEqual(common.split(), ["account", "substack", file])
                self.assertTrue(skip.startswith("account [success=1 default=ignore] pam_listfile.so "))
                self.assertEqual(
                    rule, "account required pam_slurm_adopt.so action_adopt_failure=deny action_generic_failure=deny"
                )

    def test_closed(self):
        "closes the node to users where the module is missing"
        self.assertEqual(accounts(held(DEBIAN, False))[-1], "account required pam_deny.so")

    def test_again(self):
        "changes nothing the second time"
        self.assertEqual(held(held(DEBIAN, True), True), held(DEBIAN, True))
        self.assertEqual(without_systemd(without_systemd("-session optional pam_systemd.so\n")), "# -session optional pam_systemd.so\n")

    def test_systemd(self):
        "takes pam_systemd out of sessions, and nothing else"
        text = "session optional pam_systemd.so\nsession required pam_unix.so\naccount required pam_systemd.so\n"
        self.assertEqual(without_systemd(text), "# session optional pam_systemd.so\n" + text.split("\n", 1)[1])

    def test_included(self):
        "finds what a file takes in, in either way of writing it"
        self.assertEqual(included(DEBIAN), ["common-auth", "common-account", "common-session"])
        self.assertEqual(included(held(AMAZON, True)), ["password-auth"] * 3)

    def test_administrators(self):
        "lets root, Slurm's administrators and the machine's own in without a job"
        users = [{"name": "ada", "administrator": True}, {"name": "bob", "administrator": False}]
        self.assertEqual(administrators(users, ["ubuntu"]), ["ada", "root", "ubuntu"])
