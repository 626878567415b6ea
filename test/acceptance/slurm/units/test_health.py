"""Each health check on a healthy machine, on a sick one, and on one that does not answer."""

import logging
import os
import subprocess
import tempfile
import time
import unittest
from unittest import mock

import kernel_log
import node_health
import scontrol
from clusters import cluster, expectation
from health_checks import all_problems
from machine import CheckFailed, Machine

HEALTHY = {
    "nvidia-smi --query-gpu=index": "\n".join(str(n) for n in range(8)),
    "nvidia-smi --query-gpu=mig.mode.current": "Disabled\n" * 8,
    "nvidia-smi --query-gpu=pci.bus_id,ecc.errors.uncorrected.volatile.total": "00000000:53:00.0, 0\n" * 8,
    "nvidia-smi --query-remapped-rows=gpu_bus_id,remapped_rows.pending,remapped_rows.failure": "00000000:53:00.0, 0, 0\n" * 8,
    "nvidia-smi --query-gpu=pci.bus_id,fabric.state,fabric.status": "00000000:53:00.0, Completed, Success\n" * 8,
    "dmesg": "[    1.0] NVRM: loading\n",
    "stat": "",
    "chronyc": "A9FEA97B,169.254.169.123,4,17.0,0.000001,0.0,0.0,1.0,0.0,0.0,0.0,0.0,16.0,Normal\n",
    "/proc/self/mounts": "fs /fsx lustre rw 0 0\n/dev/md0 /local xfs rw 0 0\n",
    "/sys/class/infiniband": ["rdmap0", "rdmap1"],
    "state": "4: ACTIVE\n",
    "/proc/uptime": "4000.00 31000.00\n",
}


class Hung(unittest.TestCase):
    def test_in_time(self):
        "says of a driver that hangs each of its commands that it hangs, before slurmd ends the check unheard, and goes on to the others"
        with tempfile.TemporaryDirectory() as folder:
            for name, says in (("nvidia-smi", "echo once >> %s/asked; exec sleep 100" % folder), ("dmesg", "echo '[1.0] NVRM: loading'")):
                with open(os.path.join(folder, name), "w") as file:
                    file.write("#!/bin/sh\n%s\n" % says)
                os.chmod(os.path.join(folder, name), 0o755)
            started = time.monotonic()
            with mock.patch("machine.PATH", folder + ":" + os.environ["PATH"]):
                found = all_problems(expectation(mounts=[]), Machine(2))
            self.assertLess(time.monotonic() - started, 6)
            with open(os.path.join(folder, "asked")) as file:
                self.assertEqual(len(file.readlines()), 1)
        self.assertEqual([text for _, text in found if "nvidia-smi" in text], ["nvidia-smi did not answer in 1 s"])
        self.assertFalse([text for _, text in found if "dmesg" in text])
        self.assertLess(node_health.TIMER_SECONDS, 60)

    def test_stuck(self):
        "does not wait for the end of a command that can't be ended"
        with mock.patch("machine.subprocess.Popen", Stuck), self.assertRaisesRegex(CheckFailed, "stat did not answer in 20 s"):
            Machine(100).run("stat", "-f", "/fsx", timeout=20)


class Stuck:
    """A process that hangs in the kernel, as one does that asks a driver or a file server that hangs: it does not even die."""

    def __init__(self, command, **_):
        self.command = command

    def communicate(self, timeout):
        raise subprocess.TimeoutExpired(self.command, timeout)

    def kill(self):
        pass

    def wait(self):
        raise AssertionError("waits for ever")


class FakeMachine:
    def __init__(self, **changes):
        self.says = dict(HEALTHY, **changes)

    def answer(self, key):
        value = self.says.get(key, CheckFailed("%s is not installed" % key))
        if isinstance(value, Exception):
            raise value
        return value

    def run(self, *command, timeout=60):
        two = " ".join(command[:2])
        return self.answer(two if two in self.says else command[0])

    def read(self, path):
        return self.answer("state" if path.endswith("/state") else path)

    def names(self, folder):
        return self.says.get(folder, [])

    def link(self, path):
        return "efa"


def problems(expect=None, since=0.0, **changes):
    named = {NAMES.get(key, key): value for key, value in changes.items()}
    return all_problems(expectation(**(expect or {})), FakeMachine(**named), since)


NAMES = {
    "gpus": "nvidia-smi --query-gpu=index",
    "mig": "nvidia-smi --query-gpu=mig.mode.current",
    "ecc": "nvidia-smi --query-gpu=pci.bus_id,ecc.errors.uncorrected.volatile.total",
    "rows": "nvidia-smi --query-remapped-rows=gpu_bus_id,remapped_rows.pending,remapped_rows.failure",
    "fabric": "nvidia-smi --query-gpu=pci.bus_id,fabric.state,fabric.status",
    "instances": "nvidia-smi -L",
    "mounts": "/proc/self/mounts",
    "efa": "/sys/class/infiniband",
}


class Health(unittest.TestCase):
    def test_healthy(self):
        "finds nothing wrong with a healthy machine"
        self.assertEqual(problems(), [])

    def test_each(self):
        "names each fault with its action"
        for want, changes in (
            (("replace", "7 GPUs of 8"), {"gpus": "0\n1\n2\n3\n4\n5\n6\n"}),
            (("drain", "MIG is on, but the pool has whole GPUs"), {"mig": "Enabled\n" * 8}),
            (("reset", "GPU 0:1 has 2 uncorrectable ECC errors"), {"ecc": "0:1, 2\n"}),
            (("reset", "GPU 0:1 has a memory row to remap"), {"rows": "0:1, Yes, No\n"}),
            (("replace", "GPU 0:1 can't remap a memory row"), {"rows": "0:1, Yes, Yes\n"}),
            (("reboot", "GPU 0:1: NVLink fabric is In Progress, N/A"), {"fabric": "0:1, In Progress, N/A\n"}),
            (("replace", "1 EFA devices of 2"), {"efa": ["rdmap0"]}),
            (("reboot", "EFA device rdmap0 is 1: DOWN"), {"state": "1: DOWN\n"}),
            (("drain", "lustre is not mounted at /fsx"), {"mounts": "/dev/md0 /local xfs rw 0 0\n"}),
            (("drain", "lustre is not mounted at /fsx"), {"mounts": "x /fsx nfs4 rw 0 0\n/dev/md0 /local xfs rw 0 0\n"}),
            (("replace", "the NVMe array is not mounted at /local"), {"mounts": "fs /fsx lustre rw 0 0\n"}),
            (("drain", "the clock is not synchronised"), {"chronyc": "," * 13 + "Not synchronised"}),
            (("drain", "the clock is -2.5 s off"), {"chronyc": "a,b,4,17.0,-2.5" + ",0.0" * 8 + ",Normal"}),
        ):
            with self.subTest(want):
                self.assertIn(want, problems(**changes))

    def test_clock_after_boot(self):
        "notes a clock that is not in step yet in the first minutes of a boot, and drains for it afterwards"
        for chronyc in ("," * 13 + "Not synchronised", CheckFailed("chronyc failed: 506 Cannot talk to daemon")):
            actions = [problems(**{"chronyc": chronyc, "/proc/uptime": "%s 1.0\n" % up})[0][0] for up in (6.6, 299, 301)]
            self.assertEqual(actions, ["note", "note", "drain"])

    def test_fails_closed(self):
        "takes a tool that is missing, hangs or says something unknown for a fault"
        for name in ("gpus", "mig", "ecc", "rows", "fabric", "dmesg", "stat", "chronyc"):
            with self.subTest(name):
                got = problems(**{name: CheckFailed("%s did not answer" % name)})
                self.assertEqual([action for action, _ in got], ["drain"])
        self.assertEqual([action for action, _ in problems(ecc="0:1, lots\n")], ["drain"])

    def test_a100(self):
        "asks systemd for the fabric manager where the GPU does not report it"
        unreported = "0:1, [N/A], [N/A]\n"
        self.assertEqual(problems(fabric=unreported, systemctl="active\n"), [])
        got = problems(fabric=unreported, systemctl=CheckFailed("systemctl failed: inactive"))
        self.assertEqual(got, [("drain", "systemctl failed: inactive")])

    def test_mig(self):
        "counts MIG instances by profile"
        expect = {"mig": {"profile": "1g.10gb", "instances": 2}}
        listed = "GPU 0: H100\n  MIG 1g.10gb     Device  0: (UUID: MIG-1)\n  MIG 1g.10gb     Device  1: (UUID: MIG-2)\n"
        self.assertEqual(problems(expect, mig="Enabled\n", instances=listed), [])
        self.assertIn(("drain", "MIG is not on for all GPUs"), problems(expect, mig="Enabled\nDisabled\n", instances=listed))
        got = problems(expect, mig="Enabled\n", instances="GPU 0: H100\n")
        self.assertEqual(got, [("drain", "0 MIG instances 1g.10gb of 2")])

    def test_cpu_node(self):
        "asks a CPU node for a clock in step and nothing of GPUs"
        cpu = {"gpus": 0, "nvSwitch": False, "efaDevices": 0, "nvmeMountPath": None, "mounts": []}
        machine = FakeMachine()
        machine.says = {key: HEALTHY[key] for key in ("chronyc", "/proc/uptime")}
        self.assertEqual(all_problems(expectation(**cpu), machine), [])

    def test_infiniband(self):
        "holds InfiniBand to its devices, their state and rate, and one partition of which the node is a full member"
        ib = {"gpus": 0, "nvSwitch": False, "efaDevices": 0, "nvmeMountPath": None, "mounts": [], "infiniband": {"devices": 2, "gbpsPerDevice": 400}}
        folder = "/sys/class/infiniband"
        healthy = {key: HEALTHY[key] for key in ("chronyc", "/proc/uptime")}
        healthy.update({"state": "4: ACTIVE", folder: ["mlx5_an0", "mlx5_ib0", "mlx5_ib1"]})
        for name, layer in (("mlx5_an0", "Ethernet"), ("mlx5_ib0", "InfiniBand"), ("mlx5_ib1", "InfiniBand")):
            port = "%s/%s/ports/1" % (folder, name)
            healthy.update({port + "/link_layer": layer + "\n", port + "/rate": "400 Gb/sec (4X NDR)\n", port + "/pkeys": ["0", "1"]})
            healthy.update({port + "/pkeys/0": "0x802f\n", port + "/pkeys/1": "0x7fff\n"})
        one = folder + "/mlx5_ib1/ports/1"
        for want, changes in (
            ([], {}),
            ([("replace", "1 InfiniBand devices of 2")], {folder: ["mlx5_an0", "mlx5_ib0"]}),
            ([("reboot", "InfiniBand device mlx5_ib0 is 1: DOWN"), ("reboot", "InfiniBand device mlx5_ib1 is 1: DOWN")], {"state": "1: DOWN"}),
            ([("drain", "InfiniBand device mlx5_ib1 runs at 200 Gb/s instead of 400")], {one + "/rate": "200 Gb/sec (4X HDR)"}),
            ([("drain", "partition keys of which the node is a full member: 0x802f 0x8030; 1 is expected")], {one + "/pkeys/0": "0x8030"}),
        ):
            machine = FakeMachine()
            machine.says = {**healthy, **changes}
            self.assertEqual(all_problems(expectation(**ib), machine), want)

    def test_amd(self):
        "holds GPUs of AMD to the number that their driver lists"
        amd = {"gpus": 0, "nvSwitch": False, "amdGpus": 2}
        nodes = "/sys/class/kfd/kfd/topology/nodes"
        ids = {"%s/%d/gpu_id" % (nodes, number): text for number, text in enumerate(("0\n", "51545\n", "36311\n"))}
        for want, listed in (([], "012"), ([("replace", "1 GPUs of 2")], "01"), ([("drain", "no AMD GPU: is the driver, amdgpu, in the image?")], "0")):
            self.assertEqual(problems(amd, **ids, **{nodes: list(listed)}), want)

    def test_neuron(self):
        "holds Trainium and Inferentia to their devices and the driver's log"
        trainium = {"gpus": 0, "nvSwitch": False, "neuronDevices": 16}
        devices = ["null", "neuron"] + ["neuron%d" % n for n in range(16)]
        log = "[ 9.5] neuron: NEURON_HW_ERR=%s instance-id=i-1 hostname=h nd-id=3 nc-id=0 serial-num=1 action=%s\n"
        for want, changes in (
            ([], {}),
            ([("replace", "15 Neuron devices of 16")], {"/dev": devices[:-1]}),
            ([("drain", "no Neuron device: is the driver, aws-neuronx-dkms, in the image?")], {"/dev": ["null", "neuron"]}),
            ([("replace", "HBM_UNCORRECTABLE_ERROR on Neuron device 3")], {"dmesg": log % ("HBM_UNCORRECTABLE_ERROR", "TERMINATE_INSTANCE") * 3}),
            ([("note", "HANG_ON_COLLECTIVES on Neuron device 3")], {"dmesg": log % ("HANG_ON_COLLECTIVES", "NONE")}),
            ([("replace", "NEWER_ERROR on Neuron device 3")], {"dmesg": log % ("NEWER_ERROR", "TERMINATE_INSTANCE")}),
            ([("drain", "NEWER_ERROR on Neuron device ?")], {"dmesg": "[ 9.5] NEURON_HW_ERR=NEWER_ERROR\n"}),
            ([("drain", "dmesg did not answer")], {"dmesg": CheckFailed("dmesg did not answer")}),
        ):
            with self.subTest(want):
                self.assertEqual(problems(trainium, **dict({"/dev": devices}, **changes)), want)

    def test_neuron_on_others(self):
        "asks machines with NVIDIA's GPUs for no Neuron device"
        self.assertEqual(problems(**{"/dev": ["nvidia0"]}), [])


class Xids(unittest.TestCase):
    LINE = "[%12.6f] NVRM: Xid (PCI:0000:53:00): %s\n"

    def action(self, text):
        (event,) = kernel_log.events(self.LINE % (5, text))
        return kernel_log.action(event, kernel_log.catalog())

    def test_actions(self):
        "takes NVIDIA's action for each Xid"
        for text, want in (
            ("13, pid=1, name=python, Graphics Exception", "note"),
            ("31, pid=1, MMU Fault", "note"),
            ("48, pid=1, DBE", "reset"),
            ("63, Row Remapper", "note"),
            ("79, GPU has fallen off the bus.", "reboot"),
            ("94, Contained", "note"),
            ("95, Uncontained", "reset"),
            ("119, Timeout", "reset"),
            ("145, RLW_CTRL Nonfatal", "drain"),
            ("154, GPU recovery action changed from 0x0 (None) to 0x2 (Node Reboot Required)", "reboot"),
            ("154, GPU recovery action changed from 0x0 (None) to 0x1 (GPU Reset Required)", "reset"),
            ("154, GPU recovery action changed from 0x2 (Node Reboot Required) to 0x0 (None)", "note"),
            ("999, new", "drain"),
        ):
            with self.subTest(text):
                self.assertEqual(self.action(text), want)

    def test_since(self):
        "forgets what was before the last reset"
        log = self.LINE % (10, "48, DBE") + self.LINE % (20, "79, bus")
        self.assertEqual([event.number for event in kernel_log.events(log, 15)], [79])

    def test_sxid(self):
        "takes a fatal NVSwitch error for a reason to reboot"
        log = "[ 1.5] nvidia-nvswitch0: SXid (PCI:0000:c1:00.0): 24007, Fatal, Link 44\n[ 1.6] nvidia-nvswitch0: SXid (PCI:0000:c1:00.0): 12028, Non-fatal, Link 4\n"
        rows = kernel_log.catalog()
        self.assertEqual([kernel_log.action(event, rows) for event in kernel_log.events(log)], ["reboot", "note"])

    def test_catalog(self):
        "has only known actions, and each Xid once"
        rows = kernel_log.catalog()
        self.assertEqual({row["action"] for row in rows.values()}, {"note", "reset", "reboot", "drain"})
        self.assertGreater(len(rows), 100)


class OnTimer(unittest.TestCase):
    """What the check tells Slurm; the controller answers or not, the machine is well or not."""

    def setUp(self):
        patch = mock.patch.object(node_health, "STATE", self.state())
        patch.start()
        self.addCleanup(patch.stop)

    def told(self, problems, nodes):
        log = logging.getLogger("quiet")
        log.disabled = True
        said = []
        with mock.patch.multiple(
            node_health, find_problems=mock.Mock(side_effect=problems), open_log=lambda *_: log, node_name=lambda: "h100-dy-1",
            Cluster=mock.Mock(load=cluster),
        ), mock.patch.multiple(scontrol, nodes=nodes, update=lambda name, **fields: said.append((name, fields))):  # fmt: skip
            try:
                node_health.on_timer()
            except RuntimeError:
                pass
        return said

    def idle(self, name):
        return {name: scontrol.Node(name, {"IDLE", "CLOUD"}, "10.0.0.1", "")}

    def away(self, name):
        raise scontrol.SlurmError("Unable to contact slurm controller")

    def test_controller_away(self):
        "drains no healthy node because its controller restarts"
        self.assertEqual(self.told([[]], self.away), [])

    def test_faults(self):
        "drains a node for a fault, and for a check that breaks"
        ((_, fields),) = self.told([[("replace", "7 GPUs of 8")]], self.idle)
        self.assertEqual(fields, {"State": "DRAIN", "Reason": "warpform health [drain]: 7 GPUs of 8"})
        ((_, fields),) = self.told(RuntimeError("x"), self.idle)
        self.assertEqual(fields, {"State": "DRAIN", "Reason": "warpform health [drain]: the health check broke: x"})

    def checks(self, problems, node, times):
        """What is said to Slurm over so many checks that find the same; the node takes what it is told."""
        said = []
        for _ in range(times):
            for name, fields in self.told([problems], lambda name: {name: node[0]}):
                said.append((fields["State"], fields.get("Reason", "")))
                if fields["State"] == "DRAIN":
                    node[0] = node[0]._replace(state=node[0].state | {"DRAIN"}, reason=fields["Reason"])
        return said

    def test_passes(self):
        "lifts its drain after two sound checks, also that of a prolog that failed, and no other"
        for reason, lifted in (
            ("warpform health [drain]: lustre is not mounted at /fsx", True),
            ("Prolog error", True),
            ("looking at it", False),
        ):
            with self.subTest(reason), mock.patch.object(node_health, "STATE", self.state()):
                node = [scontrol.Node("h100-dy-1", {"IDLE", "CLOUD", "DRAIN"}, "10.0.0.1", reason)]
                self.assertEqual(self.checks([], node, 1), [])
                self.assertEqual(self.checks([], node, 1), [("RESUME", "")] if lifted else [])

    def test_lasts(self):
        "drains at once, and asks for another machine only after three checks in a row"
        with mock.patch.object(node_health, "STATE", self.state()):
            node = [scontrol.Node("h100-dy-1", {"IDLE", "CLOUD"}, "10.0.0.1", "")]
            lost = [("replace", "7 GPUs of 8")]
            self.assertEqual(self.checks(lost, node, 2), [("DRAIN", "warpform health [drain]: 7 GPUs of 8")])
            self.assertEqual(self.checks([], node, 1), [])
            self.assertEqual(self.checks(lost, node, 2), [])
            self.assertEqual(self.checks(lost, node, 1), [("DRAIN", "warpform health [replace]: 7 GPUs of 8")])

    def state(self):
        return os.path.join(tempfile.mkdtemp(), "health.json")
