"""An application with the layout of Ray's OpenAI server, without vLLM: an ingress and one model, both from zero replicas. The model takes the
deployment's settings of the chart and a GPU, as Ray counts it; the ingress those that ray.serve.llm gives it where all models start from zero
(ray 2.60.0 python/ray/llm/_internal/serve/core/ingress/ingress.py, `get_deployment_options`)."""

from fastapi import FastAPI
from ray import serve

web = FastAPI()


class Model:
    async def answer(self):
        return "an answer"


@serve.ingress(web)
class Ingress:
    def __init__(self, model):
        self.model = model

    @web.get("/v1/models")
    async def answer(self):
        return await self.model.answer.remote()


def app(args):
    [config] = args["llm_configs"]
    model = serve.deployment(Model, ray_actor_options={"num_gpus": 1}, **config["deployment_config"]).bind()
    model_scaling = config["deployment_config"]["autoscaling_config"]
    # the delays of both are ten minutes in use: Ray's for the ingress, the chart's for the model
    scaling = {key: model_scaling[key] for key in ("upscale_delay_s", "downscale_delay_s")}
    scaling["target_ongoing_requests"] = 1_000_000_000
    if model_scaling["min_replicas"] == 0:
        scaling["min_replicas"] = 0
    return serve.deployment(Ingress, autoscaling_config=scaling).bind(model)
