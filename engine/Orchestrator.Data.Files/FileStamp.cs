namespace Orchestrator.Data.Files;

/// <summary>What a file was at a moment.</summary>
/// <param name="File">Its name below the folder.</param>
/// <param name="Size">Its bytes on the disk.</param>
/// <param name="Written">When it was written last, in UTC.</param>
/// <param name="Hash">SHA-256 of its bytes in hex; empty = not known.</param>
public sealed record FileStamp(string File, long Size, DateTime Written, string Hash);
