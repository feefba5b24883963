"""How Numba compiles rules: as whole programs, in the way a C compiler treats static functions.

By itself Numba optimises every rule alone, makes machine code of it, and does both again for each rule that calls it.
Here a rule that other rules call remains plain code of LLVM. Only a function that Python calls becomes machine code:
all rules below it are linked to it, made private and optimised together. Most of them are then inlined, and with them
disappear the calls and the checks after each call.

The compiler passes are documented extension points of Numba; the code libraries, the dispatchers and the treatment of
indices are not, so that only the versions of Numba that were tried are accepted.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import numba
from numba.core import types
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import CompilerBase, DefaultPassBuilder
from numba.core.compiler_machinery import register_pass
from numba.core.typed_passes import NativeLowering
from numba.np import arrayobj

LEAST_NUMBA, BELOW_NUMBA = (0, 65), (0, 69)  # as in pyproject.toml

if not LEAST_NUMBA <= numba.version_info.short < BELOW_NUMBA:
    raise ImportError(f"Heliopolis works with Numba 0.65 to 0.68; {numba.__version__} is installed.", name="numba")

# ---- code ------------------------------------------------------------------------------------------------------------


class _CalleeLibrary(JITCodeLibrary):
    """The code of a rule that others call: never optimised or executed by itself."""

    def finalize(self) -> None:
        """Leave the code as it is."""
        self._raise_if_finalized()
        self._finalized = True


class _EntryLibrary(JITCodeLibrary):
    """The code of a function that Python calls, with all rules below it."""

    def finalize(self) -> None:
        """Link all rules, optimise, and make machine code."""
        self._linking_libraries = _callers_first(self)[1:]
        super().finalize()

    def _optimize_final_module(self) -> None:
        for function in self._final_module.functions:
            if function.linkage.name == "linkonce_odr":
                function.linkage = "internal"
        super()._optimize_final_module()


def _callers_first(library: Any) -> list[Any]:
    """Return a library and all that it needs, each after all that call it: LLVM links only what is already called."""
    found: dict[Any, None] = {}

    def visit(other: Any) -> None:
        if other not in found:
            for callee in other._linking_libraries:
                visit(callee)
            found[other] = None

    visit(library)
    return list(reversed(found))


@contextmanager
def _no_negative_indices() -> Iterator[None]:
    """Compile indices as they are: in a rule they never count from the end, and need not be compared with 0."""
    before = arrayobj.fix_integer_index
    arrayobj.fix_integer_index = lambda context, builder, kind, index, _: context.cast(builder, index, kind, types.intp)
    try:
        yield
    finally:
        arrayobj.fix_integer_index = before


# ---- compiler passes -------------------------------------------------------------------------------------------------


@register_pass(mutates_CFG=True, analysis_only=False)
class _EntryLowering(NativeLowering):
    """Makes machine code of a function and all rules below it."""

    _name = "entry_lowering"

    def run_pass(self, state: Any) -> bool:
        """Lower to the code of LLVM, then to machine code."""
        state.library = _EntryLibrary(state.targetctx.codegen(), state.func_id.func_qualname)
        state.library.enable_object_caching()
        with _no_negative_indices():
            return bool(super().run_pass(state))


class _Callee:
    """Stands for a rule where Numba looks up the code to link; there is no function to call."""


@register_pass(mutates_CFG=True, analysis_only=False)
class _CalleeLowering(NativeLowering):
    """Makes code of a rule for others to link."""

    _name = "callee_lowering"

    def run_pass(self, state: Any) -> bool:
        """Lower to the code of LLVM."""
        state.library = _CalleeLibrary(state.targetctx.codegen(), state.func_id.func_qualname)
        state.flags.no_compile = True
        with _no_negative_indices():
            super().run_pass(state)
        callee = _Callee()
        state.targetctx.insert_user_function(callee, state["cr"].fndesc, [state.library])
        state["cr"] = state["cr"]._replace(cfunc=callee)
        return True


def _passes(state: Any, lowering: type) -> list[Any]:
    """Return Numba's own passes with another lowering."""
    manager = DefaultPassBuilder.define_nopython_pipeline(state)
    manager.passes = [(lowering if one is NativeLowering else one, text) for one, text in manager.passes]
    manager.finalize()
    return [manager]


class EntryCompiler(CompilerBase):
    """Compiles a function that Python calls."""

    def define_pipelines(self) -> list[Any]:
        """Return the passes of this compiler."""
        return _passes(self.state, _EntryLowering)


class CalleeCompiler(CompilerBase):
    """Compiles a rule that other rules call."""

    def define_pipelines(self) -> list[Any]:
        """Return the passes of this compiler."""
        return _passes(self.state, _CalleeLowering)
