namespace Orchestrator.Ssis.Estates;

/// <summary>A file that may belong to an estate, before it is read.</summary>
/// <param name="Path">With `/`, below what was pointed at.</param>
/// <param name="Length">Its bytes.</param>
/// <param name="Read">Gives its bytes; throws what reading files throws.</param>
internal sealed record EstateFile(string Path, long Length, Func<byte[]> Read)
{
    /// <summary>The name without its folders.</summary>
    public string Name => Path[(Path.LastIndexOf('/') + 1)..];

    /// <summary>The folder, without a `/` behind it; empty at the top.</summary>
    public string Folder => FolderNames.Of(Path);

    public bool Is(string ending) => Path.EndsWith(ending, StringComparison.OrdinalIgnoreCase);
}
