using System.Globalization;
using Orchestrator.Import.Ssis.Drafts;
using Orchestrator.Import.Ssis.Statements;
using Orchestrator.Import.Ssis.Values;
using Orchestrator.Ssis.Model;

namespace Orchestrator.Import.Ssis.Tasks;

/// <summary>
/// Execute SQL Tasks: statements stay in the dialect of their connection; parameters become names, results values of
/// the run.
/// </summary>
/// <param name="context">The package.</param>
/// <param name="task">The task.</param>
/// <param name="project">The project of its connection.</param>
internal sealed class SqlTasks(TaskContext context, SsisExecutable task, ProjectDraft project)
{
    private readonly ExecuteSqlTask _sql = task.Sql!;
    private readonly Readings _read = new(context, task.Path, () => project);
    private readonly List<string> _notes = [];
    private readonly List<string> _declared = [];
    private readonly List<string> _paths = [];
    private IReadOnlyList<DraftEntry> _told = [];
    private readonly List<(string Local, ImportedValue Into)> _outputs = [];
    private OpenReason? _look;
    private bool _isOneTransaction;

    /// <summary>The objects of the task.</summary>
    /// <exception cref="OpenException">It has no equal.</exception>
    public TaskResult Map()
    {
        if (task.Expressions.FirstOrDefault(each => each.Property == "Connection") is { } late)
        {
            throw new OpenException(SsisOpenCodes.Property, "only the run knows its connection", late.Expression,
                SsisOpenCodes.Hour);
        }

        var (text, held) = Statement();
        if (held is null && string.IsNullOrWhiteSpace(text))
        {
            return new TaskResult([]) { Dropped = "its statement is empty" };
        }

        var body = new List<DraftEntry>();
        if (held is { } variable)
        {
            RefuseParameters();
            body.Add(DraftEntry.Of("sqlFrom", variable));
            body.AddRange(_told.Count > 0 ? _told : Results("").Entries);
        }
        else
        {
            var named = Outputs(Inputs(Procedure(Asked(CallEscape.Opened(text)))));
            var (statement, entries) = Results(named);
            body.Add(DraftEntry.Of(DraftKinds.Statement, StatementWords.Tidy(statement)));
            body.AddRange(entries);
        }

        var one = context.New(project, task.Name, task.Path);
        one.Kind = DraftKinds.Statement;
        if (_sql.TimeoutSeconds > 0)
        {
            body.Add(DraftEntry.Of(
                "packageTimeout", $"{_sql.TimeoutSeconds.ToString(CultureInfo.InvariantCulture)}s"));
        }

        if (_isOneTransaction)
        {
            one.Notes.Add("its words for transactions are taken out: all of it is one, and stays or goes together");
        }

        one.Notes.AddRange(_notes);
        if (project.Target is { } there && there.Place.StartsWith("${secret:", StringComparison.Ordinal)
            && SqlTargets.FixedText(context, task) is { } said && StatedDatabase.Of(said).Database is { } stated)
        {
            one.Notes.Add($"it worked on the database {stated}: the string of {there.Name} has to lead there");
        }

        one.Body.AddRange(body);
        one.Open.AddRange(_look is { } look ? [new OpenEntry(task.Path, look)] : []);
        _read.Close(one);
        return new TaskResult([.. _read.Before, one]);
    }

    // A task takes the rows of the first query, and those behind it change nothing.
    private string Asked(string text)
    {
        if (_sql.Result != ResultSetKind.SingleRow || SeveralQueries.First(text) is not { } first)
        {
            return text;
        }

        _notes.Add("the queries behind its first one are left out: nobody took their rows");
        return first;
    }

    private (string Text, string? From) Statement()
    {
        if (SqlTargets.FixedText(context, task) is { } text)
        {
            return (WithoutTransaction(StatedDatabase.Of(text).Text), null);
        }

        var expression = SqlTargets.Expression(task);
        if (expression is null && _sql.Source == TextSource.Variable)
        {
            var value = _read.Value(_sql.Statement);
            if (value.Expression is null)
            {
                return ("", _read.Condition(value.Symbol ?? throw NoText(value.FullName)));
            }

            expression = value.Expression;
        }

        if (expression is null)
        {
            throw NoText(_sql.Statement);
        }

        var into = context.Naming.New(context.Package.Name, $"{task.Name}_statement", "nvarchar(max)");
        return ("", _read.Computed(
            context.Values.Bound(task.Path, Begun(expression)), $"{task.Name}_statement", into));
    }

    // Each object is one transaction, so that it need not say so; one that ends it on its way could not be run.
    private string WithoutTransaction(string text)
    {
        if (!OwnTransaction.IsIn(text))
        {
            return text;
        }

        _isOneTransaction = true;
        return OwnTransaction.Without(text) ?? throw new OpenException(SsisOpenCodes.Transaction,
            "the statement begins, commits or takes back transactions in a way that one object, which is one "
                + "transaction, cannot: take that out, and make an object of its own of what has to stay",
            text, SsisOpenCodes.Hour);
    }

    // What a query gives stands at its beginning, whatever the run puts behind.
    private string Begun(string expression)
    {
        if (_sql.Result is not (ResultSetKind.SingleRow or ResultSetKind.FullSet) || _sql.Results.Count == 0
            || BegunStatements.Of(expression) is not { } begin)
        {
            return expression;
        }

        var (named, entries) = Results(begin);
        _told = entries;
        return named == begin ? expression : BegunStatements.With(expression, named);
    }

    private OpenException NoText(string text) => new(SsisOpenCodes.Statement,
        _sql.Source == TextSource.File
            ? $"the statement stands in the file of the connection '{_sql.Statement}': put that file below the "
                + "solution, and name it under script"
            : "the package does not hold the statement",
        _sql.Source == TextSource.File && context.Find(text) is { Path.Length: > 0 } file ? file.Path : text,
        SsisOpenCodes.Minutes);

    private void RefuseParameters()
    {
        if (_sql.Parameters.Count > 0)
        {
            throw new OpenException(SsisOpenCodes.Statement,
                "the statement is made in the run and has places for parameters, which have no names then",
                string.Join(", ", _sql.Parameters.Select(each => $"{each.Name} = {each.Variable}")),
                SsisOpenCodes.Hour);
        }
    }

    // A procedure alone is a call with its parameters in their order, or by their names.
    private string Procedure(string text)
    {
        if (!_sql.IsStoredProcedure || StatementTokens.Of(text) is not [var first, ..] || first.Is("EXEC")
            || first.Is("EXECUTE"))
        {
            return text;
        }

        var isNamed = _sql.Parameters.Any(each => each.Name.StartsWith('@'));
        var returned = _sql.Parameters.Any(each => each.Way == ParameterWay.ReturnValue) ? "? = " : "";
        return $"EXEC {returned}{text.Trim()} " + string.Join(", ", _sql.Parameters
            .Where(each => each.Way != ParameterWay.ReturnValue)
            .Select(each => isNamed ? $"{each.Name} = ?" : "?"));
    }

    private string Inputs(string text)
    {
        var byPlace = Ordered();
        if (StatementWords.Marks(text) is var marks && marks > 0)
        {
            if (byPlace.Count < marks)
            {
                throw new OpenException(SsisOpenCodes.Statement,
                    $"the statement has {marks} places for values, and the task has {byPlace.Count} parameters",
                    text, SsisOpenCodes.Minutes);
            }

            return StatementWords.WithMarks(text, place => Place(byPlace[place]));
        }

        var byName = _sql.Parameters.DistinctBy(each => Bare(each.Name), StringComparer.OrdinalIgnoreCase)
            .ToDictionary(each => Bare(each.Name), StringComparer.OrdinalIgnoreCase);
        return StatementWords.WithParameters(
            text, name => byName.TryGetValue(Bare(name), out var found) ? Place(found) : null);
    }

    // By number where they have one, else as they stand; what a procedure returns comes first.
    private List<SqlTaskParameter> Ordered()
    {
        static int Number(SqlTaskParameter each) => each.Way == ParameterWay.ReturnValue ? int.MinValue
            : int.TryParse(each.Name, NumberStyles.None, CultureInfo.InvariantCulture, out var number) ? number : -1;
        return [.. _sql.Parameters.OrderBy(Number)];
    }

    private string Place(SqlTaskParameter parameter)
    {
        if (parameter.Way == ParameterWay.Input)
        {
            return Given(parameter.Variable);
        }

        var into = _read.Value(parameter.Variable);
        if (into.Draft is not { } draft || context.IsTurn(into))
        {
            throw new OpenException(SsisOpenCodes.Value,
                $"'{into.FullName}' cannot be set here", into.FullName, SsisOpenCodes.Minutes);
        }

        var local = $"@out_{_outputs.Count + 1}";
        var start = parameter.Way == ParameterWay.InputOutput ? $" = {_read.Sql(parameter.Variable)}" : "";
        _declared.Add($"DECLARE {local} {draft.DataType}{start};");
        _outputs.Add((local, into));
        return parameter.Way == ParameterWay.ReturnValue ? local : $"{local} OUTPUT";
    }

    // Of a query whose columns are looked for an object before puts a path together.
    private string Given(string variable)
    {
        if (_sql.Result != ResultSetKind.None || context.Values.Find(task.Path, variable) is not { } value
            || DeclaredValues.Of(context, task, value) is not (var local, var line, var note)
            || context.Database(_sql.Connection, task.Path).Platform != DraftPlatforms.Server)
        {
            return _read.Sql(variable);
        }

        _paths.AddRange(_paths.Contains(line) ? [] : [line]);
        _notes.AddRange(note.Length == 0 || _notes.Contains(note) ? [] : [note]);
        return local;
    }

    // What comes back in parameters is told as the row of a query.
    private string Outputs(string text)
    {
        var isRestated = StatementTokens.Of(text).Any(token => token.Is("GO"));
        var target = context.Database(_sql.Connection, task.Path);
        if (_paths.Count > 0 && isRestated)
        {
            throw new OpenException(SsisOpenCodes.Statement,
                "it takes the whole path of a file, and is cut into batches, of which each would need it", text,
                SsisOpenCodes.Minutes);
        }

        if (_outputs.Count == 0)
        {
            return string.Concat(_paths) + text;
        }

        if (isRestated || _sql.Result != ResultSetKind.None || target.Platform != DraftPlatforms.Server)
        {
            throw new OpenException(SsisOpenCodes.Result,
                "the statement gives back parameters and rows, or is cut into batches", text, SsisOpenCodes.Hour);
        }

        // `EXEC ? = procedure OUTPUT` of old packages.
        var body = text.TrimEnd().TrimEnd(';').Replace("OUTPUT OUTPUT", "OUTPUT", StringComparison.OrdinalIgnoreCase)
            .Replace("OUTPUT out", "OUTPUT", StringComparison.OrdinalIgnoreCase);
        var row = string.Join(", ", _outputs.Select(each => $"{each.Local} AS [{each.Into.Draft!.Name}]"));
        return $"{string.Concat(_paths)}{string.Join('\n', _declared)}\n{body};\nSELECT {row}";
    }

    private (string Text, IReadOnlyList<DraftEntry> Entries) Results(string text)
    {
        if (_outputs.Count > 0)
        {
            return (text, Sets(_outputs.Select(each => (each.Into, each.Into.Draft!.Name))));
        }

        if (_sql.Result == ResultSetKind.None || _sql.Results.Count == 0)
        {
            return (text, Changed(text));
        }

        var results = new SqlResults(context, task, _read);
        var (made, columns) = results.Map(text);
        if (made != text && context.Database(_sql.Connection, task.Path).Platform != DraftPlatforms.Server)
        {
            throw new OpenException(SsisOpenCodes.Result,
                "its columns need names in the dialect of its database: write AS NAME behind each", text,
                SsisOpenCodes.Minutes);
        }

        _look = results.Look;
        if (results.Note is { } note)
        {
            _notes.Add(note);
            return (made, []);
        }

        return (made, Sets(columns));
    }

    // How many rows it has changed, where somebody asks for that.
    private IReadOnlyList<DraftEntry> Changed(string text)
    {
        var name = task.Properties.FirstOrDefault(each => each.Name == "ExecValueVariable")?.Value ?? "";
        if (name.Length == 0 || context.Values.Find(task.Path, name) is not { Draft: not null } into
            || into.Readers.Count == 0 || !into.Writers.Contains(task.Path))
        {
            return [];
        }

        return ChangingStatement.IsAlone(text) && !context.IsTurn(into) ? Sets([(into, "changed")])
            : throw new OpenException(SsisOpenCodes.Result,
                $"'{into.FullName}' takes how many rows were changed, and the statement is not one that changes rows",
                text, SsisOpenCodes.Minutes);
    }

    private static IReadOnlyList<DraftEntry> Sets(IEnumerable<(ImportedValue Into, string Column)> columns) =>
    [
        new("sets", new DraftMap([.. columns.DistinctBy(each => each.Into)
            .Select(each => DraftEntry.Of(Use(each.Into), each.Column))])),
    ];

    private static string Use(ImportedValue value)
    {
        value.Draft!.IsOfRun = true;
        return value.Draft.Use();
    }

    private static string Bare(string name) => name.TrimStart('@');
}
