"""The Celery application; apps send tasks by name and keep them in their own tasks.py."""

import os

from celery import Celery

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tournament.settings")

app = Celery("knock")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()


def send_on_commit(task: str, *args: object) -> None:
    """Send a task by name once the open transaction has committed.

    The database is the truth and the message a hint: when the broker cannot be reached the failure
    is logged, and the next tick finds the row that was not picked up.
    """
    from django.db import transaction

    def send_message() -> None:  # a plain function: Django logs it by its name
        app.send_task(task, args=args, retry=False)

    transaction.on_commit(send_message, robust=True)
