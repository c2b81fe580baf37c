"""Write the list of system calls as Docker's seccomp profile."""

from __future__ import annotations

import errno
import json
from typing import Any

from sandbox.seccomp.allowlist import ABSENT, ALLOWED, CONDITIONS


def docker_profile() -> str:
    """Return the profile as JSON text, the form that the engine's API takes."""
    rules: list[dict[str, Any]] = [
        {"names": list(ALLOWED), "action": "SCMP_ACT_ALLOW"},
        {"names": list(ABSENT), "action": "SCMP_ACT_ERRNO", "errnoRet": errno.ENOSYS},
    ]
    rules += [
        {
            "names": [condition.call],
            "action": "SCMP_ACT_ALLOW",
            "args": [
                {
                    "index": condition.argument,
                    "value": condition.mask,
                    "valueTwo": value,
                    "op": "SCMP_CMP_MASKED_EQ",
                }
            ],
        }
        for condition in CONDITIONS
        for value in condition.values
    ]
    return json.dumps(
        {
            "defaultAction": "SCMP_ACT_ERRNO",
            "architectures": ["SCMP_ARCH_X86_64", "SCMP_ARCH_AARCH64"],
            "syscalls": rules,
        }
    )
