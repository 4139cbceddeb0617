"""The pages that people read: plain HTML from templates, one style sheet, and a script that no page needs."""
