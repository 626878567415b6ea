"""Moments as the configuration writes them. Pure. The same grammar as lib/units/moment.ts."""

import datetime
import re

MOMENT = re.compile(r"\d{4}-\d\d-\d\dT([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d{1,6})?)?(Z|[+-]\d\d:\d\d)", re.ASCII)


def seconds(text):
    """ISO 8601 with an offset -> seconds since the epoch; ValueError for anything else."""
    if not MOMENT.fullmatch(text):
        raise ValueError("no moment with an offset: %r" % text)
    # Python 3.10 takes fractions of three or six digits alone
    whole, fraction, offset = re.fullmatch(r"(.*?)(\.\d+)?(Z|[+-]\d\d:\d\d)", text).groups()
    moment = datetime.datetime.fromisoformat(whole + offset.replace("Z", "+00:00"))
    return moment.timestamp() + float(fraction or 0)
