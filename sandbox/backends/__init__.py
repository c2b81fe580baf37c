"""The ways to confine a program; sandbox.choose picks one."""
