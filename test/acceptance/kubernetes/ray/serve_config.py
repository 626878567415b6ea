"""Reads Serve configurations with Ray's own schema, and their model settings with the class that Ray Serve's LLM server reads
them with: python serve_config.py FILE... The server itself needs vLLM and so a GPU; that its import path names a function is
read from Ray's sources."""

import ast
import importlib.util
import json
import sys

from ray.serve.schema import ServeDeploySchema


def has_function(module, name):
    with open(importlib.util.find_spec(module).origin, encoding="utf-8") as source:
        tree = ast.parse(source.read())
    return any(isinstance(node, ast.FunctionDef) and node.name == name for node in ast.walk(tree))


def read(path):
    with open(path, encoding="utf-8") as file:
        config = json.load(file)
    for application in ServeDeploySchema(**config).applications:
        module, name = application.import_path.split(":")
        if not has_function(module, name):
            raise ValueError(f"{module} has no function {name}")
        if module == "ray.serve.llm":
            from ray.llm._internal.serve.core.configs.llm_config import LLMConfig

            for model in application.args["llm_configs"]:
                print(application.name, LLMConfig(**model).model_id)


refused = 0
for path in sys.argv[1:]:
    try:
        read(path)
    except Exception as error:
        refused += 1
        print(f"{path}: {error}", file=sys.stderr)
sys.exit(1 if refused else 0)
