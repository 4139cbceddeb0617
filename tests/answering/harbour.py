"""The pages of a harbour that is asked about: a lease, rules, boats."""

from __future__ import annotations

from belegg.testing.desk import Desk

LEASE = """---
title: Lease of the boathouse
date: 2025-03-01
---

# Lease of the boathouse

## Rent

The rent is 4,200 kroner a month. It is paid on the first working day. However, nobody pays in July.

## Notice

Either party may end the lease with three months' written notice. The tenant may leave without notice when
the roof leaks.

## Keys

There are two keys. A lost key costs 350 kroner.
"""
RULES = """# Regler for båthuset

## § 1 Åpningstid

Båthuset er åpent hele året.

## § 2 Hunder

(1) Hunder må holdes i bånd.

(2) Det gjelder ikke førerhunder.

## § 2a Katter

Katter er ikke tillatt i båthuset.

## § 7 Brudd

Den som bryter reglene, betaler et gebyr på 500 kroner.
"""
BOATS = "# Boats\n\nThe blue boat seats four. The red boat seats six people."


def harbour_desk() -> Desk:
    """The three pages on a desk, read by everybody."""
    desk = Desk()
    desk.put("harbour/lease.md", LEASE)
    desk.put("harbour/rules.md", RULES)
    desk.put("harbour/boats.md", BOATS)
    return desk
