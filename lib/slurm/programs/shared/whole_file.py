"""Writes files whole: a reader sees the earlier text or the new one, also where two programs write one file at once."""

import os
import tempfile


def write(path, text):
    """Readable by all. Raises OSError, and leaves nothing behind, where the file can't be replaced."""
    with tempfile.NamedTemporaryFile("w", dir=os.path.dirname(path), prefix=".warpform-", delete=False, encoding="utf-8") as file:
        try:
            file.write(text)
            file.flush()
            os.chmod(file.name, 0o644)
            os.replace(file.name, path)
        except BaseException:
            os.unlink(file.name)
            raise
