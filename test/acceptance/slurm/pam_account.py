"""What sshd asks PAM when somebody logs in:  pam_account.py USER [SECONDS]

Prints PAM's answer (0 is yes, 6 is no) and the cgroups that this process is in then; stays for so many seconds.
"""

import ctypes
import os
import sys
import time

pam = ctypes.CDLL("libpam.so.0", mode=ctypes.RTLD_GLOBAL)  # modules find its symbols as in sshd
CONVERSE = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_int, ctypes.c_void_p, ctypes.POINTER(ctypes.c_void_p), ctypes.c_void_p)
PAM_CONV_ERR = 19


class Conversation(ctypes.Structure):
    _fields_ = [("converse", CONVERSE), ("data", ctypes.c_void_p)]


silent = Conversation(CONVERSE(lambda *_: PAM_CONV_ERR), None)
handle = ctypes.c_void_p()
started = pam.pam_start(b"sshd", sys.argv[1].encode(), ctypes.byref(silent), ctypes.byref(handle))
assert started == 0, started
answer = pam.pam_acct_mgmt(handle, 0)
with open("/proc/self/cgroup") as file:
    print(answer, file.read().replace("\n", " "), os.getpid(), flush=True)
time.sleep(float(sys.argv[2]) if sys.argv[2:] else 0)
