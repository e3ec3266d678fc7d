"""Chainlit's chat page as it comes, answering from answers.py. Port and log path come by environment."""

import asyncio

import chainlit as cl

from answers import Log, plan

log = Log()


@cl.on_message
async def answer(message):
    log.write(event="prompt", prompt=message.content, turns_before=len(cl.chat_context.get()) - 1)
    thinking, markdown, pieces, stalls = plan(message.content)
    await asyncio.sleep(thinking)
    log.write(event="first", prompt=message.content)
    reply = cl.Message(content="")
    for piece in pieces:
        await asyncio.sleep(piece.pause)
        await reply.stream_token(piece.text)
    await reply.send()
    log.write(event="answer", prompt=message.content, markdown=markdown, stalled=stalls)
