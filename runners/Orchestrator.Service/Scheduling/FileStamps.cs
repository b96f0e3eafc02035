using System.Globalization;

namespace Orchestrator.Service.Scheduling;

/// <summary>Names, sizes and times of files as text, a line for each, which tells what has come since.</summary>
internal sealed class FileStamps
{
    private const string None = "-";

    private readonly IReadOnlyList<(string Line, string Name)> stamps;

    private FileStamps(IReadOnlyList<(string Line, string Name)> stamps) => this.stamps = stamps;

    /// <summary>The text; never empty.</summary>
    public string Text => stamps.Count == 0 ? None : string.Join('\n', stamps.Select(stamp => stamp.Line));

    /// <summary>Of these files.</summary>
    public static FileStamps Of(IEnumerable<FileInfo> files) => new(
    [
        .. files.OrderBy(file => file.Name, StringComparer.Ordinal)
            .Select(file => (string.Create(CultureInfo.InvariantCulture,
                $"{file.Length} {file.LastWriteTimeUtc.Ticks} {file.Name.ReplaceLineEndings("?")}"), file.Name)),
    ]);

    /// <summary>The names of those that the text of earlier ones does not have so.</summary>
    public IReadOnlyList<string> NotIn(string text)
    {
        var before = text.Split('\n').ToHashSet(StringComparer.Ordinal);
        return [.. stamps.Where(stamp => !before.Contains(stamp.Line)).Select(stamp => stamp.Name)];
    }
}
