"""The virtual machines of the lab: what Azure hands a VM when it is made, and VMs that programs of the head ask for."""

import base64
import hashlib
import json
import pathlib
import subprocess
import threading
import time
import uuid
from xml.sax.saxutils import escape

# Azure takes longer to make a VM. The lab's counts its uptime in whole seconds, so that one which is on at once seems to have booted before it was
# asked for, and slurmctld waits for another boot.
SECONDS_TO_MAKE = 4
# The asset tag of the chassis of every VM of Azure, by which cloud-init knows the place. cloud-init: sources/azure/identity.py
ASSET_TAG = "7783-7084-3265-9085-8269-3286-77"

ENVIRONMENT = """<?xml version="1.0" encoding="utf-8"?>
<Environment xmlns="http://schemas.dmtf.org/ovf/environment/1" xmlns:wa="http://schemas.microsoft.com/windowsazure">
 <wa:ProvisioningSection><wa:Version>1.0</wa:Version>
  <LinuxProvisioningConfigurationSet xmlns="http://schemas.microsoft.com/windowsazure">
   <ConfigurationSetType>LinuxProvisioningConfiguration</ConfigurationSetType>
   <HostName>{host}</HostName><UserName>{user}</UserName>
   <DisableSshPasswordAuthentication>true</DisableSshPasswordAuthentication>
   <CustomData>{data}</CustomData>
  </LinuxProvisioningConfigurationSet>
 </wa:ProvisioningSection>
 <wa:PlatformSettingsSection><wa:Version>1.0</wa:Version>
  <PlatformSettings xmlns="http://schemas.microsoft.com/windowsazure"><ProvisionGuestAgent>true</ProvisionGuestAgent></PlatformSettings>
 </wa:PlatformSettingsSection>
</Environment>
"""
# One entry of a list is all that cloud-init is told of where it runs; disks have the names that Azure's rules of udev give them.
CLOUD = "datasource_list: [Azure]\ndatasource: {Azure: {apply_network_config: true}}\n"
DISKS = "d /dev/disk/azure 0755\nd /dev/disk/azure/scsi1 0755\nL /dev/disk/azure/scsi1/lun0 - - - - /dev/nvme1n1\n"


def machine_id(name):
    return str(uuid.UUID(hashlib.sha256(name.encode()).hexdigest()[:32]))


def overlay(folder, host, user, custom_data):
    """What a VM of Azure finds on its provisioning disk, in the folder where cloud-init looks first."""
    files = {
        "var/lib/cloud/seed/azure/ovf-env.xml": ENVIRONMENT.format(host=escape(host), user=escape(user), data=custom_data),
        "etc/cloud/cloud.cfg.d/99-of-azure.cfg": CLOUD,
        "usr/lib/tmpfiles.d/of-azure.conf": DISKS,
    }
    for path, text in files.items():
        target = pathlib.Path(folder) / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text)
    return str(folder)


class Machines:
    """Boots and ends VMs on request, each in a thread of its own: the resource manager answers first."""

    def __init__(self, state, tool, site):
        self.state, self.tool, self.site = pathlib.Path(state), tool, site

    def events(self):
        """Scheduled events, as the check has written them."""
        path = self.state / "events.json"
        return json.loads(path.read_text()) if path.exists() else []

    def boot(self, name, body, address):
        threading.Thread(target=self._boot, args=(name, body, address), daemon=True).start()

    def _boot(self, name, body, address):
        time.sleep(SECONDS_TO_MAKE)
        profile = body["properties"]["osProfile"]
        seed = overlay(self.state / "seeds" / name, profile["computerName"], profile["adminUsername"], profile["customData"])
        machine = {"vm": name, "computerName": profile["computerName"], "identities": list(body["identity"]["userAssignedIdentities"])}
        shape = self.site["launch"]
        spec = {**shape, "name": name, "id": ASSET_TAG, "ip": address, "tags": machine, "instanceType": body["properties"]["hardwareProfile"]["vmSize"]}
        spec["overlay"] = [seed, *shape.get("overlay", [])]
        path = self.state / ("launch.%s.json" % name)
        path.write_text(json.dumps(spec))
        subprocess.run([self.tool, "_launch", str(path)], check=False)

    def run(self, name, *command):
        subprocess.run([self.tool, "run", name, "--", *command], check=True)

    def end(self, name):
        subprocess.run([self.tool, "crash", name], check=False)


def encoded(text):
    return base64.b64encode(text.encode()).decode()
