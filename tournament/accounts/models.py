"""People."""

from django.contrib.auth.models import AbstractUser
from django.db import models
from django.db.models.functions import Lower
from django.utils.translation import gettext_lazy as _


class User(AbstractUser):
    """A person with an account: an author, an organiser, or both."""

    time_zone = models.CharField(_("time zone"), max_length=64, default="UTC")

    class Meta(AbstractUser.Meta):
        constraints = [
            models.UniqueConstraint(
                Lower("username"),
                name="username_once_in_any_case",
                violation_error_message=_("A person with that user name is here already."),
            ),
        ]
