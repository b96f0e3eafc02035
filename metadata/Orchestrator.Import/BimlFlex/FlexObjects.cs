using Orchestrator.Data;
using Orchestrator.Import.Foreign;

namespace Orchestrator.Import.BimlFlex;

/// <summary>Finds what of a project becomes loads.</summary>
/// <param name="model">What was exported.</param>
/// <param name="connections">The connections.</param>
/// <param name="columns">Makes columns.</param>
/// <param name="dialectOf">How statements are written for a connection.</param>
/// <param name="problems">Takes what is wrong.</param>
internal sealed class FlexObjects(
    FlexModel model, FlexConnections connections, FlexColumns columns, Func<FlexConnection, Dialect> dialectOf,
    ForeignProblems problems)
{
    private const string Delimited = "delimited";

    // Codes and names, as FlexRow.Key makes them.
    private static readonly string[] OfVault =
    [
        "hub", "lnk", "link", "sat", "satellite", "lsat", "linksatellite", "pit", "pointintime", "brg", "bridge", "hal",
        "hierarchylink", "ref", "reference", "rsat", "referencesatellite", "sal", "sameaslink",
    ];

    private static readonly string[] Loaded =
    [
        "", "tbl", "table", "tbv", "view", "exc", "excludeinaccelerator", "fil", "flatfile", "sp", "storedprocedure",
        "stq", "stagedquery", "dim", "dimension", "fct", "fact",
    ];

    private static readonly string[] Ignored = ["ign", "ignore"];

    private static readonly string[] Sql =
    [
        "overridesql", "fromsql", "joinsql", "wheresql", "selectbysql", "groupbysql", "orderbysql",
        "sqlsourceexpression", "sqltargetexpression", "parametersql",
    ];

    // What else is written as it stands there.
    private static readonly string[] Written =
        ["sourcefilepattern", "filepattern", "parametername", "parameter", "parameterdefault", "default"];

    private readonly Dictionary<FlexRow, FlexObject> _made = [];

    /// <summary>The load that a row has become; null where it has not.</summary>
    public FlexObject? Of(FlexRow row) => _made.GetValueOrDefault(row);

    /// <summary>The loads of a project, in the order of its rows.</summary>
    public List<FlexObject> Of(FlexProject project)
    {
        var made = new List<FlexObject>();
        var taken = new HashSet<string>(StringComparer.OrdinalIgnoreCase);
        var rows = model.ObjectsOf(project.Row).Where(row => IsLoaded(row, project)).ToArray();
        var twins = rows.Select(FlexObject.TableOf).GroupBy(name => ImportNames.Plain(name),
            StringComparer.OrdinalIgnoreCase).Where(group => group.Skip(1).Any()).Select(group => group.Key)
            .ToHashSet(StringComparer.OrdinalIgnoreCase);
        foreach (var row in rows)
        {
            var (plain, schema) = (ImportNames.Plain(FlexObject.TableOf(row)), row.Text("schema"));
            var name = twins.Contains(plain) && schema.Length > 0 ? ImportNames.Plain($"{schema}_{plain}") : plain;
            if (!taken.Add(name))
            {
                problems.Error(ForeignCodes.Twice, row.At,
                    $"two objects of '{project.Name}' would be called '{name}'", "rename one of the two");
                continue;
            }

            var definition = new FlexObject(
                row, project, name, columns.Of(model.ColumnsOf(row)), model.ParametersOf(row));
            SayUnlike(definition);
            if (IsSaid(definition))
            {
                _made.Add(row, definition);
                made.Add(definition);
            }
        }

        return made;
    }

    private bool IsLoaded(FlexRow row, FlexProject project)
    {
        var type = FlexRow.Key(row.Text("objecttype"));
        var shown = ForeignProblems.Shown(FlexObject.TableOf(row));
        if (shown.Length == 0)
        {
            problems.Error(ForeignCodes.Unknown, row.At, "the object has no name", "give it one");
            return false;
        }

        if (MetadataNames.Refusal(FlexObject.TableOf(row)) is { } why)
        {
            problems.Error(ForeignCodes.NoEqual, row.At, $"metadata cannot say the name of '{shown}': {why}",
                "have a view of the source give it another one");
            return false;
        }

        if (OfVault.Contains(type))
        {
            problems.Error(ForeignCodes.DataVault, row.At, $"'{shown}' is part of a Data Vault, and is not imported",
                "write an object with a query of the stage for it");
            return false;
        }

        if (!Loaded.Contains(type) && !Ignored.Contains(type))
        {
            problems.Error(ForeignCodes.NoEqual, row.At,
                $"'{shown}' is of the type '{ForeignProblems.Shown(row.Text("objecttype"))}', and is not imported",
                "write an object for it: of changes that a server keeps with a `query` and a watermark");
            return false;
        }

        // What the project writes is said by what it reads.
        var place = FlexModel.Connection(row);
        var connection = connections.Find(place);
        if (place.Length > 0 && connection != project.Source && connection != project.Target)
        {
            problems.Error(ForeignCodes.Unknown, row.At,
                $"'{shown}' lies in '{ForeignProblems.Shown(place)}', which its project does not read",
                "move it to another project, or export all connections");
        }

        return !Ignored.Contains(type) && (place.Length == 0 || connection == project.Source);
    }

    // What would refuse the whole solution is left out.
    private bool IsSaid(FlexObject definition)
    {
        if (definition.Columns.Select(column => column.Row).Concat(definition.Parameters).Prepend(definition.Row)
            .Append(definition.Project.Source.Row).Any(HoldsPlaceholder))
        {
            problems.Error(ForeignCodes.NoEqual, definition.Row.At,
                $"the object '{definition.Name}' holds '${{' in its SQL, its files or a parameter, which stands for "
                + "values here; it is left out",
                "write a variable of the run for it (`orchestrator help values`)");
            return false;
        }

        if (Array.Exists(Sql, column => NamesParameter(definition, column)))
        {
            problems.Error(ForeignCodes.Parameter, definition.Row.At,
                $"the SQL of the object '{definition.Name}' asks for a parameter, which has no value here; it is left "
                + "out", "leave the comparison out of the SQL where a watermark says it (`orchestrator help values`)");
            return false;
        }

        return definition.IsFile ? definition.Format.Line(problems) is not null : IsNamed(definition);
    }

    // @LastLoad, and not the @@LastLoad of somebody's own, nor @LastLoadDate.
    private static bool NamesParameter(FlexObject definition, string column)
    {
        var sql = definition.Row.Text(column);
        return sql.Contains('@', StringComparison.Ordinal) && definition.Parameters
            .SelectMany(row => new[] { row.Text("parametername", "name", "parameter"), row.Text("toname") })
            .Where(name => name.Length > 0).Select(name => $"@{name.TrimStart('@')}").Any(name => Holds(sql, name));
    }

    private static bool Holds(string sql, string name)
    {
        for (var at = 0; (at = sql.IndexOf(name, at, StringComparison.OrdinalIgnoreCase)) >= 0; at++)
        {
            var end = at + name.Length;
            if ((at == 0 || sql[at - 1] != '@') && (end == sql.Length || !(char.IsLetterOrDigit(sql[end])
                || sql[end] == '_')))
            {
                return true;
            }
        }

        return false;
    }

    // No statement can be written with a name that its server does not take.
    private bool IsNamed(FlexObject definition)
    {
        var dialect = dialectOf(definition.Project.Source);
        var names = definition.Columns.Select(column => column.Name).Prepend(definition.Table);
        var why = (definition.Schema.Length > 0
            ? MetadataNames.Refusal(definition.Schema) ?? dialect.ColumnRefusal(definition.Schema) : null)
            ?? names.Select(dialect.ColumnRefusal).FirstOrDefault(refusal => refusal is not null);
        if (why is not null)
        {
            problems.Error(ForeignCodes.NoEqual, definition.Row.At,
                $"a name of the object '{definition.Name}' cannot be said to its server: {why}; it is left out",
                "correct the name in the export");
        }

        return why is null;
    }

    private static bool HoldsPlaceholder(FlexRow row) =>
        Sql.Concat(Written).Any(column => row.Text(column).Contains("${", StringComparison.Ordinal));

    // What the load does otherwise than BimlFlex would.
    private void SayUnlike(FlexObject definition)
    {
        var row = definition.Row;
        if (row.Text("inheritfromobject", "inheritfromobjectname").Length > 0)
        {
            problems.Error(ForeignCodes.NoEqual, row.At,
                $"'{definition.Name}' inherits columns from another object, which it does not here",
                "write its `columns`, or leave them out: all of the source are loaded");
        }

        if (row.Text("createsql", "sourcecreatesql").Length > 0)
        {
            problems.Warn(ForeignCodes.NoEqual, row.At,
                $"the statement that makes the table or view of '{definition.Name}' is not imported",
                "have it made by who deploys the database");
        }

        if (row.Number("threads") is > 1)
        {
            problems.Warn(ForeignCodes.NoEqual, row.At,
                $"'{definition.Name}' was read in several streams, and is read in one",
                "write `splitBy` under `load`, with a column whose values lie evenly");
        }

        if (!definition.HasKey && definition.Columns.Any(column => column.IsTracked))
        {
            problems.Error(ForeignCodes.NoEqual, row.At,
                $"'{definition.Name}' keeps the history of its rows, and has no key to know them by",
                "mark its key, and import again");
        }

        if ((definition.IsFile || definition.IsProcedure)
            && row.Text("wheresql", "fromsql", "joinsql", "selectbysql", "groupbysql").Length > 0)
        {
            problems.Error(ForeignCodes.NoEqual, row.At,
                $"'{definition.Name}' reads a file or a procedure, and the SQL around it is not imported",
                "load all rows, and choose among them in the next stage");
        }

        if (row.Text("flatfiletype") is { Length: > 0 } form && FlexRow.Key(form) != Delimited)
        {
            problems.Error(ForeignCodes.NoEqual, row.At,
                $"the file of '{definition.Name}' is '{ForeignProblems.Shown(form)}', and is read as delimited",
                "write a format with style: fixed or bcp for it (`orchestrator help files`)");
        }

        if (definition.IsFile && row.Text("sourcefilepath", "sourcefilefilter").Length > 0)
        {
            problems.Error(ForeignCodes.NoEqual, row.At,
                $"the files of '{definition.Name}' are chosen by a path or a filter of their own",
                "write the folder and the pattern of its files as `file` of its source (`orchestrator help files`)");
        }

        if ((definition.IsFile || definition.IsProcedure) && definition.Columns.FirstOrDefault(column =>
            column.Row.Text("sqlsourceexpression").Length > 0) is { } computed)
        {
            problems.Error(ForeignCodes.Expression, computed.Row.At,
                $"the column '{ForeignProblems.Shown(computed.Name)}' of a "
                + $"{(definition.IsFile ? "file" : "procedure")} is computed in SQL of its source",
                "write it as `targetExpression` of the column");
        }
    }
}
