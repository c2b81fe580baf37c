"""Live parts of pages: the fragment itself, and where its changes are streamed from."""

from typing import Any

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe

from tournament.live import fragments

register = template.Library()


@register.simple_tag(takes_context=True)
def live(context: dict[str, Any], name: str, key: object) -> SafeString:
    """Render a fragment as a fresh page shows it, marked so that the stream keeps it fresh."""
    address = f"{name}:{key}"
    html = fragments.render(address, context["request"].user)
    return format_html('<div data-live="{}">{}</div>', address, mark_safe(html))
