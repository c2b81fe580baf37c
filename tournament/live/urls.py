"""The address of the stream."""

from django.urls import path

from tournament.live.views import stream

app_name = "live"
urlpatterns = [path("", stream, name="stream")]
