"""A document as a page, as a print, and its charts."""
