using System.Text;
using Orchestrator.Metadata.Model;

namespace Orchestrator.Data.Conformance.Places;

/// <summary>A folder of csv files, which are read back by a reader that knows nothing but RFC 4180.</summary>
internal sealed class FilesPlace : Place
{
    private readonly string folder = Directory.CreateTempSubdirectory("orchestrator-place-").FullName;

    public override PlaceKind Kind => PlaceKind.Files;

    public override TableName NewTable(string name = "t") => new(null, $"{name}_{Next()}.csv");

    public override Connection Connection(string name) => new()
    {
        Name = name,
        Platform = Metadata.Model.Platform.Files,
        Folder = folder,
        RecordSource = "CSV",
        Formats = new Dictionary<string, FileFormat> { ["csv"] = new() { Name = "csv" } },
    };

    public override void Run(string sql) => throw new NotSupportedException("files run no statements");

    public override IReadOnlyList<object?[]> Stored(TableName table, IReadOnlyList<string> columns)
    {
        var rows = Csv(File.ReadAllText(Path.Combine(folder, table.Name), Encoding.UTF8)).ToList();
        var places = columns.Select(column => Array.IndexOf(rows[0], column)).ToArray();
        return
        [
            .. rows.Skip(1).Select(row => places.Select(place => (object?)row[place]).ToArray())
                .OrderBy(row => long.Parse((string)row[0]!)),
        ];
    }

    public override void Dispose() => Directory.Delete(folder, recursive: true);

    // A field without quotes that is empty is NULL.
    private static IEnumerable<string?[]> Csv(string text)
    {
        var (row, at) = (new List<string?>(), 0);
        while (at < text.Length)
        {
            var isQuoted = text[at] == '"';
            var field = isQuoted ? Quoted(text, ref at) : Bare(text, ref at);
            row.Add(field.Length == 0 && !isQuoted ? null : field);
            if (at < text.Length && text[at] == ',')
            {
                at++;
                continue;
            }

            at += at < text.Length && text[at] == '\r' ? 2 : 1;
            yield return [.. row];
            row.Clear();
        }
    }

    private static string Bare(string text, ref int at)
    {
        var end = text.AsSpan(at).IndexOfAny(",\r\n") is var length and >= 0 ? at + length : text.Length;
        var field = text[at..end];
        at = end;
        return field;
    }

    private static string Quoted(string text, ref int at)
    {
        var field = new StringBuilder();
        for (at++; text[at] != '"' || (at + 1 < text.Length && text[at + 1] == '"'); at++)
        {
            at += text[at] == '"' ? 1 : 0;
            field.Append(text[at]);
        }

        at++;
        return field.ToString();
    }
}
