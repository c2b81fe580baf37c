"""One list of system calls, as a BPF program for bubblewrap and as a profile for Docker."""

from sandbox.seccomp.bpf import UnknownProcessor, filter_program
from sandbox.seccomp.profile import docker_profile

__all__ = ["UnknownProcessor", "docker_profile", "filter_program"]
