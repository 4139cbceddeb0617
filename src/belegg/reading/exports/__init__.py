"""Exports of wikis and drives as they are: what their names, headers and links tell beside the text."""
