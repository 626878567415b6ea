"""Moments: the same texts that the library's own reader is held to, in several time zones."""

import json
import os
import time
import unittest

from moment import seconds

FILE = os.path.join(os.path.dirname(__file__), "..", "..", "..", "units", "moments.json")


class Moment(unittest.TestCase):
    def test_grammar(self):
        "reads and refuses what the library does, wherever the head is"
        with open(FILE, encoding="utf-8") as file:
            texts = json.load(file)
        for zone in ("UTC", "America/New_York", "Asia/Kolkata"):
            os.environ["TZ"] = zone
            time.tzset()
            for text, expected in texts["moments"].items():
                self.assertEqual(seconds(text), expected, (zone, text))
            for text in texts["none"]:
                with self.assertRaises(ValueError, msg=text):
                    seconds(text)
        del os.environ["TZ"]
        time.tzset()
