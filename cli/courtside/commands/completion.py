"""`courtside completion`: the lines that let a shell complete commands, options and run ids."""

from __future__ import annotations

import click
from click.shell_completion import get_completion_class


@click.command()
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
@click.pass_context
def completion(context: click.Context, shell: str) -> None:
    """Print the code for tab completion in your shell.

    \b
    bash: add to ~/.bashrc:  eval "$(courtside completion bash)"
    zsh:  add to ~/.zshrc:   eval "$(courtside completion zsh)"
    fish: courtside completion fish > ~/.config/fish/completions/courtside.fish
    """
    made = get_completion_class(shell)
    assert made is not None
    root = context.find_root()
    click.echo(made(root.command, {}, "courtside", "_COURTSIDE_COMPLETE").source())
