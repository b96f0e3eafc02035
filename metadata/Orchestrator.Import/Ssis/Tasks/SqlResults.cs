using System.Globalization;
using Orchestrator.Import.Ssis.Drafts;
using Orchestrator.Import.Ssis.Statements;
using Orchestrator.Import.Ssis.Values;
using Orchestrator.Ssis.Flows.Texts;
using Orchestrator.Ssis.Model;

namespace Orchestrator.Import.Ssis.Tasks;

/// <summary>The columns of a result that go to variables: each gets a name by which it is found.</summary>
internal sealed class SqlResults(TaskContext context, SsisExecutable task, Readings read)
{
    // No variable is called so.
    private const string RowNumber = "[row number]";

    private readonly ExecuteSqlTask _sql = task.Sql!;

    /// <summary>What somebody has to look at though the statement stands there; null = nothing.</summary>
    public OpenReason? Look { get; private set; }

    /// <summary>Why nothing of the result is taken; null = something is.</summary>
    public string? Note { get; private set; }

    /// <summary>The statement with names for its columns, and which of them goes to which variable.</summary>
    /// <exception cref="OpenException">The columns cannot be told.</exception>
    public (string Text, IReadOnlyList<(ImportedValue Into, string Column)> Columns) Map(string text)
    {
        if (Untaken() is { } note)
        {
            Note = note;
            return (text, []);
        }

        return _sql.Result switch
        {
            ResultSetKind.SingleRow when ChosenQueries.AreIn(text) => OneRow(text),
            ResultSetKind.SingleRow or ResultSetKind.FullSet when SeveralQueries.AreIn(text) => throw No(
                "it gives several sets of rows, of which the task takes the first: leave that one alone in it", text),
            ResultSetKind.SingleRow => OneRow(text),
            ResultSetKind.FullSet => Rows(text),
            _ => Xml(text),
        };
    }

    // What goes to an object that no loop runs over, and that nobody reads but scripts.
    private string? Untaken()
    {
        ImportedValue[] into = [.. _sql.Results.Select(each => read.Value(each.Variable)).Distinct()];
        if (into.Length == 0 || !Array.TrueForAll(into, each => each.Type == SsisValueType.Object
            && each.Draft is not null && RowColumns.Of(context, each).Count == 0 && IsOfScripts(each)))
        {
            return null;
        }

        var names = string.Join(", ", into.Select(each => $"'{each.FullName}'"));
        return Array.TrueForAll(into, each => each.Readers.Count == 0 && each.Writers.Count == 1)
            ? $"nobody reads {names}, where its result went"
            : $"its result went to {names}, which scripts alone read: let their classes ask for it";
    }

    private bool IsOfScripts(ImportedValue value)
    {
        var kinds = ModelWalk.Of(context.Package.Root).DistinctBy(each => each.Path)
            .ToDictionary(each => each.Path, each => each.Kind, StringComparer.Ordinal);
        // In a flow none but a script takes an object.
        return value.Readers.All(each => kinds.GetValueOrDefault(each)
                is ExecutableKind.Script or ExecutableKind.DataFlow)
            && value.Writers.All(each => kinds.GetValueOrDefault(each)
                is ExecutableKind.Script or ExecutableKind.ExecuteSql);
    }

    // The one value that a query with FOR XML is, as a text. What the task puts around it no package says.
    private (string, IReadOnlyList<(ImportedValue, string)>) Xml(string text)
    {
        if (_sql.Results is not [var only])
        {
            throw No("the XML of a result goes to one variable", text);
        }

        var into = Settable(only.Variable);
        var tokens = StatementTokens.Of(text);
        string[] tops = [.. tokens.Where(each => each.Depth == 0).Select(each => each.Text.ToUpperInvariant())];
        var at = Array.IndexOf(tops, "FOR");
        var ends = text.TrimEnd().Length;
        if (into.Type != SsisValueType.String || tops is not ["SELECT", ..] || tops.Contains("OPTION")
            || tops.Count(each => each == "SELECT") > 1 || at < 0 || at + 1 >= tops.Length || tops[at + 1] != "XML"
            || tokens.Any(each => each.IsSign(';') && each.End < ends))
        {
            throw No("the result is XML, and not of one query with FOR XML into a text", text);
        }

        into.Draft!.DataType = "nvarchar(max)";
        Look = new OpenReason(SsisOpenCodes.Result,
            $"the task may have put <ROOT> and </ROOT> around the XML: look what reads '{into.FullName}', and put them "
                + "into the statement where it wants them", text, SsisOpenCodes.Minutes);
        var query = text.Trim().TrimEnd(';').TrimEnd();
        return ($"SELECT CAST((\n{query}\n) AS nvarchar(max)) AS [{into.Draft.Name}]",
            [(into, into.Draft.Name)]);
    }

    private (string, IReadOnlyList<(ImportedValue, string)>) OneRow(string text)
    {
        var targets = _sql.Results.Select(each => (each.Column, Into: Settable(each.Variable))).ToArray();
        var byPlace = targets.Where(each => Place(each.Column) is not null)
            .DistinctBy(each => Place(each.Column))
            .ToDictionary(each => Place(each.Column)!.Value, each => each.Into);
        // What has a name keeps it; the rest is called as the variable that takes it.
        var there = SelectList.Of(text) is { } list && list.All(column => !column.IsStar) ? list : null;
        var names = byPlace.ToDictionary(each => each.Key, each =>
            there is not null && each.Key < there.Count && there[each.Key].Name.Length > 0
                ? there[each.Key].Name : each.Value.Draft!.Name);
        var columns = targets.Select(each => (each.Into, Place(each.Column) is { } place ? names[place]
            : each.Column)).ToArray();
        return byPlace.Count == 0 ? (text, columns)
            : ChosenQueries.AreIn(text) ? (ChosenQueries.Named(text, names) ?? throw Untold(text), columns)
            : (Named(text, names) ?? Gathered(text, byPlace.ToDictionary(
                each => each.Key, each => (each.Value.Draft!.Name, each.Value.Draft.DataType))), columns);
    }

    // The rows of a variable are those of a loop, which names their columns by what it gives to whom.
    private (string, IReadOnlyList<(ImportedValue, string)>) Rows(string text)
    {
        if (_sql.Results is not [var only])
        {
            throw No("a set of rows goes to one variable", text);
        }

        var into = Settable(only.Variable, takesObject: true);
        var columns = RowColumns.Of(context, into);
        if (columns.Count == 0)
        {
            throw No($"no loop takes a column of the rows of '{into.FullName}', so nobody knows them", text);
        }

        var names = columns.ToDictionary(each => each.Key, each => each.Value.Name);
        if (names.Values.Distinct(StringComparer.OrdinalIgnoreCase).Count() < names.Count)
        {
            throw No("a loop gives two columns to one variable", text);
        }

        into.Draft!.Rows.Clear();
        var made = Named(text, names) ?? Gathered(text, columns.ToDictionary(
            each => each.Key, each => (each.Value.Name, each.Value.DataType)), isOrdered: true);
        into.Draft.Rows.AddRange(columns.Values.Select(each => DraftEntry.Of(each.Name, each.DataType)));
        return (made, [(into, "rows")]);
    }

    // Of all columns of a table that somebody has told the names are those.
    private string? Named(string text, Dictionary<int, string> names) => SelectList.Named(text, names)
        ?? (StarColumns.Expanded(text, table => context.Keys.ColumnsOf(task.Sql!.Connection, table)) is { } whole
            ? SelectList.Named(whole, names) : null);

    // What is no query on its face, as a call of a procedure, is taken into a table that has the names.
    private static string Gathered(
        string written, Dictionary<int, (string Name, string Type)> byPlace, bool isOrdered = false)
    {
        var text = WrittenBareCall.WithWord(written);
        var tokens = StatementTokens.Of(text);
        var call = Enumerable.Range(0, tokens.Count).LastOrDefault(place => IsCall(tokens, place), -1);
        if (call < 0
            || tokens.Skip(call).Any(token => token.IsSign(';') && token.End < text.TrimEnd().Length)
            || !byPlace.Keys.Order().SequenceEqual(Enumerable.Range(0, byPlace.Count)))
        {
            throw Untold(text);
        }

        // Rows of a procedure come in an order, which a loop keeps.
        var ordered = byPlace.OrderBy(each => each.Key).Select(each => each.Value).ToArray();
        var columns = (isOrdered ? $"{RowNumber} int IDENTITY(1,1), " : "")
            + string.Join(", ", ordered.Select(each => $"[{each.Name}] {each.Type}"));
        var names = string.Join(", ", ordered.Select(each => $"[{each.Name}]"));
        var start = tokens[call].Start;
        return $"{text[..start].TrimStart()}DECLARE @result TABLE ({columns});\nINSERT INTO @result "
            + (isOrdered ? $"({names}) " : "") + $"{text[start..].Trim().TrimEnd(';')};\nSELECT {names} FROM @result"
            + (isOrdered ? $" ORDER BY {RowNumber}" : "");
    }

    private static bool IsCall(IReadOnlyList<SqlToken> tokens, int place) => tokens[place].Depth == 0
        && (tokens[place].Is("EXEC") || tokens[place].Is("EXECUTE")) && (place == 0 || tokens[place - 1].IsSign(';'));

    private ImportedValue Settable(string name, bool takesObject = false)
    {
        var value = read.Value(name);
        return value.Draft is null || context.IsTurn(value)
                || (value.Type == SsisValueType.Object && !takesObject)
            ? throw new OpenException(SsisOpenCodes.Value,
                $"'{value.FullName}' cannot be set here", value.FullName, SsisOpenCodes.Minutes)
            : value;
    }

    private static int? Place(string column) =>
        int.TryParse(column, NumberStyles.None, CultureInfo.InvariantCulture, out var place) ? place : null;

    private static OpenException Untold(string text) =>
        No("its columns cannot be told from the text: name them, or let --catalog tell its table", text);

    private static OpenException No(string why, string text) =>
        new(SsisOpenCodes.Result, why, text, SsisOpenCodes.Minutes);
}
