"""The engine: documents, versions, access lists, postings and vectors as rows of whichever database."""
