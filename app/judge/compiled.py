"""Archives made ready for the Python that reads them: on a phone, so that the judge there wakes up in a moment.

Also run by the worker only (``app/judge/worker.js``), once, when the judge is fetched to be kept.
"""

from __future__ import annotations

import sys
from io import BytesIO
from pathlib import Path
from py_compile import PycInvalidationMode, compile
from tempfile import TemporaryDirectory
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo


def loaded_from(archive: str) -> set[str]:
    """The names in the archive of all modules that were loaded from it until now."""
    origins = [str(spec.origin) for one in list(sys.modules.values()) if (spec := getattr(one, "__spec__", None))]
    return {origin.removeprefix(f"{archive}/") for origin in origins if origin.startswith(f"{archive}/")}


def archive(path: str) -> bytes:
    """The archive with the modules in use compiled. Nothing compares them with a source again, so they are for this
    very Python; the rest is as it was."""
    used, made = loaded_from(path), BytesIO()
    with ZipFile(path) as source, ZipFile(made, "w") as target, TemporaryDirectory() as folder:
        plain, ready = Path(folder) / "one.py", str(Path(folder) / "one.pyc")
        for one in source.infolist():
            data, name = source.read(one), one.filename
            if name in used and name.endswith(".py"):
                plain.write_bytes(data)
                compile(str(plain), ready, name, doraise=True, invalidation_mode=PycInvalidationMode.UNCHECKED_HASH)
                data, name = Path(ready).read_bytes(), f"{name}c"
            target.writestr(ZipInfo(name), data, ZIP_DEFLATED, 1)
    return made.getvalue()
