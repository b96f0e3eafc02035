using Orchestrator.Import.Foreign;
using Orchestrator.Metadata.Model;

namespace Orchestrator.Import.Biml;

/// <summary>Makes connections of those of Biml.</summary>
/// <param name="model">What the files declare.</param>
/// <param name="problems">Takes what is wrong.</param>
internal sealed class BimlConnections(BimlModel model, ForeignProblems problems)
{
    private static readonly string[] OfFiles = ["FlatFileConnection", "FileConnection"];

    private static readonly Dictionary<string, string> Elsewhere = new(StringComparer.Ordinal)
    {
        ["ExcelConnection"] = "write a connection of files with a format of style: excel (`orchestrator help files`)",
        ["ExcelOleDbConnection"] = "write a connection of files with a format of style: excel "
            + "(`orchestrator help files`)",
        ["FtpConnection"] = "write it under `fileServers` (`orchestrator help metadata`)",
        ["SmtpConnection"] = "write it under `mail` (`orchestrator help alerts`)",
        ["HttpConnection"] = "a request is an object of its own (`orchestrator help http`)",
    };

    private readonly Dictionary<string, PlatformFacts> _platforms = new(StringComparer.Ordinal);
    private readonly Dictionary<string, string> _names = new(StringComparer.OrdinalIgnoreCase);

    /// <summary>The connections that are databases, by their names in Biml.</summary>
    public IReadOnlyDictionary<string, PlatformFacts> Databases => _platforms;

    /// <summary>The files of all of them.</summary>
    public List<ForeignFile> Files()
    {
        var files = new List<ForeignFile>();
        foreach (var element in model.Connections)
        {
            var name = element.Text("Name")!;
            var plain = ImportNames.Plain(name);
            if (!_names.TryAdd(plain, name))
            {
                problems.Error(ForeignCodes.Twice, element.At,
                    $"the connections '{name}' and '{_names[plain]}' would have one file", "rename one of the two");
            }
            else if (OfFiles.Contains(element.Name))
            {
                files.Add(OfFolder(element, plain));
            }
            else if (OfServer(element, plain) is { } file)
            {
                _platforms.Add(name, file.Platform);
                files.Add(file.File());
            }
        }

        return files;
    }

    private ConnectionFile? OfServer(BimlElement element, string plain)
    {
        var text = element.Text("ConnectionString") ?? "";
        if (!Elsewhere.TryGetValue(element.Name, out var hint)
            && ServerText.PlatformOf(text, element.Text("Provider") ?? "") is { Form: not StoreForm.Folder } platform)
        {
            return new ConnectionFile(plain, platform) { Text = text };
        }

        problems.Error(ForeignCodes.Store, element.At,
            $"the connection '{ForeignProblems.Shown(plain)}' (<{ForeignProblems.Shown(element.Name)}>) leads to "
            + "nothing that is read here", hint ?? "have its rows delivered as files, or by a database that is read");
        return null;
    }

    private ForeignFile OfFolder(BimlElement element, string plain)
    {
        var path = element.Text("FilePath") ?? "";
        var end = path.LastIndexOfAny(['\\', '/']);
        string[] formats = element.Text("FileFormat") is { } format && Format(element, format) is { } line
            ? [line] : [];
        return new ConnectionFile(plain, PlatformTable.Of(PlatformTable.Folder))
        {
            Folder = end > 0 ? path[..end] : path,
            Formats = formats,
        }.File();
    }

    private string? Format(BimlElement connection, string name)
    {
        if (BimlModel.Named(model.Formats, BimlModel.Last(name)) is not { } format)
        {
            problems.Error(ForeignCodes.Unknown, connection.At,
                $"nothing that was read declares the format '{ForeignProblems.Shown(name)}'",
                "import the file that does, too");
            return null;
        }

        var columns = format.Under("Columns").ToArray();
        if (!format.Is("FlatFileFormat") || (format.Text("FlatFileType") ?? "Delimited") != "Delimited")
        {
            problems.Error(ForeignCodes.NoEqual, format.At,
                $"the format '{ForeignProblems.Shown(name)}' is no text with delimiters",
                "write a format with style: fixed or bcp for it (`orchestrator help files`)");
            return null;
        }

        string[] fields = [.. columns.SkipLast(1).Select(column => column.Text("Delimiter") ?? "Comma").Distinct()];
        if (fields.Length > 1)
        {
            problems.Error(ForeignCodes.NoEqual, format.At,
                $"the columns of the format '{ForeignProblems.Shown(name)}' end with {fields.Length} different signs",
                "have the file written with one sign between all columns");
            return null;
        }

        return new DelimitedText(BimlModel.Last(name), format.At)
        {
            Field = fields is [var only] ? only : null,
            Row = format.Text("RowDelimiter") ?? columns.LastOrDefault()?.Text("Delimiter"),
            Quote = format.Text("TextQualifier") ?? format.Text("TextQualifer"),
            HasHeader = format.Flag("ColumnNamesInFirstDataRow") ?? false,
            SkipLines = format.Number("HeaderRowsToSkip") ?? 0,
            CodePage = format.Number("CodePage"),
            IsUnicode = format.Flag("IsUnicode") ?? false,
        }.Line(problems);
    }
}
