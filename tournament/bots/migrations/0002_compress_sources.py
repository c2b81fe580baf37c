import zlib

from django.apps.registry import Apps
from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor


def compress(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    for source in apps.get_model("bots", "Source").objects.iterator(chunk_size=10):
        source.archive = zlib.compress(bytes(source.archive))
        source.save(update_fields=["archive"])


def decompress(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    for source in apps.get_model("bots", "Source").objects.iterator(chunk_size=10):
        source.archive = zlib.decompress(bytes(source.archive))
        source.save(update_fields=["archive"])


class Migration(migrations.Migration):
    dependencies = [("bots", "0001_initial")]

    operations = [migrations.RunPython(compress, decompress)]
