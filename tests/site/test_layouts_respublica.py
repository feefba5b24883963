"""Whole games of Res Publica, measured at every phase, as a player and as a spectator."""

from __future__ import annotations

from tests.site.layouts import Layout

RESPUBLICA = Layout(
    question=("#decision", ".say"),
    in_view=(".others", ".forum", ".mine", ".side"),
    one_line=(".say .btn", ".say .seg button", ".scroll .btn", ".who .name", ".card .nm", ".stone h2", ".mini"),
    whole=(".say", ".forum", ".stone", ".scroll", ".hand", ".others .seat", ".say .btn", ".scroll .btn", ".pick", ".card"),
    may_be_cut=(".seat .name", ".seat .doing", ".scroll .name", ".scroll .doing"),
    steady=((".forum", ".play"), (".stone", ".forum"), (".hand", ".mine")),
)
WATCHED = Layout(
    question=(),
    in_view=(".others", ".forum", ".side"),
    one_line=RESPUBLICA.one_line,
    whole=(".forum", ".stone", ".scroll", ".others .seat"),
    may_be_cut=RESPUBLICA.may_be_cut,
    steady=((".forum", ".play"), (".stone", ".forum")),
)
