"""The judge: questions without a table, answered by the same engines as in play.

Pure but for its errors: no request, no database, no language. A game brings its questions on its ``Game`` record
(``games/<game>/judge.py``); this room finds them, checks what was told, asks, and says how sure the answer is.
"""
