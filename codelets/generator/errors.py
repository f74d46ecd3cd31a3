"""The one exception of the generator."""


class DefinitionError(Exception):
    """A mistake in a definition: where, what, and what to do about it."""

    def __init__(self, file, line, what, advice):
        self.file, self.line, self.what, self.advice = file, line, what, advice
        super().__init__(f"{file}:{line}: {what}; {advice}")
