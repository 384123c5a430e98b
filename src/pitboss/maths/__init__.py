"""Mathematics on games: rules compiled here; exact figures and simulation build on that."""
