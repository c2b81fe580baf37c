"""Signing up and in."""

from typing import TYPE_CHECKING, Any

from django.contrib.auth.forms import AuthenticationForm, BaseUserCreationForm, UsernameField

from tournament.accounts.models import User

if TYPE_CHECKING:
    _CreationForm = BaseUserCreationForm[User]
else:  # the class takes its model as a parameter for type checkers alone
    _CreationForm = BaseUserCreationForm


class SignUpForm(_CreationForm):
    """Choose a name and a password."""

    template_name = "web/form.html"

    class Meta:
        model = User
        fields = ("username",)
        field_classes = {"username": UsernameField}

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **{**options, "label_suffix": ""})


class SignInForm(AuthenticationForm):
    """Sign in with name and password."""

    template_name = "web/form.html"

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **{**options, "label_suffix": ""})
