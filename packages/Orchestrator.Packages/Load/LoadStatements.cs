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
    private readonly ObjectDefinition _definition;
    private readonly Solution _solution;
    private readonly IPlatform _platform;
    private readonly LoadPublish _publish;
    private readonly RowColumn[] _columns;
    private readonly TableName _table;
    private readonly TableName _into;
    private readonly TableName _first;
    private readonly bool _isComputed;

    private LoadStatements(ObjectDefinition definition, Solution solution, IPlatform platform)
    {
        _solution = solution;
        _definition = definition;
        _platform = platform;
        _publish = LoadContract.Publish(definition, FoundTarget.Missing(platform, definition));
        _columns = ColumnsOf(definition);
        _table = Dialect.Table(definition.Target.Schema, definition.Target.Name);
        _into = _publish.UsesLoadTable ? Dialect.LoadTable(_table, 0) : _table;
        _isComputed = LoadContract.IsComputed(definition);
        _first = _isComputed ? Dialect.StagedTable(_table, 0) : _into;
    }

    private Dialect Dialect => _platform.Dialect;

    private bool IsKeyed => _definition.Load.Pattern.Value.IsByKey();

    private bool IsOneTransaction =>
        _platform.Abilities.LoadsInOneTransaction && _definition.Load.SplitBy.Value is null;

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
        .. _publish.UsesLoadTable ? None : Hooks(HookTime.Before),
        .. _publish.Swap == Swap.InPlace ? [("empty the table", Dialect.DeleteAll(_table))] : None,
        Rows(),
        .. Compute(),
        .. _publish.UsesLoadTable ? Publish() : [],
        ("count back", TargetRows.CountBackText(Dialect, _table, IsOneTransaction && _publish.Swap == Swap.Shadow)),
        .. _definition.Load.Statistics.Value ? [("count for plans", Dialect.CountForPlans(_table))] : None,
        .. Hooks(HookTime.After),
        .. AttemptMark.ShownWithLast(_definition, _solution),
        ("commit", "COMMIT"),
        .. IsDroppedApart ? Drop() : [],
    ];

    private static (string, string)[] None => [];

    private bool IsDroppedApart => _publish is { UsesLoadTable: true, Swap: not Swap.Shadow } && !IsOneTransaction;

    private (string, string)[] Hooks(HookTime when) =>
        [.. TransactionHooks.Of(_definition, when).Select(hook => ($"hook {hook.Name}", hook.Sql.Text))];

    private IEnumerable<(string, string)> Make()
    {
        if (_publish.UsesLoadTable || _definition.Target.Create)
        {
            yield return (_publish.UsesLoadTable ? "make the load table (0 = the attempt)"
                : "make the table if missing",
                Dialect.CreateTable(_into, LoadContract.HasRowNumbers(_definition, _publish)
                    ? [.. _columns, Dialect.RowNumber] : _columns));
        }
    }

    // The type of what is staged is the source's, which only a run looks at.
    private IEnumerable<(string, string)> MakeStaged()
    {
        if (_isComputed)
        {
            yield return ("make the table of staged rows", Dialect.CreateTable(_first, [
                .. _columns.Select(column => Expression(column) is null
                    ? column : new RowColumn(column.Name, UndeclaredType.Text)),
                Dialect.RowNumber]));
        }
    }

    private IEnumerable<(string, string)> Compute()
    {
        if (_isComputed)
        {
            var sql = new ComputeDialect(Dialect, _first, _into);
            yield return ("compute", sql.Insert([.. _columns.Select(column => (column, Expression(column)))], false));
            foreach (var column in _columns.Where(column => Expression(column) is not null))
            {
                yield return ("look for changed results", sql.CountChanged(column, Expression(column)!, false));
            }

            yield return ("remove the staged rows", Dialect.Drop(_first));
        }
    }

    private string? Expression(RowColumn column) =>
        _definition.Columns.FirstOrDefault(each => each.Target == column.Name)?.TargetExpression;

    private (string, string)[] Begin() =>
        [("begin", Dialect.BeginText), ("claim the table", new MarkerDialect(Dialect).Take)];

    private (string, string)[] Between() => [("commit", "COMMIT"), .. Begin()];

    private (string, string) Rows()
    {
        var insert = Dialect.Insert(_first, [.. _columns.Select(column => column.Name)]);
        var sent = _definition.Load.FastLoad.Value ? Dialect.BulkInsert(_first, _columns) : insert;
        return (sent == insert ? "write each row" : "write the rows", sent);
    }

    private IEnumerable<(string, string)> Publish()
    {
        string[] names = [.. _columns.Select(column => column.Name)];
        var isEmptied = _definition.Load.Pattern.Value == LoadPattern.TruncateInsert;
        string[] statements = _publish.Swap == Swap.Shadow
            ? [.. Dialect.Exchange(_into, _table)]
            :
            [
                .. isEmptied ? [Dialect.DeleteAll(_table)] : Array.Empty<string>(),
                .. LoadedRange.Of(_definition) is { } range ? [range.Delete(Dialect, _table)] : Array.Empty<string>(),
                .. _definition.Scd is not null ? Scd.ScdStatements.Of(_definition, _platform, _table, _columns)
                    : IsKeyed ? KeyedPublish.Of(_definition, Dialect, _into, _table, _columns).Statements
                    : [Dialect.InsertSelect(_into, _table, names, isPart: false, RowPublish.SortedBy(_definition))],
                .. IsOneTransaction ? [Dialect.Drop(_into)] : Array.Empty<string>(),
            ];
        return
        [
            .. IsOneTransaction ? None : Between(),
            .. Hooks(HookTime.Before),
            .. statements.Select(statement => ("publish", statement)),
        ];
    }

    private (string, string)[] Drop() =>
        [.. Begin(), ("remove the load table", Dialect.Drop(_into)), ("commit", "COMMIT")];

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
