"""The sacctmgr commands that turn what accounting holds into the declared policy. Pure; no change gives no command.

The policy is JSON: {"qos": [...], "accounts": [...], "users": [...]}, fields as in lib/slurm/slurm-cluster.ts. What is not
declared is left alone, since administrators may add to it by hand.
"""

NO_LIMIT = -1


def limit(value):
    return str(NO_LIMIT if value is None else value)


def minutes(hours):
    """Limits in hours, by TRES, as Slurm counts them."""
    return {tres: None if value is None else round(60 * value) for tres, value in hours.items()}


def tres_words(option, wanted, now):
    """`GrpTRES=gres/gpu=8,cpu=-1` of the limits that are other than now; of something new, of those that there are."""
    differ = {tres: value for tres, value in wanted.items() if value != (now or {}).get(tres)}
    return [option + "=" + ",".join("%s=%s" % (tres, limit(value)) for tres, value in differ.items())] if differ else []


def qos_wanted(qos):
    return {
        "priority": qos["priority"],
        "preempts": frozenset(qos["preempts"]),
        "maxTimeSeconds": None if qos["maxTimeMinutes"] is None else 60 * qos["maxTimeMinutes"],
        "graceSeconds": qos["graceSeconds"],
    }


def qos_settings(wanted, now):
    words = {
        "priority": "Priority=%d" % wanted["priority"],
        "preempts": "Preempt=" + ",".join(sorted(wanted["preempts"])),
        "maxTimeSeconds": "MaxWall=" + limit(None if wanted["maxTimeSeconds"] is None else wanted["maxTimeSeconds"] // 60),
        "graceSeconds": "GraceTime=%d" % wanted["graceSeconds"],
    }
    return changed(wanted, now, words)


def account_wanted(account):
    return {
        "parent": account["parent"],
        "share": account["share"],
        "qos": frozenset(account["qos"]),
        "defaultQos": account["defaultQos"],
    }


def account_settings(wanted, now):
    words = {
        "parent": "Parent=" + wanted["parent"],
        "share": "Fairshare=%d" % wanted["share"],
        "qos": "QOS=" + ",".join(sorted(wanted["qos"])),
        "defaultQos": "DefaultQOS=" + (wanted["defaultQos"] or "-1"),
    }
    return changed(wanted, now, words)


def changed(wanted, now, words):
    """Words of the fields that differ; for something new, of those that say anything."""
    if now is None:
        return [words[field] for field, value in wanted.items() if value not in (None, frozenset(), 0)]
    return [words[field] for field, value in wanted.items() if value != now.get(field)]


def in_order(accounts):
    """Parents before their children."""
    left, known, out = list(accounts), {account["name"] for account in accounts}, []
    while left:
        ready = [a for a in left if a["parent"] not in known or any(o["name"] == a["parent"] for o in out)]
        if not ready:
            raise ValueError("accounts are each other's parents: %s" % ", ".join(a["name"] for a in left))
        out += ready
        left = [a for a in left if a not in ready]
    return out


def changes(policy, cluster, qos_now, accounts_now, users_now, administrators_now):
    out = []
    where = "Cluster=" + cluster
    # QoS come into being before any may preempt another
    out += [["add", "qos", qos["name"]] for qos in policy["qos"] if qos["name"] not in qos_now]
    for qos in policy["qos"]:
        now = qos_now.get(qos["name"])
        settings = qos_settings(qos_wanted(qos), now)
        settings += tres_words("MaxTRESPerUser", qos["tresPerUser"], (now or {}).get("tresPerUser"))
        settings += tres_words("GrpTRES", qos["tres"], (now or {}).get("tres"))
        if settings:
            out.append(["modify", "qos", qos["name"], "set", *settings])
    for account in in_order(policy["accounts"]):
        now = accounts_now.get(account["name"])
        settings = account_settings(account_wanted(account), now)
        settings += tres_words("GrpTRESMins", minutes(account["tresHours"]), (now or {}).get("tresMinutes"))
        settings += tres_words("GrpTRES", account["tres"], (now or {}).get("tres"))
        if account["name"] not in accounts_now:
            out.append(["add", "account", account["name"], where, *settings])
        elif settings:
            out.append(["modify", "account", account["name"], "set", *settings, "where", where])
    people = {user["name"]: user for user in policy["users"]}
    defaults = {}
    for account in policy["accounts"]:
        for name in account["users"]:
            defaults.setdefault(name, account["name"])
            now = users_now.get((account["name"], name))
            words = tres_words("GrpTRES", people.get(name, {}).get("tres", {}), (now or {}).get("tres"))
            if now is None:
                main = ["DefaultAccount=" + account["name"]] if defaults[name] == account["name"] else []
                out.append(["add", "user", name, "Account=" + account["name"], where, *main, *words])
            elif words:
                out.append(["modify", "user", name, "set", *words, "where", "Account=" + account["name"], where])
    for name, user in people.items():
        if name in defaults and bool(user["administrator"]) != administrators_now.get(name, False):
            level = "Administrator" if user["administrator"] else "None"
            out.append(["modify", "user", name, "set", "AdminLevel=" + level])
    return out
