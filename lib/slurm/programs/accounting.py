"""What the accounting database holds now, read with sacctmgr and brought into the form of the declared policy."""

import re

import scontrol

GPU = "gres/gpu"


def sacctmgr(*arguments):
    return scontrol.run(*arguments, command="sacctmgr")


def table(what, *fields, extra=()):
    text = sacctmgr("-n", "-P", "show", what, *extra, "format=" + ",".join(fields))
    return [dict(zip(fields, line.split("|"))) for line in text.splitlines()]


def gpus(tres):
    """`gres/gpu=8,cpu=4` -> 8; None without a limit."""
    match = re.search(r"(?:^|,)gres/gpu=(\d+)", tres)
    return int(match.group(1)) if match else None


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
            "maxGpusPerUser": gpus(row["MaxTRESPU"]),
            "maxGpus": gpus(row["GrpTRES"]),
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
            users[row["Account"], row["User"]] = {"maxGpus": gpus(row["GrpTRES"])}
        else:
            minutes = gpus(row["GrpTRESMins"])
            accounts[row["Account"]] = {
                "parent": row["ParentName"],
                "share": int(row["Fairshare"]) if row["Fairshare"].isdigit() else None,
                "gpuMinutes": minutes,
                "maxGpus": gpus(row["GrpTRES"]),
                "qos": names(row["QOS"]),
                "defaultQos": row["DefaultQOS"] or None,
            }
    return accounts, users


def current_administrators():
    return {row["User"]: row["AdminLevel"] == "Administrator" for row in table("user", "User", "AdminLevel")}
