"""Azure's REST API with the token of this machine's identity, and the retries that its throttling asks for. Standard library alone: the
SDK of the distribution takes half a gigabyte.

https://learn.microsoft.com/rest/api/azure/
https://learn.microsoft.com/azure/azure-resource-manager/management/request-limits-and-throttling
"""

import email.utils
import json
import random
import threading
import time
import urllib.error
import urllib.parse
import urllib.request

from metadata import metadata

ARM = "https://management.azure.com"
TIMEOUT_SECONDS = 60
# Throttling and failures of the service itself; what a request is wrong about is not asked again
AGAIN = (408, 429, 500, 502, 503, 504)
TRIES = 8
LONGEST_WAIT_SECONDS = 60
# A token that is about to expire is renewed
SPARE_SECONDS = 300


class AzureError(OSError):
    """An answer that is no success. `code` is Azure's, such as AllocationFailed; `status` the one of HTTP."""

    def __init__(self, method, url, status, code, message):
        super().__init__("%s %s: %s %s" % (method, urllib.parse.urlsplit(url).path, code, message))
        self.status, self.code = status, code


class Client:
    def __init__(self, cluster, pause=time.sleep):
        self.cluster, self.pause = cluster, pause
        self.urls = cluster.data.get("endpointUrls", {})
        self.base = self.urls.get("arm", ARM)
        self.clock = None  # Azure's time at the last answer
        self._token, self._until, self._lock = None, 0, threading.Lock()

    def token(self):
        """Asked for once, however many threads want it: the metadata service answers a few requests a second."""
        with self._lock:
            if time.time() > self._until - SPARE_SECONDS:
                wanted = {"resource": ARM + "/", "client_id": self.cluster.data["cloud"]["headClientId"]}
                answer = json.loads(metadata("identity/oauth2/token", "2018-02-01", wanted, self.urls))
                self._token, self._until = answer["access_token"], float(answer["expires_on"])
            return self._token

    def call(self, method, path, version, body=None, query=None, headers=None):
        """The answer as a dictionary, empty where it has no body. Raises AzureError."""
        url = "%s%s?%s" % (self.base, path, urllib.parse.urlencode({"api-version": version, **(query or {})}))
        return self._ask(method, url, body, headers)

    def pages(self, path, version, query=None):
        """The values of all pages of a list."""
        page = self.call("GET", path, version, query=query)
        while True:
            yield from page.get("value", [])
            if not page.get("nextLink"):
                return
            page = self._ask("GET", page["nextLink"], None, None)

    def _ask(self, method, url, body, headers):
        data = None if body is None else json.dumps(body).encode()
        for attempt in range(TRIES):
            request = urllib.request.Request(url, data, {"Authorization": "Bearer " + self.token(), **(headers or {})}, method=method)
            if data is not None:
                request.add_header("Content-Type", "application/json")
            try:
                with urllib.request.urlopen(request, timeout=TIMEOUT_SECONDS) as answer:
                    self.clock = moment(answer.headers.get("Date"))
                    text = answer.read()
                    return json.loads(text) if text.strip() else {}
            except urllib.error.HTTPError as error:
                if error.code not in AGAIN or attempt == TRIES - 1:
                    raise fault(method, url, error) from None
                self.pause(wait(error.headers.get("Retry-After"), attempt))
            except (urllib.error.URLError, TimeoutError):
                if attempt == TRIES - 1:
                    raise
                self.pause(wait(None, attempt))
        raise AssertionError("not reached")


def wait(retry_after, attempt):
    """Seconds: what Azure asks for, or longer and longer with jitter."""
    if retry_after and retry_after.isdigit():
        return min(int(retry_after), LONGEST_WAIT_SECONDS) + random.random()
    return min(2**attempt, LONGEST_WAIT_SECONDS) * (0.5 + random.random() / 2)


def fault(method, url, error):
    """`{"error": {"code", "message"}}` of the answer, or what HTTP says."""
    try:
        said = json.loads(error.read())["error"]
        return AzureError(method, url, error.code, said["code"], said.get("message", ""))
    except (ValueError, KeyError, TypeError):
        return AzureError(method, url, error.code, str(error.code), error.reason)


def moment(date):
    return email.utils.parsedate_to_datetime(date).timestamp() if date else None
