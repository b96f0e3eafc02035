using Orchestrator.Core.Types;
using Orchestrator.Data;
using Orchestrator.Metadata.Model;
using Orchestrator.Packages.Hooks;
using Orchestrator.Packages.Load.Publish;
using Orchestrator.Packages.Load.Source;
using Orchestrator.Packages.Load.Target;
using Orchestrator.Packages.Relaxed;
using Orchestrator.Packages.Store;

namespace Orchestrator.Packages.Load;

/// <summary>The statements that an attempt of a load sends, without connecting to anything.</summary>
internal sealed class LoadStatements
{
    private readonly ObjectDefinition definition;
    private readonly Solution solution;
    private readonly IPlatform platform;
    private readonly LoadPublish publish;
    private readonly RowColumn[] columns;
    private readonly TableName table;
    private readonly TableName into;
    private readonly TableName first;
    private readonly bool isComputed;

    private LoadStatements(ObjectDefinition definition, Solution solution, IPlatform platform)
    {
        this.solution = solution;
        this.definition = definition;
        this.platform = platform;
        publish = LoadContract.Publish(definition, new FoundTarget());
        columns = ColumnsOf(definition);
        table = Dialect.Table(definition.Target.Schema, definition.Target.Name);
        into = publish.UsesLoadTable ? Dialect.LoadTable(table, 0) : table;
        isComputed = LoadContract.IsComputed(definition);
        first = isComputed ? Dialect.StagedTable(table, 0) : into;
    }

    private Dialect Dialect => platform.Dialect;

    private bool IsKeyed => definition.Load.Pattern.Value.IsByKey();

    private bool IsOneTransaction =>
        platform.Abilities.LoadsInOneTransaction && definition.Load.SplitBy.Value is null;

    /// <summary>In the order in which they are sent, for a target without dependents.</summary>
    public static IEnumerable<SqlStatement> Of(ObjectDefinition definition, Solution solution)
    {
        if (definition.Source is { } source && Platforms.Of(solution, source.Connection) is { } from)
        {
            foreach (var (purpose, text) in Reading(definition, from.Dialect))
            {
                yield return new SqlStatement(purpose, source.Connection, text);
            }
        }

        // Else the columns are those of the source, which only a run may look at.
        if (definition.Columns.Count > 0 && Platforms.Of(solution, definition.Target.Connection) is { } to)
        {
            foreach (var (purpose, text) in new LoadStatements(definition, solution, to).OfTarget())
            {
                yield return new SqlStatement(purpose, definition.Target.Connection, text);
            }
        }
    }

    private static IEnumerable<(string, string)> Reading(ObjectDefinition definition, Dialect dialect)
    {
        if (definition.Load.SplitBy.Value is not { } split)
        {
            yield return ("read", LoadSource.StatementOf(definition, dialect));
            yield break;
        }

        var type = definition.Columns.FirstOrDefault(column => column.Name == split.Column)?.DataType;
        var parts = new PartDialect(
            dialect, new RowColumn(split.Column, type ?? new SqlType(SqlTypeKind.BigInt)));
        var where = definition.Watermark is null ? definition.Source!.Where
            : WatermarkWindow.Where(definition, dialect, hasBegin: true);
        yield return ("find the ends", parts.Ends(SplitColumn.TableOf(definition, dialect), where));
        yield return ("read part 1", LoadSource.OfTable(definition, dialect, parts.Condition(where, false, true)));
        if (split.Parts > 2)
        {
            yield return ("read the parts between",
                LoadSource.OfTable(definition, dialect, parts.Condition(where, true, true)));
        }

        yield return ($"read part {split.Parts}",
            LoadSource.OfTable(definition, dialect, parts.Condition(where, true, false)));
    }

    private IEnumerable<(string Purpose, string Text)> OfTarget() =>
    [
        .. Begin(),
        .. Make(),
        .. MakeStaged(),
        .. IsOneTransaction ? [] : Between(),
        .. publish.UsesLoadTable ? None : Hooks(HookTime.Before),
        .. publish.Swap == Swap.InPlace ? [("empty the table", Dialect.DeleteAll(table))] : None,
        Rows(),
        .. Compute(),
        .. publish.UsesLoadTable ? Publish() : [],
        ("count back", TargetRows.CountBackText(Dialect, table, IsOneTransaction && publish.Swap == Swap.Shadow)),
        .. definition.Load.Statistics.Value ? [("count for plans", Dialect.CountForPlans(table))] : None,
        .. Hooks(HookTime.After),
        .. AttemptMark.ShownWithLast(definition, solution),
        ("commit", "COMMIT"),
        .. IsDroppedApart ? Drop() : [],
    ];

    private static (string, string)[] None => [];

    private bool IsDroppedApart => publish is { UsesLoadTable: true, Swap: not Swap.Shadow } && !IsOneTransaction;

    private (string, string)[] Hooks(HookTime when) =>
        [.. TransactionHooks.Of(definition, when).Select(hook => ($"hook {hook.Name}", hook.Sql.Text))];

    private IEnumerable<(string, string)> Make()
    {
        if (publish.UsesLoadTable || definition.Target.Create)
        {
            yield return (publish.UsesLoadTable ? "make the load table (0 = the attempt)" : "make the table if missing",
                Dialect.CreateTable(into, LoadContract.HasRowNumbers(definition, publish)
                    ? [.. columns, Dialect.RowNumber] : columns));
        }
    }

    // The type of what is staged is the source's, which only a run looks at.
    private IEnumerable<(string, string)> MakeStaged()
    {
        if (isComputed)
        {
            yield return ("make the table of staged rows", Dialect.CreateTable(first, [
                .. columns.Select(column => Expression(column) is null
                    ? column : new RowColumn(column.Name, UndeclaredType.Text)),
                Dialect.RowNumber]));
        }
    }

    private IEnumerable<(string, string)> Compute()
    {
        if (isComputed)
        {
            var sql = new ComputeDialect(Dialect, first, into);
            yield return ("compute", sql.Insert([.. columns.Select(column => (column, Expression(column)))], false));
            foreach (var column in columns.Where(column => Expression(column) is not null))
            {
                yield return ("look for changed results", sql.CountChanged(column, Expression(column)!, false));
            }

            yield return ("remove the staged rows", Dialect.Drop(first));
        }
    }

    private string? Expression(RowColumn column) =>
        definition.Columns.FirstOrDefault(each => each.Target == column.Name)?.TargetExpression;

    private (string, string)[] Begin() =>
        [("begin", Dialect.BeginText), ("claim the table", new MarkerDialect(Dialect).Take)];

    private (string, string)[] Between() => [("commit", "COMMIT"), .. Begin()];

    private (string, string) Rows()
    {
        var insert = Dialect.Insert(first, [.. columns.Select(column => column.Name)]);
        var sent = definition.Load.FastLoad.Value ? Dialect.BulkInsert(first, columns) : insert;
        return (sent == insert ? "write each row" : "write the rows", sent);
    }

    private IEnumerable<(string, string)> Publish()
    {
        string[] names = [.. columns.Select(column => column.Name)];
        var isEmptied = definition.Load.Pattern.Value == LoadPattern.TruncateInsert;
        string[] statements = publish.Swap == Swap.Shadow
            ? [.. Dialect.Exchange(into, table)]
            :
            [
                .. isEmptied ? [Dialect.DeleteAll(table)] : Array.Empty<string>(),
                .. LoadedRange.Of(definition) is { } range ? [range.Delete(Dialect, table)] : Array.Empty<string>(),
                .. definition.Scd is not null ? Scd.ScdStatements.Of(definition, Dialect, table, columns)
                    : IsKeyed ? KeyedPublish.Of(definition, Dialect, into, table, columns).Statements
                    : [Dialect.InsertSelect(into, table, names, isPart: false, RowPublish.SortedBy(definition))],
                .. IsOneTransaction ? [Dialect.Drop(into)] : Array.Empty<string>(),
            ];
        return
        [
            .. IsOneTransaction ? None : Between(),
            .. Hooks(HookTime.Before),
            .. statements.Select(statement => ("publish", statement)),
        ];
    }

    private (string, string)[] Drop() =>
        [.. Begin(), ("remove the load table", Dialect.Drop(into)), ("commit", "COMMIT")];

    /// <summary>The columns of the target that rows bring, as the metadata declare them.</summary>
    public static RowColumn[] ColumnsOf(ObjectDefinition definition) =>
    [
        .. definition.Columns.Select(column => new RowColumn(
            column.Target, column.DataType ?? UndeclaredType.Text, column.Nullable && column.Key == 0)),
        .. definition.SystemColumns.Where(column =>
                definition.Scd is null || Scd.VersionColumns.IsFilled(column) || column.Role == HashColumn.Role)
            .Select(column => new RowColumn(column.Column, column.DataType)),
    ];
}
