"""Uploading bots and their versions."""

from pathlib import PurePosixPath
from typing import Any

from django import forms
from django.core.files.uploadedfile import UploadedFile
from django.utils.translation import gettext_lazy as _

from tournament.bots.refusals import UploadRefused
from tournament.bots.uploads import Upload, check_size, configured_limits, read_upload
from tournament.leagues.models import League
from tournament.web.forms.fields import PlainForm


class UploadField(forms.FileField):
    """A file that is read as a bot; refusals of the upload show beside the field."""

    widget = forms.FileInput(attrs={"accept": ".py,.zip"})

    def clean(self, data: Any, initial: Any = None) -> Upload:
        """Return the checked upload."""
        file: UploadedFile[bytes] = super().clean(data, initial)
        name = file.name or ""
        suffix = PurePosixPath(name).suffix.lower()
        try:
            if suffix in {".py", ".zip"}:
                check_size(suffix, file.size or 0, configured_limits())
            else:
                return read_upload(name, b"")
            return read_upload(name, file.read())
        except UploadRefused as refused:
            raise forms.ValidationError(refused.message) from refused


class VersionForm(PlainForm):
    """The file of a bot's next version."""

    upload = UploadField(
        label=_("Program"),
        help_text=_("One .py file, or a .zip with a bot.py in it."),
    )


class BotForm(VersionForm):
    """A new bot: its name, its program, and the leagues it joins."""

    name = forms.CharField(label=_("Name"), max_length=40)
    about = forms.CharField(
        label=_("About"),
        max_length=280,
        required=False,
        help_text=_("What is its idea? Everybody can read this."),
    )
    leagues = forms.ModelMultipleChoiceField(
        label=_("Leagues to join"),
        queryset=League.objects.none(),
        required=False,
        widget=forms.CheckboxSelectMultiple,
    )
    field_order = ("name", "about", "upload", "leagues")

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        leagues = self.fields["leagues"]
        assert isinstance(leagues, forms.ModelMultipleChoiceField)
        leagues.queryset = League.objects.open()
        leagues.initial = League.objects.open().filter(is_default=True)
