namespace Orchestrator.Packages.Transfer;

/// <summary>A file of a server, as that told of it.</summary>
/// <param name="Name">Its name in its folder.</param>
/// <param name="Path">What leads to it there.</param>
/// <param name="Size">Its bytes.</param>
/// <param name="Written">When it was written last, in UTC.</param>
/// <param name="IsRegular">Whether it is a file, and no link, folder or pipe.</param>
internal sealed record RemoteFile(string Name, string Path, long Size, DateTime Written, bool IsRegular);
