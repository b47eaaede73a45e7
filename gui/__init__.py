"""The window, and what of Qt the command line needs. It holds no rule about music."""
