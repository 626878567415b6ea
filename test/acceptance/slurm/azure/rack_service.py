"""Azure for the lab's racks:  rack_service.py SCALE-SET COUNT. GET /lab tells what VMs there are and which were restarted, in order."""

import sys
import threading

from fake_azure import Azure, serve

PORT = 8080


class Racks(Azure):
    def __init__(self, scale_set, count):
        super().__init__()
        self.racks(scale_set, count)
        for number, vm in enumerate(self.vms.values()):
            vm["address"] = "10.99.201.%d" % (number + 1)

    def answer(self, method, path, query, body, headers):
        if path != "/lab":
            return super().answer(method, path, query, body, headers)
        vms = {name: {"address": vm["address"], "node": vm["tags"].get("warpform:node")} for name, vm in self.vms.items()}
        return 200, {"vms": vms, "restarted": self.restarted}

    def metadata(self, path, query, headers):
        """What the VM that asks is; the head's are as before."""
        vm = next((vm for vm in self.vms.values() if vm["address"] == headers["X-Client"]), None)
        if vm is None or not path.endswith("/instance/compute"):
            return super().metadata(path, query, headers)
        tags = [{"name": name, "value": value} for name, value in vm["tags"].items()]
        return {"name": vm["name"], "osProfile": vm["properties"]["osProfile"], "tagsList": tags, "placementGroupId": "4f0e6d0c-0000-4000-8000-000000000001"}


if __name__ == "__main__":
    serve(Racks(sys.argv[1], int(sys.argv[2])), ("0.0.0.0", PORT))
    threading.Event().wait()
