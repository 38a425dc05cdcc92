"""The public face: `import courtside` and the `courtside` command."""
