"""What Prometheus reads of a node's EFA devices."""

import os
import tempfile
import unittest

from efa_metrics import page
from machine import Machine


class Tree(Machine):
    """The machine's own files, below a folder."""

    def __init__(self, root):
        self.root = root

    def read(self, path):
        return super().read(self.root + path)

    def names(self, folder):
        return super().names(self.root + folder)

    def link(self, path):
        return super().link(self.root + path)


def add_device(root, name, driver, **counters):
    device = "%s/sys/class/infiniband/%s" % (root, name)
    folder = device + "/ports/1/hw_counters"
    os.makedirs(folder)
    os.makedirs(device + "/device")
    os.symlink("/sys/bus/pci/drivers/" + driver, device + "/device/driver")
    for counter, text in counters.items():
        with open("%s/%s" % (folder, counter), "w") as file:
            file.write(text)


class EfaMetrics(unittest.TestCase):
    def test_counters(self):
        "serves the EFA driver's counters by device, and how many devices there are and should be"
        with tempfile.TemporaryDirectory() as root:
            add_device(root, "rdmap0s6", "efa", rx_drops="3\n", retrans_timeout_events="1\n", lifespan="12\n")
            add_device(root, "rdmap1s6", "efa", rx_drops="0\n", rx_bytes="odd\n")
            add_device(root, "mlx5_0", "mlx5_core", rx_drops="9\n")
            lines = [line for line in page(Tree(root), 4).splitlines() if not line.startswith("#")]
        self.assertEqual(
            lines,
            [
                "efa_devices 2",
                "efa_devices_expected 4",
                'efa_retrans_timeout_events_total{device="rdmap0s6",port="1"} 1',
                'efa_rx_drops_total{device="rdmap0s6",port="1"} 3',
                'efa_rx_drops_total{device="rdmap1s6",port="1"} 0',
            ],
        )

    def test_none(self):
        "says that all devices are missing, and nothing on a node that has none by design"
        with tempfile.TemporaryDirectory() as root:
            self.assertIn("\nefa_devices 0\n", page(Tree(root), 32))
            self.assertIsNone(page(Tree(root), 0))
