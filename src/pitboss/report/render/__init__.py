"""Renders a document: the HTML page, the PDF, and the charts of both."""
