using System.Globalization;

namespace Orchestrator.Service.Scheduling;

/// <summary>A file as it stood in its folder.</summary>
/// <param name="Name">Its name.</param>
/// <param name="Length">Its size in bytes.</param>
/// <param name="Written">When it was last written to, by the clock of whoever wrote it.</param>
internal sealed record FoundFile(string Name, long Length, DateTime Written)
{
    /// <summary>All of it as a line: another one if it changes.</summary>
    public string Stamp { get; } = string.Create(
        CultureInfo.InvariantCulture, $"{Length} {Written.Ticks} {Name.ReplaceLineEndings("?")}");
}

/// <summary>Names, sizes and times of files as text, a line for each, which tells what has come since.</summary>
internal sealed class FileStamps(IReadOnlyList<FoundFile> files)
{
    private const string None = "-";

    /// <summary>The text; never empty.</summary>
    public string Text => files.Count == 0 ? None
        : string.Join('\n', files.OrderBy(file => file.Name, StringComparer.Ordinal).Select(file => file.Stamp));

    /// <summary>Those that the text of earlier ones does not have so.</summary>
    public IReadOnlyList<FoundFile> NotIn(string text)
    {
        var before = text.Split('\n').ToHashSet(StringComparer.Ordinal);
        return
        [
            .. files.Where(file => !before.Contains(file.Stamp)).OrderBy(file => file.Name, StringComparer.Ordinal),
        ];
    }
}
