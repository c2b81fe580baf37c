"""What the forms share."""

from typing import Any

from django import forms


class PlainForm(forms.Form):
    """A form that tells assistive software which help and errors belong to which field."""

    template_name = "web/form.html"

    def __init__(self, *args: Any, **options: Any) -> None:
        options.setdefault("label_suffix", "")
        super().__init__(*args, **options)
