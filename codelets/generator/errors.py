"""The only exception class of the generator."""


class DefinitionError(Exception):
    """A mistake in a definition: its place, the fault and the remedy."""

    def __init__(self, file, line, what, advice):
        self.file, self.line, self.what, self.advice = file, line, what, advice
        super().__init__(f"{file}:{line}: {what}; {advice}")
