"""Every address of the site."""

from django.conf.urls.i18n import urlpatterns as language_urlpatterns
from django.urls import include, path

urlpatterns = [
    path("", include("tournament.web.urls")),
    path("live/", include("tournament.live.urls")),
    path("language/", include(language_urlpatterns)),
]
handler403 = "tournament.web.views.errors.forbidden"
handler404 = "tournament.web.views.errors.not_found"
handler500 = "tournament.web.views.errors.broken"
