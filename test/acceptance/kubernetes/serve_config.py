"""Reads a Serve configuration with Ray's own schema, and its model settings with the class that Ray Serve's LLM server reads them
with: python serve_config.py FILE. The server itself needs vLLM and so a GPU; that its import path names a function is read
from Ray's sources."""

import ast
import importlib.util
import json
import sys

from ray.serve.schema import ServeDeploySchema

with open(sys.argv[1], encoding="utf-8") as file:
    config = json.load(file)
for application in ServeDeploySchema(**config).applications:
    module, name = application.import_path.split(":")
    with open(importlib.util.find_spec(module).origin, encoding="utf-8") as source:
        functions = [node.name for node in ast.walk(ast.parse(source.read())) if isinstance(node, ast.FunctionDef)]
    if name not in functions:
        sys.exit(f"{module} has no function {name}")
    if module == "ray.serve.llm":
        from ray.llm._internal.serve.core.configs.llm_config import LLMConfig

        for model in application.args["llm_configs"]:
            print(application.name, LLMConfig(**model).model_id)
