"""The sacctmgr commands that turn what accounting holds into the declared policy. Pure; no change gives no command.

The policy is JSON: {"qos": [...], "accounts": [...], "users": [...]}, fields as in lib/slurm/slurm-cluster.ts. What is not
declared is left alone, since administrators may add to it by hand.
"""

NO_LIMIT = -1


def limit(value):
    return str(NO_LIMIT if value is None else value)


def qos_wanted(qos):
    return {
        "priority": qos["priority"],
        "preempts": frozenset(qos["preempts"]),
        "maxGpusPerUser": qos["maxGpusPerUser"],
        "maxGpus": qos["maxGpus"],
        "maxTimeSeconds": None if qos["maxTimeMinutes"] is None else 60 * qos["maxTimeMinutes"],
        "graceSeconds": qos["graceSeconds"],
    }


def qos_settings(wanted, now):
    words = {
        "priority": "Priority=%d" % wanted["priority"],
        "preempts": "Preempt=" + ",".join(sorted(wanted["preempts"])),
        "maxGpusPerUser": "MaxTRESPerUser=gres/gpu=" + limit(wanted["maxGpusPerUser"]),
        "maxGpus": "GrpTRES=gres/gpu=" + limit(wanted["maxGpus"]),
        "maxTimeSeconds": "MaxWall=" + limit(None if wanted["maxTimeSeconds"] is None else wanted["maxTimeSeconds"] // 60),
        "graceSeconds": "GraceTime=%d" % wanted["graceSeconds"],
    }
    return changed(wanted, now, words)


def account_wanted(account):
    return {
        "parent": account["parent"],
        "share": account["share"],
        "gpuMinutes": None if account["gpuHours"] is None else round(60 * account["gpuHours"]),
        "maxGpus": account["maxGpus"],
        "qos": frozenset(account["qos"]),
        "defaultQos": account["defaultQos"],
    }


def account_settings(wanted, now):
    words = {
        "parent": "Parent=" + wanted["parent"],
        "share": "Fairshare=%d" % wanted["share"],
        "gpuMinutes": "GrpTRESMins=gres/gpu=" + limit(wanted["gpuMinutes"]),
        "maxGpus": "GrpTRES=gres/gpu=" + limit(wanted["maxGpus"]),
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
        settings = qos_settings(qos_wanted(qos), qos_now.get(qos["name"]))
        if settings:
            out.append(["modify", "qos", qos["name"], "set", *settings])
    for account in in_order(policy["accounts"]):
        settings = account_settings(account_wanted(account), accounts_now.get(account["name"]))
        if account["name"] not in accounts_now:
            out.append(["add", "account", account["name"], where, *settings])
        elif settings:
            out.append(["modify", "account", account["name"], "set", *settings, "where", where])
    people = {user["name"]: user for user in policy["users"]}
    defaults = {}
    for account in policy["accounts"]:
        for name in account["users"]:
            defaults.setdefault(name, account["name"])
            most = people.get(name, {}).get("maxGpus")
            now = users_now.get((account["name"], name))
            words = ["GrpTRES=gres/gpu=" + limit(most)]
            if now is None:
                main = ["DefaultAccount=" + account["name"]] if defaults[name] == account["name"] else []
                out.append(["add", "user", name, "Account=" + account["name"], where, *main, *(words if most else [])])
            elif now["maxGpus"] != most:
                out.append(["modify", "user", name, "set", *words, "where", "Account=" + account["name"], where])
    for name, user in people.items():
        if name in defaults and bool(user["administrator"]) != administrators_now.get(name, False):
            level = "Administrator" if user["administrator"] else "None"
            out.append(["modify", "user", name, "set", "AdminLevel=" + level])
    return out
