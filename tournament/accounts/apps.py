"""The app's place in the project."""

from django.apps import AppConfig


class AccountsConfig(AppConfig):
    """Configure tournament.accounts."""

    name = "tournament.accounts"
    label = "accounts"
    default_auto_field = "django.db.models.BigAutoField"
