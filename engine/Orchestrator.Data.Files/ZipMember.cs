using System.IO.Compression;

namespace Orchestrator.Data.Files;

/// <summary>A member of a zip file that is read.</summary>
/// <param name="Name">Its name, with `/` between folders.</param>
/// <param name="Entry">What the zip file says of it.</param>
internal sealed record ZipMember(string Name, ZipArchiveEntry Entry);
