using System.Text;
using Orchestrator.Metadata.Model;

namespace Orchestrator.Data.Conformance.Places;

/// <summary>
/// A folder of files of one format, whose columns are all declared and which are read back by the rules of the format
/// alone.
/// </summary>
/// <param name="style">The format.</param>
/// <param name="all">Names of the columns in order, with the width that a format of fixed widths gives each.</param>
internal sealed class FilesPlace(FileStyle style, IReadOnlyList<(string Name, int Width)> all) : Place
{
    private readonly string _folder = Directory.CreateTempSubdirectory("orchestrator-place-").FullName;

    /// <summary>The formats that are written: workbooks are read alone.</summary>
    public static FileStyle[] Styles { get; } =
        [.. Enum.GetValues<FileStyle>().Where(one => one != FileStyle.Excel)];

    public override PlaceKind Kind => PlaceKind.Files;

    /// <summary>The format, whose terminators stand in no value of the tests.</summary>
    public FileFormat Format { get; init; } = new()
    {
        Name = "rows",
        Style = style,
        Field = style == FileStyle.Bcp ? "\u001F" : ",",
        Row = style == FileStyle.Bcp ? "\u001E\n" : "\n",
        Widths = style == FileStyle.Fixed ? [.. all.Select(column => column.Width)] : [],
    };

    public override TableName NewTable(string name = "t") => new(null, $"{name}_{Next()}.txt");

    public override Connection Connection(string name) => new()
    {
        Name = name,
        Platform = Metadata.Model.Platform.Files,
        Folder = _folder,
        RecordSource = "FILE",
        Formats = new Dictionary<string, FileFormat> { [Format.Name] = Format },
    };

    public override void Run(string sql) => throw new NotSupportedException("files run no statements");

    public override IReadOnlyList<object?[]> Stored(TableName table, IReadOnlyList<string> columns)
    {
        var names = all.Select(column => column.Name).ToArray();
        return Read(table.Name, Format, names, [.. columns.Select(column => Array.IndexOf(names, column))]);
    }

    /// <inheritdoc/>
    public override IReadOnlyList<object?[]> Rejected(TableName table, IReadOnlyList<string> columns) =>
        Directory.GetFiles(_folder, $"{Path.GetFileNameWithoutExtension(table.Name)}_err.*.csv") is [var file]
            ? Read(Path.GetFileName(file), new FileFormat { Name = "csv" }, columns, [.. columns.Select((_, i) => i)])
            : [];

    public override void Dispose() => Directory.Delete(_folder, recursive: true);

    private IReadOnlyList<object?[]> Read(string file, FileFormat format, IReadOnlyList<string> names, int[] places) =>
    [
        .. StoredFile.Rows(File.ReadAllText(Path.Combine(_folder, file), Encoding.UTF8), format, names)
            .Select(row => places.Select(place => (object?)row[place]).ToArray())
            .OrderBy(row => long.TryParse((string?)row[0], out var number) ? number : 0),
    ];
}
