from langchain_core.language_models.fake_chat_models import GenericFakeChatModel
from langchain_core.messages import AIMessage, ToolCall


class Scripted(GenericFakeChatModel):
    def bind_tools(self, tools, **more):
        return self


def call(tool_name, **words):
    return AIMessage("", tool_calls=[ToolCall(name=tool_name, args=words, id=tool_name)])


model = Scripted(
    messages=iter(
        [
            call("open_page", address="SHOP"),
            call("fill", label="Name", text="Ada"),
            call("press", button="Sign in"),
            AIMessage("Signed in as Ada."),
        ]
    )
)
