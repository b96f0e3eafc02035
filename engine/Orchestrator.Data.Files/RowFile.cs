namespace Orchestrator.Data.Files;

/// <summary>What rows are read from: a file below the folder, or a member of a zip file there.</summary>
/// <param name="File">The file, or the zip file, below the folder.</param>
/// <param name="Member">Name of the member; null = it is no zip file.</param>
/// <param name="Length">Bytes that the member unpacks to; of a file 0.</param>
internal sealed record RowFile(string File, string? Member = null, long Length = 0)
{
    /// <summary>What stands between the two in a name.</summary>
    public const char Sign = '!';

    /// <summary>Its name in messages and in rows: `in/a.zip!b.csv`.</summary>
    public string Name => Member is null ? File : NameOf(File, Member);

    /// <summary>The name of a member.</summary>
    public static string NameOf(string zip, string member) => $"{zip}{Sign}{member}";
}
