"""Takes every resource of the cdk.tf.json files that are its arguments to the API request that Terraform's provider makes of it, and
holds that against botocore's service models (members, types, required, enums, lengths, patterns), against forms that AWS documents but
the models lack, and against IAM's limits on policies. Prints a line of JSON per file. requests.json is the mapping:

  "aws_type": {"op": "service.Operation"      the request; null with "why" where none is made
               "with": {"attribute": "Member.Path" or {"member": ..., "with": ..., "out": ...}}
               "out": {"attribute": "why it is in no member"}
               "given": ["Member"]             what the provider adds itself
               "also": [{"op", "with"}]}       further requests; an attribute named there is in no member of the first; "block" for
                                               a block that is the whole request

An attribute that neither names is looked for among the members by its name. Values that only Terraform knows later fit anything.
"""

import functools
import json
import os
import sys

import botocore.session
import regex

HERE = os.path.dirname(os.path.abspath(__file__))
MAPPING = json.load(open(os.path.join(HERE, "requests.json")))
SESSION = botocore.session.get_session()
MODELS = {}
META = {"//", "lifecycle", "depends_on", "provider", "tags", "count", "for_each"}
UNKNOWN = object()


def operation(name):
    service, op = name.split(".", 1)
    if service not in MODELS:
        MODELS[service] = SESSION.get_service_model(service)
    return MODELS[service].operation_model(op)


UNUSABLE = set()


@functools.cache
def compiled(pattern):
    """The models' patterns are Java's; what Python can't read is named in the output."""
    if pattern is None:
        return None
    try:
        plain = pattern.replace("\\p{IsAlphabetic}", "\\p{L}").replace("\\p{all}", "\\s\\S")
        return regex.compile(plain, regex.DOTALL | regex.V0)
    except regex.error:
        UNUSABLE.add(pattern)
        return None


def later(value):
    return isinstance(value, str) and "${" in value


def member_of(shape, attribute):
    """The member that an attribute is named after: security_group_ids, SecurityGroupIds; rule, Rules."""
    plain = attribute.replace("_", "").lower()
    names = {name.lower(): name for name in shape.members}
    for candidate in (plain, plain + "s", plain.removesuffix("s"), plain + "list", plain + "set"):
        if candidate in names:
            return names[candidate]
    return None


class Request:
    def __init__(self, where):
        self.where = where
        self.complaints = []

    def complain(self, path, text):
        self.complaints.append(f"{self.where} {path}: {text}")

    def check(self, value, shape, path, rule=None):
        """Holds a value of Terraform's against a shape."""
        if later(value) or value is UNKNOWN:
            return
        kind = shape.type_name
        if kind == "structure":
            return self.structure(value, shape, path, rule or {})
        if kind == "list":
            items = value if isinstance(value, list) else [value]
            if isinstance(value, dict) and set(getattr(shape.member, "members", ())) == {"Key", "Value"}:
                items = [{"key": key, "value": item} for key, item in value.items()]  # a map of tags
            self.length(len(items), shape, path, "items")
            for index, item in enumerate(items):
                self.check(item, shape.member, f"{path}[{index}]", rule)
        elif kind == "map":
            if not isinstance(value, dict):
                return self.complain(path, f"must be a map, got {value!r}")
            for key, item in value.items():
                self.check(key, shape.key, f"{path} key", None)
                self.check(item, shape.value, f"{path}.{key}", None)
        elif kind == "string":
            self.text(value if isinstance(value, str) else json.dumps(value), shape, path)
        elif kind in ("integer", "long", "float", "double"):
            try:
                number = float(value)
            except (TypeError, ValueError):
                return self.complain(path, f"must be a number, got {value!r}")
            if kind in ("integer", "long") and number != int(number):
                self.complain(path, f"must be whole, got {value!r}")
            self.length(number, shape, path, "")
        elif kind == "boolean" and value not in (True, False, "true", "false"):
            self.complain(path, f"must be true or false, got {value!r}")

    def text(self, value, shape, path):
        meta = shape.metadata
        if "enum" in meta and value not in meta["enum"]:
            self.complain(path, f"must be one of {', '.join(meta['enum'][:12])}, got {value!r}")
        self.length(len(value), shape, path, "characters")
        form = compiled(meta.get("pattern"))
        if form and not form.fullmatch(value):
            self.complain(path, f"must match {meta['pattern']}, got {value!r}")

    def length(self, size, shape, path, unit):
        low, high = shape.metadata.get("min"), shape.metadata.get("max")
        if low is not None and size < low or high is not None and size > high:
            self.complain(path, f"must be {low} to {high} {unit}, got {size:g}")

    def structure(self, value, shape, path, rule):
        """A block against a structure; a list of one block is the block."""
        if isinstance(value, list):
            if len(value) > 1:
                return self.complain(path, "holds several blocks where AWS takes one")
            value = value[0] if value else {}
        if not isinstance(value, dict):
            return self.complain(path, f"must be a block, got {value!r}")
        seen = {name.split(".")[0] for name in rule.get("given", [])}
        nested = {}
        for attribute, item in value.items():
            if item is None or attribute in META and path == "" or attribute in rule.get("out", {}):
                continue
            own = rule.get("with", {}).get(attribute)
            own = {"member": own} if isinstance(own, str) else own or {}
            name = own.get("member") or member_of(shape, attribute)
            if name is None:
                self.complain(f"{path}.{attribute}".lstrip("."), f"is in no member of {shape.name}")
                continue
            seen.add(name.split(".")[0])
            target = shape
            for step in name.split("."):
                if target.type_name == "list":
                    target = target.member
                if step not in target.members:
                    self.complain(path, f"requests.json names {name}, which {shape.name} has not")
                    target = None
                    break
                target = target.members[step]
            if target is not None:
                self.check(item, target, f"{path}.{attribute}".lstrip("."), own)
            nested.setdefault(name.split(".")[0], []).append(name)
        for required in shape.required_members:
            if required not in seen:
                self.complain(path or "request", f"lacks {required}, which {shape.name} requires")


def policies(resource):
    for attribute in ("policy", "assume_role_policy"):
        text = resource.get(attribute)
        if isinstance(text, str) and text.startswith("{"):
            yield attribute, text


def check_policies(type_name, resource, request):
    """https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_iam-quotas.html; Sid: reference_policies_elements_sid.html"""
    limits = {"aws_iam_role_policy.policy": 10240, "aws_iam_policy.policy": 6144, "aws_iam_role.assume_role_policy": 2048,
              "aws_kms_key.policy": 32768, "aws_s3_bucket_policy.policy": 20480, "aws_sns_topic_policy.policy": 30720}
    for attribute, text in policies(resource):
        document = json.loads(text)
        limit = limits.get(f"{type_name}.{attribute}")
        # what Terraform fills in is at most an ARN of about 100 characters
        size = len(regex.sub(r"\$\{[^}]*\}", "x" * 100, regex.sub(r"\s", "", text)))
        if limit and size > limit:
            request.complain(attribute, f"is about {size} characters, AWS takes {limit}")
        sids = [s["Sid"] for s in document["Statement"] if "Sid" in s]
        if type_name.startswith("aws_iam_"):
            for sid in sids:
                if not regex.fullmatch("[A-Za-z0-9]*", sid):
                    request.complain(attribute, f"Sid {sid!r} may hold letters and digits only")
        if len(set(sids)) != len(sids):
            request.complain(attribute, "holds a Sid twice")


def check_forms(type_name, resource, request):
    for attribute, form in MAPPING["forms"].get(type_name, {}).items():
        value = resource.get(attribute)
        if isinstance(value, str) and not later(value) and not regex.fullmatch(form["form"], value):
            request.complain(attribute, f"must match {form['form']} ({form['source']}), got {value!r}")


def check_tags(resource, request):
    """https://docs.aws.amazon.com/tag-editor/latest/userguide/best-practices-and-strats.html"""
    sets = [resource.get("tags") or {}]
    sets += [specification.get("tags") or {} for specification in resource.get("tag_specifications") or []]
    sets.append({tag["key"]: tag["value"] for tag in resource.get("tag") or [] if isinstance(tag, dict) and "key" in tag})
    for tags in sets:
        if not isinstance(tags, dict):
            continue
        if len(tags) > 50:
            request.complain("tags", f"are {len(tags)}, AWS takes 50")
        for key, value in tags.items():
            if not regex.fullmatch(r"(?!(?i:aws:))[\p{L}\p{Z}\p{N}_.:/=+\-@]{1,128}", key):
                request.complain("tags", f"key {key!r} is not allowed")
            if isinstance(value, str) and not later(value) and not regex.fullmatch(r"[\p{L}\p{Z}\p{N}_.:/=+\-@]{0,256}", value):
                request.complain("tags", f"value {value!r} is not allowed")


def held(type_name, name, resource):
    """Complaints on one resource, and how many requests it stands for."""
    rule = MAPPING["types"][type_name]
    request = Request(f"{type_name}.{name}")
    check_forms(type_name, resource, request)
    check_policies(type_name, resource, request)
    check_tags(resource, request)
    operations = [rule] if rule.get("op") else []
    for also in rule.get("also", []):
        part = {attribute: resource[attribute] for attribute in also.get("with", {}) if attribute in resource}
        if "block" in also:
            part = resource.get(also["block"])
        if part:
            operations.append({**also, "part": part})
    elsewhere = {attribute for also in rule.get("also", []) for attribute in [*also.get("with", {}), also.get("block")]}
    for op in operations:
        part = op.get("part")
        if part is None:
            kept = set(op.get("with", {}))
            part = {k: v for k, v in resource.items() if k not in elsewhere or k in kept}
        request.check(part, operation(op["op"]).input_shape, "", op)
    return request.complaints, len(operations)


for file in sys.argv[1:]:
    complaints, requests, unmapped = [], 0, []
    for type_name, named in json.load(open(file)).get("resource", {}).items():
        if not type_name.startswith("aws_"):
            continue
        if type_name not in MAPPING["types"]:
            unmapped.append(f"{type_name} has no request in requests.json, and no reason for none")
            continue
        for name, resource in named.items():
            found, made = held(type_name, name, resource)
            complaints += found
            requests += made
    row = {"file": file, "requests": requests, "complaints": complaints, "unmapped": unmapped}
    print(json.dumps({**row, "unusable": sorted(UNUSABLE)}))
