namespace Orchestrator.Data.Files;

/// <summary>Files of another machine, which are read from their beginning to their end.</summary>
/// <param name="Open">Opens one, which is the one that was listed.</param>
/// <param name="IsEmpty">Whether one has no bytes.</param>
public sealed record StoredFiles(Func<string, StoredContent> Open, Func<string, bool> IsEmpty);

/// <summary>A file of another machine, open.</summary>
/// <param name="Bytes">Its bytes.</param>
/// <param name="AtFirst">What it was when it was opened.</param>
/// <param name="Now">What it is now; null = it is not there any more.</param>
public sealed record StoredContent(Stream Bytes, FileStamp AtFirst, Func<FileStamp?> Now);
