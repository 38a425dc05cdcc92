import re

from browser_use.llm.views import ChatInvokeCompletion

PLAN = [
    lambda screen: {"input": {"index": number(screen, "input"), "text": "Ada"}},
    lambda screen: {"click": {"index": number(screen, "button")}},
    lambda screen: {"done": {"text": "Signed in as Ada.", "success": True}},
]


def number(screen, tag):
    return int(re.findall(rf"\[(\d+)\]<{tag}", screen)[-1])


class Scripted:
    model = name = model_name = provider = "scripted"
    _verified_api_keys = True

    def __init__(self):
        self.asked = 0

    async def ainvoke(self, messages, output_format=None, **more):
        act = PLAN[min(self.asked, len(PLAN) - 1)]
        self.asked += 1
        completion = {"evaluation_previous_goal": "", "memory": "", "next_goal": "", "thinking": ""}
        completion["action"] = [act("\n".join(message.text for message in messages))]
        return ChatInvokeCompletion(completion=output_format.model_validate(completion), usage=None)


llm = Scripted()
