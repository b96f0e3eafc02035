using System.Globalization;
using Orchestrator.Import.Ssis.Statements;
using Orchestrator.Import.Ssis.Tasks;
using Orchestrator.Ssis.Model;

namespace Orchestrator.Import.Ssis.Planning;

/// <summary>
/// Tables of all packages that hold a log and nothing else: each row is added by a statement that writes mostly what
/// the run knows of itself, and nothing of the packages names the table otherwise. What a table is called says nothing.
/// </summary>
internal sealed class LogTables
{
    private readonly Dictionary<SsisExecutable, (string Place, NamedTable Table)> _rows =
        new(ReferenceEqualityComparer.Instance);

    private readonly HashSet<(string Place, string Key)> _added = [];
    private readonly HashSet<string> _named = new(StringComparer.OrdinalIgnoreCase);

    /// <summary>The tables of packages of which all is read that their callers give.</summary>
    public LogTables(IReadOnlyList<PackagePlan> packages)
    {
        foreach (var package in packages)
        {
            package.Try(() => Find(package.Context));
        }

        var names = _rows.Values.Select(each => each.Table.Name).ToHashSet(StringComparer.OrdinalIgnoreCase);
        if (names.Count > 0)
        {
            foreach (var package in packages)
            {
                Name(package.Package.Root, names);
            }
        }
    }

    /// <summary>The log that a task writes, and nothing else; null = it does something else.</summary>
    public NamedTable? Of(SsisExecutable task) => _rows.TryGetValue(task, out var row)
        && _added.Contains((row.Place, row.Table.Key)) && !_named.Contains(row.Table.Name)
        && row.Table.Name.All(IsOfWord) ? row.Table : null;

    /// <summary>The flows of a package that count rows, each with the variable.</summary>
    public static HashSet<(string Flow, string Variable)> Counts(SsisPackage package) =>
    [
        .. ModelWalk.Of(package.Root).SelectMany(each => (each.DataFlow?.Components ?? [])
            .Where(component => component.Kind == ComponentKind.RowCount)
            .Select(component => (each.Path, component.Property("VariableName") ?? ""))),
    ];

    /// <summary>Whether a variable is one of the system, or a number of rows.</summary>
    public static bool IsOfRun(
        TaskContext context, string path, string name, HashSet<(string Flow, string Variable)> counts) =>
        name.StartsWith("System::", StringComparison.Ordinal)
        || (context.Values.Find(path, name) is { Writers.Count: > 0 } value
            && value.Writers.All(writer => counts.Contains((writer, value.FullName))));

    private void Find(TaskContext context)
    {
        var counts = Counts(context.Package);
        foreach (var task in ModelWalk.Of(context.Package.Root).Where(each => each.Sql is not null))
        {
            if (SqlTargets.FixedText(context, task) is not { } text || WrittenRow.Of(text) is not { } row)
            {
                continue;
            }

            var variables = row.Values.Select(each => Variable(task.Sql!, each)).ToArray();
            var known = row.Values.Where((each, at) => each.IsFact
                || (variables[at] is { } name && IsOfRun(context, task.Path, name, counts))).Count();
            if (known * 2 > row.Values.Count
                && variables.Any(name => name?.StartsWith("System::", StringComparison.Ordinal) == true))
            {
                var found = context.Find(task.Sql!.Connection);
                var place = $"{found?.Server}|{found?.Database}".ToUpperInvariant();
                _rows[task] = (place, row.Table);
                if (row.IsAdded && !task.IsDisabled)
                {
                    _added.Add((place, row.Table.Key));
                }
            }
        }
    }

    private static string? Variable(ExecuteSqlTask task, WrittenValue value)
    {
        static int Number(SqlTaskParameter each) =>
            int.TryParse(each.Name, NumberStyles.None, CultureInfo.InvariantCulture, out var number) ? number : -1;
        return value.Mark >= 0 ? task.Parameters.OrderBy(Number).ElementAtOrDefault(value.Mark)?.Variable
            : value.Parameter.Length == 0 ? null
            : task.Parameters.FirstOrDefault(each => each.Name.TrimStart('@').Equals(
                value.Parameter, StringComparison.OrdinalIgnoreCase))?.Variable;
    }

    private void Name(SsisExecutable root, HashSet<string> names)
    {
        foreach (var each in ModelWalk.Of(root))
        {
            foreach (var text in Texts(each))
            {
                Name(text, names);
            }
        }
    }

    // Whatever may hold the name of a table; code and statements that are made in the run among them.
    private IEnumerable<string?> Texts(SsisExecutable one)
    {
        var variables = one.Variables.Concat(ModelWalk.HandlersOf(one).SelectMany(each => each.Variables));
        IEnumerable<string?> texts = variables.SelectMany(each => new[] { each.Value, each.Expression });
        if (!_rows.ContainsKey(one))
        {
            texts = texts.Append(one.Sql?.Statement).Concat(one.Expressions.Select(each => each.Expression));
        }

        return texts.Append(one.Expression).Append(one.RawText).Append(one.BulkInsert?.Table)
            .Append(one.Process?.Arguments).Concat(one.Script?.Files.Select(each => each.Text) ?? [])
            .Concat(one.ForEach?.Properties.Select(each => each.Value) ?? [])
            .Concat((one.DataFlow?.Components ?? []).SelectMany(each => each.Properties.Select(said => said.Value)
                .Concat(each.Script?.Files.Select(file => file.Text) ?? []).Append(each.RawText ?? "")));
    }

    private void Name(string? text, HashSet<string> names)
    {
        if (text is null)
        {
            return;
        }

        for (var at = 0; at < text.Length; at++)
        {
            var begin = at;
            while (at < text.Length && IsOfWord(text[at]))
            {
                at++;
            }

            if (at > begin && names.TryGetValue(text[begin..at], out var name))
            {
                _named.Add(name);
            }
        }
    }

    private static bool IsOfWord(char c) => char.IsLetterOrDigit(c) || c is '_' or '#' or '$';
}
