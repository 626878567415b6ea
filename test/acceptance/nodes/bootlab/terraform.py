"""A synthesized stack, as far as machines are made of it: its texts with their references resolved."""

import base64
import gzip
import hashlib
import json
import re

PART = re.compile(r"\$\$\{|%%\{|\$\{([^{}]*)\}|\$\{")
CALL = re.compile(r"(\w+)\((.*)\)", re.S)


def encoded(content):
    return base64.b64encode(content).decode()


FUNCTIONS = {
    "base64encode": lambda text: encoded(text.encode()),
    "base64gzip": lambda text: encoded(gzip.compress(text.encode(), mtime=0)),
    "sha256": lambda text: hashlib.sha256(text.encode()).hexdigest(),
}
# What nothing in the lab looks at: the reference stands for itself.
INERT = ("aws_iam_", "aws_kms_", "aws_placement_group", "aws_security_group", "aws_sns_", "aws_subnet", "aws_vpc", "aws_cloudwatch_", "data.aws_")


class Stack:
    def __init__(self, text):
        self.json = json.loads(text)
        self.values = {}  # "kind.name.attribute" of what has been made

    def of(self, kind):
        return self.json["resource"].get(kind, {})

    def made(self, kind, name, /, **attributes):
        self.values.update({"%s.%s.%s" % (kind, name, key): value for key, value in attributes.items()})

    def evaluate(self, expression):
        expression = expression.strip()
        called = CALL.fullmatch(expression)
        if called:
            return FUNCTIONS[called.group(1)](self.evaluate(called.group(2)))
        if expression.startswith("local."):
            return self.text(self.json["locals"][expression.partition(".")[2]])
        if expression in self.values:
            return str(self.values[expression])
        if expression.startswith(INERT):
            return expression
        raise KeyError("%s has not been made in the lab" % expression)

    def text(self, template):
        """A template with what its references come to."""

        def part(found):
            if found.group(1) is not None:
                return self.evaluate(found.group(1))
            if found.group(0) == "${":
                raise ValueError("an expression that the lab can't read: %s" % template[found.start() : found.start() + 80])
            return found.group(0)[1:]

        return PART.sub(part, template)

    def resolved(self, value):
        if isinstance(value, dict):
            return {key: self.resolved(each) for key, each in value.items() if key not in ("//", "depends_on", "lifecycle")}
        if isinstance(value, list):
            return [self.resolved(each) for each in value]
        return self.text(value) if isinstance(value, str) else value
