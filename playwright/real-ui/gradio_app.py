"""Gradio's ChatInterface as it comes, answering from answers.py. Port and log path come by environment."""

import os
import time

os.environ.setdefault("GRADIO_ANALYTICS_ENABLED", "False")
os.environ.setdefault("HF_HUB_OFFLINE", "1")

import gradio as gr

from answers import Log, plan

log = Log()


def answer(message, history):
    log.write(event="prompt", prompt=message, turns_before=len(history))
    thinking, markdown, pieces, stalls = plan(message)
    time.sleep(thinking)
    log.write(event="first", prompt=message)
    shown = ""
    for piece in pieces:
        time.sleep(piece.pause)
        shown += piece.text
        yield shown
    log.write(event="answer", prompt=message, markdown=markdown, stalled=stalls)


gr.ChatInterface(answer, title="Test model").launch(
    server_name="127.0.0.1",
    server_port=int(os.environ["EVAL752_APP_PORT"]),
    share=False,
    quiet=True,
)
