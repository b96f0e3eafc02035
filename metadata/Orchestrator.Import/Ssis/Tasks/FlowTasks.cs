using System.Globalization;
using Orchestrator.Data;
using Orchestrator.Import.Ssis.Drafts;
using Orchestrator.Import.Ssis.Statements;
using Orchestrator.Import.Ssis.Values;
using Orchestrator.Ssis.Flows;
using Orchestrator.Ssis.Flows.Plans;
using Orchestrator.Ssis.Model;

namespace Orchestrator.Import.Ssis.Tasks;

/// <summary>Data flows: each of its loads becomes an object.</summary>
/// <param name="context">The package.</param>
/// <param name="flow">The flow.</param>
/// <param name="place">Where its objects go.</param>
internal sealed class FlowTasks(TaskContext context, SsisExecutable flow, TaskPlace place)
{
    private const string LoadKey = "load";
    private const string PatternKey = "pattern";
    private const string NullsKey = "keepNulls";
    private const string OrderKey = "sortedBy";
    private const string NullsNote = "NULL stays NULL here; where its column has a default it became that there";

    private readonly Dictionary<string, ObjectDraft> _made = new(StringComparer.Ordinal);
    private readonly List<(ObjectDraft One, IReadOnlyList<string> After)> _order = [];
    private readonly Readings _read = new(context, flow.Path, place.Any);
    private int _objects;

    /// <summary>The loads that only add rows, by what they write: what empties a table may be a part of one.</summary>
    public List<(ConnectionDraft Target, NamedTable Table, ObjectDraft Load)> Adding { get; } = [];

    /// <summary>The objects of the flow.</summary>
    /// <exception cref="OpenException">It has no equal.</exception>
    public TaskResult Map()
    {
        Note();
        var made = FlowTranslator.Translate(context.Package, flow, FlowSurroundings.Of(context, flow, _read, Prefix));
        _objects = made.Loads.Count + made.Statements.Count + made.RowsValues.Count
            + made.RowCounts.Count(each => each.Query is not null);
        foreach (var load in made.Loads)
        {
            Add(load, made.Dispositions.FirstOrDefault(each => each.Path == load.Component)?.Open);
        }

        foreach (var statement in made.Statements)
        {
            var one = Statement(statement.Name, statement.Component, statement.Connection);
            one.Body.Add(DraftEntry.Of(DraftKinds.Statement, StatementWords.Tidy(statement.Sql)));
            Made(statement.Name, one, statement.After);
        }

        foreach (var rows in made.RowsValues)
        {
            Add(rows);
        }

        foreach (var count in made.RowCounts)
        {
            Count(count);
        }

        Order();
        var open = made.Dispositions.Where(each => each.Kind == DispositionKind.Open).ToArray();
        return new TaskResult([.. _read.Before, .. _made.Values, .. Left(open)])
        {
            Components = made.Dispositions,
            Dropped = _made.Count == 0 && open.Length == 0 ? "it moves no rows" : null,
        };
    }

    /// <summary>Lets a load take the place of all rows of its target.</summary>
    public static void Replace(ObjectDraft load)
    {
        var at = load.Body.FindIndex(each => each.Key == LoadKey);
        var entries = ((DraftMap)load.Body[at].Value).Entries;
        load.Body[at] = new(LoadKey, new DraftMap(
        [
            DraftEntry.Of(PatternKey, nameof(FlowPattern.TruncateInsert)),
            .. entries.Where(each => each.Key is not (PatternKey or NullsKey)),
        ]));
        load.Notes.AddRange(entries.Any(each => each.Key == NullsKey) ? [NullsNote] : []);
    }

    /// <summary>Of a load that appends, where NULL becomes a default, the order goes: both at once cannot be.</summary>
    public static void Append(ObjectDraft load)
    {
        var at = load.Body.FindIndex(each => each.Key == LoadKey);
        if (at < 0 || load.Body[at].Value is not DraftMap { Entries: var entries }
            || !entries.Any(each => each.Key == NullsKey) || !entries.Any(each => each.Key == OrderKey))
        {
            return;
        }

        load.Body[at] = new(LoadKey, new DraftMap([.. entries.Where(each => each.Key != OrderKey)]));
        load.Notes.Add("its rows came in an order, which only numbers tell that the server counts");
    }

    // Each of its components says by itself that it is open; the connection is told once.
    private void Note()
    {
        var made = ConnectionExpressions.Dialects(context.Connected, context.Values, flow.Path);
        foreach (var name in flow.DataFlow!.Components.SelectMany(each => each.Connections)
            .Select(each => each.Connection).Distinct(StringComparer.Ordinal))
        {
            if (!made.ContainsKey(name) && context.Find(name) is { } used && used.Kind is ConnectionManagerKind.OleDb
                or ConnectionManagerKind.AdoNet or ConnectionManagerKind.Odbc or ConnectionManagerKind.OracleClient)
            {
                context.Connections.Note(used);
            }
        }
    }

    // Landed tables stand in a database with those of other packages.
    private string Prefix => $"{context.Prefix}_{Plain(flow.Name)}_";

    private static string Plain(string name) =>
        DraftNames.Plain(name, "flow").Replace('-', '_');

    private void Add(FlowLoad load, OpenReason? open)
    {
        var ends = new FlowEnds(context, flow, _read);
        if (load.Plugin is { } plugin)
        {
            Add(load, plugin, open, ends.Of(load.Target).Connection);
            return;
        }

        var source = load.Source is { } from ? ends.Of(from) : ((ConnectionDraft, DraftMap)?)null;
        var (target, written) = ends.Of(load.Target, isTarget: !load.IsLanding);
        var one = New(load.Name, load.Component, place.Within(source?.Item1, target));
        (one.Reads, one.Writes) = (source?.Item1, target);
        one.Kind = load.Versions is null ? null : DraftKinds.Versions;
        if (source is { Item2: var read })
        {
            one.Body.Add(new("source", read));
        }

        one.Body.Add(new("target", written));
        if (load.Versions is null && !target.IsFolder)
        {
            var isServer = target.Platform == DraftPlatforms.Server;
            one.Body.Add(new(LoadKey, Said(load, isServer, !load.KeepsIdentity && load.Columns.Any(each =>
                each.Key == 0 && There(each, load) is { Identity.Length: > 0 }))));
            one.Notes.AddRange(load is { KeepsNulls: false, IsLanding: false }
                && (load.Pattern == FlowPattern.Merge || !isServer) ? [NullsNote] : []);
        }

        if (load is { IsLanding: false, Source: FlowFile { Format.Style: FlowFileStyle.Fixed } })
        {
            one.Notes.Add("blanks at the ends of its columns are no part of their values here");
        }

        if (load.RedirectsErrors)
        {
            one.Body.Add(new("errors", DraftMap.Of(DraftEntry.Of("onError", "redirect"))));
            one.Notes.Add("rows that are refused are kept in the error table of the target");
        }

        if (load.Columns.Count > 0)
        {
            one.Body.Add(new("columns", new DraftList(
                [.. load.Columns.Select(each => Column(each, load, There(each, load)))])));
        }

        if (load is { Target: FlowTable there, IsLanding: false } && context.Connections.Written(
            target, new NamedTable(there.Schema, there.Name)).Name is var said && said != there.Name)
        {
            one.Notes.Add($"its table is called {there.Name} there, and {said} by another load: the server takes "
                + "both for one");
        }

        Made(load.Name, one, load.After);
        if (load is { Target: FlowTable table, IsLanding: false, Pattern: FlowPattern.Append, Versions: null })
        {
            Adding.Add((target, new NamedTable(table.Schema, table.Name), one));
            if (!load.KeepsNulls && load.Columns.Any(each => There(each, load) is { Default.Length: > 0 }))
            {
                context.Defaulted.Add(one);
            }
        }
    }

    // A person writes what fills the table; what lies behind it waits for that.
    private void Add(FlowLoad load, FlowPlugin plugin, OpenReason? open, ConnectionDraft target)
    {
        Skeleton(plugin);
        var one = New(load.Name, load.Component, place.Within(null, target));
        one.Empty("select 1");
        if (open is not null)
        {
            one.Open.Add(new OpenEntry(load.Component, PlaceholderTasks.Short(open)));
        }

        Made(load.Name, one, load.After);
    }

    // Of numbers that the server counts a package brings none, unless it says so: the load refuses them.
    private static DraftMap Said(FlowLoad load, bool isServer, bool isCounted)
    {
        var pattern = load.IsLanding ? FlowPattern.TruncateInsert : load.Pattern;
        return DraftMap.Of(
            DraftEntry.Of(PatternKey, pattern.ToString()),
            DraftEntry.If(isServer && load is { KeepsNulls: false, IsLanding: false } && pattern == FlowPattern.Append,
                NullsKey, DraftPart.Of(false)),
            DraftEntry.If(isCounted, "keepIdentity", DraftPart.Of(false)),
            DraftEntry.If(load.SortedBy.Count > 0 && pattern != FlowPattern.Merge, OrderKey,
                DraftPart.Of(load.SortedBy)));
    }

    // Of its target a package knows neither what takes no NULL nor types that flows have no name for.
    private CatalogColumn? There(FlowLoadColumn column, FlowLoad load) =>
        load is { IsLanding: false, Target: FlowTable table } ? context.Keys.ColumnOf(table, column.Target) : null;

    private static DraftMap Column(FlowLoadColumn each, FlowLoad load, CatalogColumn? there) => DraftMap.Of(
        DraftEntry.Of("column", each.Value is not null || each.Source.Length == 0 ? each.Target : each.Source),
        DraftEntry.Maybe("dataType", there is { Type: { } type, Native: null } ? $"{type}" : each.DataType),
        each.Key > 0 ? new("key", new DraftBare(each.Key.ToString(CultureInfo.InvariantCulture))) : null,
        DraftEntry.If((each.RefusesNull || there is { Nullable: false }) && each.Key == 0, "nullable",
            DraftPart.Of(false)),
        each.Value is null && each.Source.Length > 0 && each.Source != each.Target
            ? DraftEntry.Of("target", each.Target) : null,
        each.Value is { } value ? DraftEntry.Of("value", value) : null,
        DraftEntry.Maybe("targetExpression", each.TargetExpression),
        DraftEntry.If(each.CutsText, "onTruncation", DraftPart.Of("truncate")),
        load.Versions is not null && each.Key == 0 && each.Change != FlowChange.Track
            ? DraftEntry.Of("change", each.Change switch
            {
                FlowChange.Overwrite => "overwrite",
                FlowChange.Fixed => "fixed",
                _ => "ignore",
            })
            : null);

    private void Add(FlowRowsValue rows)
    {
        var into = _read.Value(rows.Variable);
        if (into.Draft is not { } draft)
        {
            throw new OpenException(SsisOpenCodes.Value,
                $"'{into.FullName}' cannot be set here", into.FullName, SsisOpenCodes.Minutes);
        }

        // A loop over them calls its columns as the variables that they go to.
        var taken = RowColumns.Of(context, into);
        var sql = taken.Count == 0 ? rows.Sql
            : SelectList.Named(rows.Sql, taken.ToDictionary(each => each.Key, each => each.Value.Name))
                ?? throw new OpenException(SsisOpenCodes.Result,
                    $"a loop takes columns of the rows of '{into.FullName}' that they have not", rows.Sql,
                    SsisOpenCodes.Minutes);
        draft.IsOfRun = true;
        draft.Rows.Clear();
        draft.Rows.AddRange(rows.Columns.Index().Where(each => taken.Count == 0 || taken.ContainsKey(each.Index))
            .Select(each => DraftEntry.Of(
                taken.GetValueOrDefault(each.Index)?.Name ?? each.Item.Name, FlowDataTypes.Ours(each.Item.Type))));
        Statement(rows.Name, rows.Component, rows.Connection, sql, draft, "rows", rows.After);
    }

    private void Count(FlowRowCount count)
    {
        var into = context.Values.Find(flow.Path, count.Variable);
        if (into?.Draft is not { } draft)
        {
            return;
        }

        var isApart = into.Writers.Count > 1;
        if (count.Query is { } query)
        {
            if (isApart)
            {
                return;
            }

            draft.IsOfRun = true;
            Statement(count.Name, count.Component, query.Connection, query.Sql, draft, "Rows", count.After);
        }
        else if (_made.TryGetValue(count.Load, out var load))
        {
            var rows = new CountedRows(load, count.Fact == FlowFact.Rejected ? "rejected" : "read");
            if (!isApart)
            {
                context.Counted[into] = rows;
            }
            else if (context.CountedApart.TryGetValue(into, out var apart))
            {
                apart.Add((flow.Path, rows));
            }
            else
            {
                context.CountedApart[into] = [(flow.Path, rows)];
            }
        }
    }

    private void Statement(string name, string component, string connection, string sql, VariableDraft into,
        string from, IReadOnlyList<string> after)
    {
        var one = Statement(name, component, connection);
        one.Body.Add(DraftEntry.Of(DraftKinds.Statement, StatementWords.Tidy(sql)));
        one.Body.Add(new("sets", DraftMap.Of(DraftEntry.Of(into.Use(), from))));
        Made(name, one, after);
    }

    private ObjectDraft Statement(string name, string component, string connection)
    {
        var target = context.Database(connection, flow.Path);
        var one = New(name, component, place.Within(null, target));
        (one.Kind, one.Writes) = (DraftKinds.Statement, target);
        return one;
    }

    // A flow of one object is called as the flow.
    private ObjectDraft New(string name, string component, ProjectDraft project)
    {
        var before = $"{context.Prefix}_";
        var own = name.StartsWith(Prefix, StringComparison.Ordinal) ? name[before.Length..] : name;
        var one = context.New(project, _objects == 1 ? flow.Name : own, flow.Path);
        if (_objects > 1)
        {
            one.From.Clear();
            one.From.Add(component);
        }

        return one;
    }

    private void Made(string name, ObjectDraft one, IReadOnlyList<string> after)
    {
        _made[name] = one;
        _order.Add((one, after));
        _read.Close(one);
    }

    private void Order()
    {
        foreach (var (one, after) in _order)
        {
            one.DependsOn.AddRange(after.Where(_made.ContainsKey)
                .Select(each => new DependencyDraft(_made[each], null, DraftOutcome.Success)));
        }
    }

    // What is open of a flow stands in an object of its own, so that the rest of the flow is what it is.
    private IEnumerable<ObjectDraft> Left(Disposition[] all)
    {
        var told = _made.Values.SelectMany(each => each.Open).Select(each => each.Path).ToHashSet();
        var open = all.Where(each => each.Open is not null && !told.Contains(each.Path)).ToArray();
        if (open.Length == 0)
        {
            yield break;
        }

        foreach (var component in flow.DataFlow?.Components ?? [])
        {
            if (component.Script is { } script && open.Any(each => each.Path == component.Path))
            {
                context.Keep($"{context.Folder}/{DraftNames.Plain(component.Name, "component")}", script.Files);
            }
        }

        var one = context.New(place.Any(), _made.Count == 0 ? flow.Name : $"{flow.Name}_open", flow.Path);
        one.Empty("select 1");
        one.Open.AddRange(open.Select(each => new OpenEntry(each.Path, PlaceholderTasks.Short(each.Open!))));
        yield return one;
    }

    private void Skeleton(FlowPlugin plugin)
    {
        var folder = context.Solution.Folder($"{context.Folder}/{DraftNames.Plain(plugin.Name, "component")}");
        context.Solution.Beside.Add(new ImportFile($"{folder}/{DraftNames.Plain(plugin.Name, "component")}.cs.txt",
            plugin.Text.ReplaceLineEndings("\n")));
        context.Keep(folder, plugin.Files);
    }
}
