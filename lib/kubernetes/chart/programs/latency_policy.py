"""Ray Serve's autoscaling on latency beside queue length: the waiting time of clients counts as load.

Ray Serve's own policy scales by requests in progress. Here a latency above its target is turned into the load that would
explain it, and the larger of both goes to Ray's own policy, with its bounds, delays and factors. As the Horizontal Pod
Autoscaler does: replicas in the proportion of measured to wanted latency, nothing within a tenth of the target, and at most
twice as many at once.
"""

TOLERANCE = 0.1
MOST_AT_ONCE = 2.0


def latency_load(seconds, target_seconds, replicas, target_ongoing_requests, requests):
    """Requests in progress that the latency stands for; 0 where it says nothing."""
    # with less than a request a replica, latency is the model's own: more replicas would not shorten it
    if seconds is None or replicas == 0 or requests < replicas:
        return 0.0
    ratio = seconds / target_seconds
    if abs(ratio - 1) <= TOLERANCE:
        ratio = 1.0
    return replicas * target_ongoing_requests * min(ratio, MOST_AT_ONCE)


class CountedContext:
    """What Serve tells a policy, with another number of requests."""

    def __init__(self, context, requests):
        self._context = context
        self.total_num_requests = requests

    def __getattr__(self, name):
        return getattr(self._context, name)


def latency_autoscaling_policy(ctx):
    """The policy that Serve's controller calls: a decision and the state for the next one."""
    # this function travels to the controller by value; what holds the reader's thread must be a module of its own there
    import latency_reader
    from ray.serve.autoscaling_policy import default_autoscaling_policy

    requests = ctx.total_num_requests
    load = latency_load(
        latency_reader.seconds(),
        latency_reader.target_seconds(),
        ctx.current_num_replicas,
        ctx.config.get_target_ongoing_requests(),
        requests,
    )
    return default_autoscaling_policy(CountedContext(ctx, max(requests, load)))
