"""Tables for notebooks."""

from __future__ import annotations

import html
from collections.abc import Iterable, Sequence

_LEFT = " style='text-align:left'"


def html_table(rows: Iterable[Sequence[str]], *, caption: str, head: Sequence[str] = ()) -> str:
    """Rows of texts as HTML, the first cell of each being its name; captions and heads are read by screen readers."""
    top = "".join(f"<th scope='col'{_LEFT}>{html.escape(text)}</th>" for text in head)
    body = "".join(
        f"<tr><th scope='row'{_LEFT}>{html.escape(name)}</th>"
        + "".join(f"<td{_LEFT}>{html.escape(text)}</td>" for text in cells)
        + "</tr>"
        for name, *cells in rows
    )
    return (
        f"<table><caption{_LEFT}>{html.escape(caption)}</caption>"
        + (f"<thead><tr>{top}</tr></thead>" if top else "")
        + f"<tbody>{body}</tbody></table>"
    )
