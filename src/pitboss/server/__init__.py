"""The table server: HTTP and WebSocket in front of a card room's floor."""
