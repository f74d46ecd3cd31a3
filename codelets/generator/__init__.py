"""Kernel definition -> intermediate form -> source of each target, descriptor and oracle.

Reading order: declarations.py and definition.py (the contents of a definition), ir.py (the
intermediate form), lower.py (bodies into it), passes.py and stages.py (its analysis), links.py
(values that two neighbouring faces share), kernel.py (all bodies of a kernel, lowered), emit_c.py
(intermediate form into C), render.py (templates), tidy.py (line ends).
"""
