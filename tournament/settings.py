"""Settings; what a server may change comes from the environment (docs/settings.md)."""

import os
import secrets
from pathlib import Path

import dj_database_url
from django.utils.translation import gettext_lazy as _

BASE_DIR = Path(__file__).resolve().parent.parent
DATA_DIR = Path(os.environ.get("KNOCK_DATA_DIR", BASE_DIR / "var")).resolve()
# What lies here is for this account alone: sources, sessions, addresses of people.
DATA_DIR.mkdir(mode=0o700, parents=True, exist_ok=True)
if DATA_DIR.stat().st_uid == os.geteuid():
    DATA_DIR.chmod(0o700)


def _env_flag(name: str, default: bool) -> bool:
    value = os.environ.get(name, "")
    if value.lower() in {"", "1", "true", "yes", "0", "false", "no"}:
        return default if not value else value.lower() in {"1", "true", "yes"}
    raise ValueError(f"{name} is {value!r}; use 1 or 0")


def _env_list(name: str, default: str) -> list[str]:
    return [part.strip() for part in os.environ.get(name, default).split(",") if part.strip()]


def _secret_key() -> str:
    """Return the configured key, or the one that this machine made at its first start."""
    if key := os.environ.get("KNOCK_SECRET_KEY"):
        return key
    path = DATA_DIR / "secret_key"
    try:
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        return path.read_text("ascii")
    with os.fdopen(descriptor, "w", encoding="ascii") as file:
        file.write(secrets.token_urlsafe(50))
    return path.read_text("ascii")


SECRET_KEY = _secret_key()
DEBUG = _env_flag("KNOCK_DEBUG", False)
ALLOWED_HOSTS = _env_list("KNOCK_ALLOWED_HOSTS", "localhost,127.0.0.1,[::1]")
CSRF_TRUSTED_ORIGINS = _env_list("KNOCK_TRUSTED_ORIGINS", "")

INSTALLED_APPS = [
    "tournament.accounts",
    "tournament.bots",
    "tournament.matches",
    "tournament.ratings",
    "tournament.competitions",
    "tournament.leagues",
    "tournament.live",
    "tournament.web",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
]

MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "tournament.web.middleware.ContentSecurityPolicyMiddleware",
    "servestatic.middleware.ServeStaticMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
]

ROOT_URLCONF = "tournament.urls"
ASGI_APPLICATION = "tournament.asgi.application"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "tournament.web.context.site",
            ],
        },
    },
]

DATABASES = {
    "default": dj_database_url.parse(
        os.environ.get("DATABASE_URL", f"sqlite:///{DATA_DIR / 'knock.sqlite3'}"),
        conn_health_checks=True,
    )
}
if DATABASES["default"]["ENGINE"] == "django.db.backends.sqlite3":
    DATABASES["default"]["OPTIONS"] = {
        "transaction_mode": "IMMEDIATE",
        "timeout": 20,
        "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL;",
    }

AUTH_USER_MODEL = "accounts.User"
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in (
        "UserAttributeSimilarityValidator",
        "MinimumLengthValidator",
        "CommonPasswordValidator",
    )
]
LOGIN_URL = "web:sign_in"
LOGIN_REDIRECT_URL = "web:home"
LOGOUT_REDIRECT_URL = "web:home"

LANGUAGE_CODE = "en"
LANGUAGES = [
    ("en", _("English")),
    ("nb", _("Norwegian")),
    ("fi", _("Finnish")),
    ("sv", _("Swedish")),
    ("nl", _("Dutch")),
]
LOCALE_PATHS = [BASE_DIR / "tournament" / "locale"]
TIME_ZONE = "UTC"
USE_TZ = True

STATIC_URL = "static/"
STATIC_ROOT = DATA_DIR / "static"
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "servestatic.storage.CompressedManifestStaticFilesStorage"},
}
MEDIA_ROOT = DATA_DIR / "media"

REDIS_URL = os.environ.get("REDIS_URL", "redis://127.0.0.1:6379/0")

# Celery spells a Redis socket differently from the client library.
CELERY_BROKER_URL = REDIS_URL.replace("unix://", "redis+socket://", 1)
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
# Whoever sends waits for no broker: what cannot be sent now is found by the next tick.
CELERY_BROKER_TRANSPORT_OPTIONS = {
    "visibility_timeout": 2 * 60 * 60,
    "socket_connect_timeout": 2,
    "max_retries": 1,
    "interval_start": 0,
}
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_ACKS_LATE = True
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_TIMEZONE = "UTC"

# Which sandbox plays uploaded bots: auto, docker, bubblewrap or none.
KNOCK_SANDBOX = os.environ.get("KNOCK_SANDBOX", "auto")
# Seat folders live here; a worker in a container needs the same path on its host.
KNOCK_SANDBOX_DIR = (
    Path(os.environ["KNOCK_SANDBOX_DIR"]) if "KNOCK_SANDBOX_DIR" in os.environ else None
)
# Seconds between two looks for what is due or lost.
KNOCK_TICK_S = float(os.environ.get("KNOCK_TICK_S", "10"))
CELERY_BEAT_SCHEDULE = {
    name: {"task": name, "schedule": KNOCK_TICK_S, "options": {"expires": KNOCK_TICK_S}}
    for name in ("matches.tick", "ratings.tick", "leagues.tick")
}
# Matches take long, checks have somebody waiting, everything else is quick.
CELERY_TASK_DEFAULT_QUEUE = "control"
CELERY_TASK_ROUTES = {
    "matches.play_match": {"queue": "matches"},
    "matches.start_check": {"queue": "checks"},
}


# What an upload may have: bytes of one .py, bytes of a .zip packed and unpacked, entries of a .zip.
KNOCK_SOURCE_BYTES = int(os.environ.get("KNOCK_SOURCE_BYTES", str(1024 * 1024)))
KNOCK_ZIP_BYTES = int(os.environ.get("KNOCK_ZIP_BYTES", str(8 * 1024 * 1024)))
KNOCK_UNPACKED_BYTES = int(os.environ.get("KNOCK_UNPACKED_BYTES", str(32 * 1024 * 1024)))
KNOCK_ZIP_ENTRIES = int(os.environ.get("KNOCK_ZIP_ENTRIES", "500"))
# What the site keeps of one person's sources, compressed, and how many uploads may await a check.
KNOCK_STORED_BYTES = int(os.environ.get("KNOCK_STORED_BYTES", str(64 * 1024 * 1024)))
KNOCK_WAITING_UPLOADS = int(os.environ.get("KNOCK_WAITING_UPLOADS", "5"))

SECURE_CONTENT_TYPE_NOSNIFF = True
SECURE_REFERRER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"
CSRF_FAILURE_VIEW = "tournament.web.views.errors.csrf_failure"
SESSION_COOKIE_HTTPONLY = True
if _env_flag("KNOCK_HTTPS", False):
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = True

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"line": {"format": "{asctime} {levelname} {name}: {message}", "style": "{"}},
    "handlers": {"console": {"class": "logging.StreamHandler", "formatter": "line"}},
    "root": {"handlers": ["console"], "level": os.environ.get("KNOCK_LOG_LEVEL", "INFO")},
}
