using System.Globalization;
using System.Text;
using Orchestrator.Import.Ssis.Drafts;
using Orchestrator.Import.Ssis.Values;
using Orchestrator.Ssis.Model;

namespace Orchestrator.Import.Ssis.Tasks;

/// <summary>
/// Bulk Insert Tasks: the statement that they send. The server reads the file there, too, and the columns are those of
/// the table, which the package does not say.
/// </summary>
internal static class BulkInsertTasks
{
    private const string Table = "DestinationTableName";

    // Expressions over these say nothing of the statement.
    private static readonly string[] Beside = [Table, "Disable", "Description", "Name"];

    /// <summary>The object of the task.</summary>
    /// <param name="context">The package.</param>
    /// <param name="task">The task.</param>
    /// <param name="project">The project that the object is made in.</param>
    /// <param name="target">The database of the table.</param>
    /// <exception cref="OpenException">It has no equal.</exception>
    public static TaskResult Map(
        TaskContext context, SsisExecutable task, ProjectDraft project, ConnectionDraft target)
    {
        var (what, read) = (task.BulkInsert!, new Readings(context, task.Path, () => project));
        if (target.Platform != DraftPlatforms.Server)
        {
            throw No($"{target.Platform} has no such statement: write a load from the file", what.Table);
        }

        if (task.Expressions.FirstOrDefault(each => !Beside.Contains(each.Property)) is { } late)
        {
            throw new OpenException(SsisOpenCodes.Property, $"an expression changes the property {late.Property}",
                late.Expression, SsisOpenCodes.Minutes);
        }

        var (table, options) = (TableOf(context, task), Options(context, what));
        var (path, isReckoned) = new ServerPaths(context, task, read).Of(what.FileConnection);
        var one = context.New(project, task.Name, task.Path);
        one.Kind = DraftKinds.Statement;
        one.Notes.Add("the server itself reads the file, as it did there: its account has to see that path");
        if (what.SortedData.Length > 0)
        {
            one.Notes.Add($"its rows were said to be sorted by {what.SortedData}");
        }

        one.Body.Add(DraftEntry.Of(DraftKinds.Statement, isReckoned
            ? $"DECLARE @bulk nvarchar(max) = N'BULK INSERT {Quoted(table)} FROM '''\n"
                + $"    + REPLACE({path}, N'''', N'''''') + N''' WITH ({Quoted(options)})';\n"
                + "IF @bulk IS NULL THROW 50000, N'the path of the file is not known', 1;\nEXEC (@bulk)\n"
            : $"BULK INSERT {table}\nFROM '{Quoted(path)}'\nWITH ({options})\n"));
        read.Close(one);
        return new TaskResult([.. read.Before, one]);
    }

    private static string TableOf(TaskContext context, SsisExecutable task)
    {
        var expression = task.Expressions.FirstOrDefault(each => each.Property == Table)?.Expression;
        var table = expression is null ? task.BulkInsert!.Table
            : context.Values.Constant(task.Path, expression, takesGiven: false) is { } constant
                ? ImportedTypes.Text(constant) ?? ""
            : throw new OpenException(SsisOpenCodes.Property, "only the run knows the table", expression,
                SsisOpenCodes.Minutes);
        return table.Trim() is { Length: > 0 } named ? named : throw No("the task names no table", task.Name);
    }

    private static string Options(TaskContext context, BulkInsertTask what)
    {
        var type = what.DataFileType switch
        {
            "1" => "native",
            "2" => "widechar",
            "3" => "widenative",
            var written => written[(written.LastIndexOf('_') + 1)..].ToLowerInvariant() is { Length: > 1 } named
                ? named : "char",
        };
        var isText = type is "char" or "widechar" && what.FormatFile.Length == 0;
        string?[] all =
        [
            what.FormatFile.Length > 0 ? $"FORMATFILE = '{Quoted(FormatFile(context, what.FormatFile))}'" : null,
            type == "char" || what.FormatFile.Length > 0 ? null : $"DATAFILETYPE = '{type}'",
            isText && what.FieldTerminator.Length > 0
                ? $"FIELDTERMINATOR = '{Quoted(Written(what.FieldTerminator))}'" : null,
            isText && what.RowTerminator.Length > 0
                ? $"ROWTERMINATOR = '{Quoted(RowEnd(what.RowTerminator, type))}'" : null,
            what.CodePage.Length > 0 ? $"CODEPAGE = '{Quoted(what.CodePage)}'" : null,
            what.FirstRow > 1 ? $"FIRSTROW = {Number(what.FirstRow)}" : null,
            what.LastRow > 0 ? $"LASTROW = {Number(what.LastRow)}" : null,
            $"MAXERRORS = {Number(what.MaximumErrors)}",
            what.KeepsNulls ? "KEEPNULLS" : null,
            what.KeepsIdentity ? "KEEPIDENTITY" : null,
            what.ChecksConstraints ? "CHECK_CONSTRAINTS" : null,
            what.FiresTriggers ? "FIRE_TRIGGERS" : null,
        ];
        return string.Join(", ", all.OfType<string>());
    }

    // The connection of a file, or its path.
    private static string FormatFile(TaskContext context, string written) => context.Find(written)?.Path
        ?? (written.StartsWith('{') ? throw No("nobody knows its format file", written) : written);

    // As BULK INSERT has it: `\n` is CR LF there, and a line feed alone stands in hexadecimal.
    private static string RowEnd(string end, string type) => end switch
    {
        "\r\n" => @"\n",
        "\n" => type == "char" ? "0x0a" : throw No("rows of UTF-16 end with a line feed alone", "RowTerminator"),
        _ => Written(end),
    };

    private static string Written(string terminator)
    {
        if (terminator.Equals("Tab", StringComparison.OrdinalIgnoreCase))
        {
            return @"\t";
        }

        var text = new StringBuilder();
        foreach (var c in terminator)
        {
            text.Append(c switch
            {
                '\t' => @"\t",
                '\r' => @"\r",
                '\n' => @"\n",
                '\\' => @"\\",
                _ when char.IsControl(c) => throw No(
                    "a control character ends its columns or rows", $"U+{(int)c:X4}"),
                _ => c.ToString(),
            });
        }

        return text.ToString();
    }

    private static string Quoted(string text) => text.Replace("'", "''", StringComparison.Ordinal);

    private static string Number(int number) => number.ToString(CultureInfo.InvariantCulture);

    private static OpenException No(string why, string text) =>
        new(SsisOpenCodes.BulkInsert, why, text, SsisOpenCodes.Minutes);
}
