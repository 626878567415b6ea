"""What the accounting database holds now, read with sacctmgr and brought into the form of the declared policy."""

import re

import scontrol


def sacctmgr(*arguments):
    return scontrol.run(*arguments, command="sacctmgr")


def table(what, *fields, extra=()):
    text = sacctmgr("-n", "-P", "show", what, *extra, "format=" + ",".join(fields))
    return [dict(zip(fields, line.split("|"))) for line in text.splitlines()]


def limits(text):
    """`gres/gpu=8,cpu=4` -> {"gres/gpu": 8, "cpu": 4}"""
    pairs = (entry.split("=", 1) for entry in text.split(",") if "=" in entry)
    return {tres: int(value) for tres, value in pairs if value.isdigit()}


def seconds(text):
    """`1-02:03:04` and `00:30:00` -> seconds; None for none."""
    match = re.fullmatch(r"(?:(\d+)-)?(\d+):(\d+):(\d+)", text)
    if not match:
        return None
    days, hours, minutes, secs = (int(part or 0) for part in match.groups())
    return ((days * 24 + hours) * 60 + minutes) * 60 + secs


def names(text):
    return frozenset(name for name in text.split(",") if name)


def current_qos():
    rows = table("qos", "Name", "Priority", "Preempt", "MaxTRESPU", "GrpTRES", "MaxWall", "GraceTime")
    return {
        row["Name"]: {
            "priority": int(row["Priority"] or 0),
            "preempts": names(row["Preempt"]),
            "tresPerUser": limits(row["MaxTRESPU"]),
            "tres": limits(row["GrpTRES"]),
            "maxTimeSeconds": seconds(row["MaxWall"]),
            "graceSeconds": seconds(row["GraceTime"]) or 0,
        }
        for row in rows
    }


def current_associations(cluster):
    """(accounts by name, associations by (account, user))"""
    rows = table(
        "assoc",
        "Account", "ParentName", "User", "Fairshare", "GrpTRESMins", "GrpTRES", "QOS", "DefaultQOS",
        extra=("cluster=" + cluster,),
    )  # fmt: skip
    accounts, users = {}, {}
    for row in rows:
        if row["User"]:
            users[row["Account"], row["User"]] = {"tres": limits(row["GrpTRES"])}
        else:
            accounts[row["Account"]] = {
                "parent": row["ParentName"],
                "share": int(row["Fairshare"]) if row["Fairshare"].isdigit() else None,
                "tresMinutes": limits(row["GrpTRESMins"]),
                "tres": limits(row["GrpTRES"]),
                "qos": names(row["QOS"]),
                "defaultQos": row["DefaultQOS"] or None,
            }
    return accounts, users


def current_administrators():
    return {row["User"]: row["AdminLevel"] == "Administrator" for row in table("user", "User", "AdminLevel")}
