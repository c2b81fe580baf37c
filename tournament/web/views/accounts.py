"""Signing up, in and out."""

from django.contrib.auth import login
from django.contrib.auth.views import LoginView, LogoutView
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from tournament.web.forms.accounts import SignInForm, SignUpForm


def sign_up(request: HttpRequest) -> HttpResponse:
    """Make an account and sign its person in."""
    form = SignUpForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        login(request, form.save())
        return redirect("web:bot_new")
    return render(request, "web/sign_up.html", {"form": form})


sign_in = LoginView.as_view(
    template_name="web/sign_in.html",
    authentication_form=SignInForm,
    redirect_authenticated_user=True,
)
sign_out = LogoutView.as_view()
