"""Office files (Word, PowerPoint, Excel, OpenDocument, RTF, EPUB): our own thin readers over ZIP and XML."""
