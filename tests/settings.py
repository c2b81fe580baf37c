"""Settings of the tests: the site's own, away from its data, with nothing built beforehand."""

import atexit
import os
import shutil
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]

if "KNOCK_TESTS_DIR" not in os.environ:
    # Chosen before the site's settings are read, and inherited by every process a test starts.
    folder = tempfile.mkdtemp(prefix="knock-tests-")
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    Path(folder).chmod(0o711)  # accounts without rights pass through to their seats
    os.environ["KNOCK_TESTS_DIR"] = folder
    os.environ["KNOCK_DATA_DIR"] = f"{folder}/data"
    os.environ["KNOCK_SANDBOX_DIR"] = f"{folder}/seats"
os.environ["REDIS_URL"] = os.environ.get("KNOCK_TEST_REDIS_URL", "redis://127.0.0.1:6379/15")

from tournament.settings import *  # noqa: E402, F403
from tournament.settings import DATA_DIR, DATABASES, STORAGES  # noqa: E402

# A file, since threads of one test do not share a database in memory.
if DATABASES["default"]["ENGINE"] == "django.db.backends.sqlite3":
    DATABASES["default"]["TEST"] = {"NAME": str(DATA_DIR / "tests.sqlite3")}

STORAGES["staticfiles"] = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
STATIC_ROOT = DATA_DIR / "static"
Path(STATIC_ROOT).mkdir(exist_ok=True)  # the static file server warns of a folder that is not there
