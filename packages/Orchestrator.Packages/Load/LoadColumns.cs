using Orchestrator.Data;
using Orchestrator.Data.Sqlite;
using Orchestrator.Engine;
using Orchestrator.Metadata.Model;
using Orchestrator.Packages.Store;

namespace Orchestrator.Packages.Load;

/// <summary>The columns of one load: how each comes from the source, and what the target table has.</summary>
internal sealed record LoadColumns
{
    /// <summary>What the guard checks and the row batches hold, in order.</summary>
    public required IReadOnlyList<GuardColumn> Guarded { get; init; }

    /// <summary>All columns of the target table, those that the engine fills last.</summary>
    public required IReadOnlyList<RowColumn> Target { get; init; }

    /// <summary>The columns that the engine fills.</summary>
    public required IReadOnlyList<SqliteConstant> Filled { get; init; }

    /// <summary>The columns of the row batches.</summary>
    public IEnumerable<RowColumn> Moved => Target.Take(Guarded.Count);

    /// <summary>Finds the declared columns among those of the source, or takes all of the source.</summary>
    /// <exception cref="PackageRefusedException">A column is missing, or a name cannot be one in the
    /// target.</exception>
    public static LoadColumns Resolve(
        ObjectDefinition definition, IReadOnlyList<RowColumn> source, long attempt, string? recordSource)
    {
        var guarded = definition.Columns.Count == 0
            ? All(definition, source)
            : [.. definition.Columns.Select(column => Declared(definition, column, source))];
        var columns = new LoadColumns
        {
            Guarded = guarded,
            Target =
            [
                .. guarded.Select(column => new RowColumn(column.Name, column.Type, column.Nullable)),
                .. definition.SystemColumns.Select(column => new RowColumn(column.Column, column.DataType)),
            ],
            Filled = [.. definition.SystemColumns.Select(column => Fill(column, attempt, recordSource))],
        };
        RefuseNames(columns.Target);
        return columns;
    }

    private static SqliteConstant Fill(SystemColumn column, long attempt, string? recordSource) =>
        new(column.Column, column.Role == "RowAuditId" ? attempt : recordSource);

    private static GuardColumn[] All(ObjectDefinition definition, IReadOnlyList<RowColumn> source)
    {
        var filled = definition.SystemColumns.Select(column => SqliteDialect.Fold(column.Column)).ToHashSet();
        return
        [
            .. source.Index()
                .Where(column => !filled.Contains(SqliteDialect.Fold(column.Item.Name)))
                .Select(column => Guard(
                    new ColumnDefinition
                    {
                        Name = column.Item.Name,
                        Target = column.Item.Name,
                        Nullable = column.Item.Nullable,
                        Policies = definition.Policies,
                    },
                    column.Index, column.Item, definition)),
        ];
    }

    private static GuardColumn Declared(
        ObjectDefinition definition, ColumnDefinition column, IReadOnlyList<RowColumn> source)
    {
        var place = Find(source, name => name == column.Name);
        place = place >= 0 ? place : Find(source, name => SqliteDialect.Fold(name) == SqliteDialect.Fold(column.Name));
        return place >= 0
            ? Guard(column, place, source[place], definition)
            : throw new PackageRefusedException(
                "ORC3410", ErrorClass.Config, "open",
                $"The source has no column '{column.Name}' ({column.At}); it has {Few(definition, source)}. "
                + "Correct the name, or take the column out.");
    }

    private static GuardColumn Guard(
        ColumnDefinition column, int place, RowColumn source, ObjectDefinition definition) => new()
        {
            Name = column.Target,
            Source = place,
            Type = column.DataType ?? source.Type,
            Nullable = column.Nullable && column.Key == 0,
            Key = column.Key,
            Sensitive = column.Sensitive,
            OnTruncation = Policy(column.Policies.OnTruncation, definition),
            OnScaleLoss = Policy(column.Policies.OnScaleLoss, definition),
            OnEncodingLoss = Policy(column.Policies.OnEncodingLoss, definition),
            OnRangeLoss = Policy(column.Policies.OnRangeLoss, definition),
            OnNull = Policy(column.Policies.OnNull, definition),
        };

    private static GuardPolicy Policy(Setting<Policy> policy, ObjectDefinition definition)
    {
        var isWritten = policy.At.Line > 0;
        var chosen = isWritten ? policy.Value
            : definition.Errors.OnError.Value == Metadata.Model.Policy.Redirect ? Metadata.Model.Policy.Redirect
            : policy.Value;
        return chosen switch
        {
            Metadata.Model.Policy.Redirect => GuardPolicy.Redirect,
            Metadata.Model.Policy.Truncate => GuardPolicy.Truncate,
            _ => GuardPolicy.Fail,
        };
    }

    private static int Find(IReadOnlyList<RowColumn> source, Predicate<string> matches)
    {
        for (var i = 0; i < source.Count; i++)
        {
            if (matches(source[i].Name))
            {
                return i;
            }
        }

        return -1;
    }

    // The header of a file that came without one is its first row.
    private static string Few(ObjectDefinition definition, IReadOnlyList<RowColumn> source) =>
        definition.Source?.File is not null && definition.Columns.Any(column => column.Sensitive)
            ? $"{source.Count} others"
            : string.Join(", ", source.Take(8).Select(column => $"'{column.Name}'")) + (source.Count > 8 ? ", …" : "");

    private static void RefuseNames(IReadOnlyList<RowColumn> columns)
    {
        foreach (var column in columns)
        {
            if (SqliteDialect.ColumnRefusal(column.Name) is { } why)
            {
                throw new PackageRefusedException(
                    "ORC3402", ErrorClass.Config, "open",
                    $"'{column.Name}' cannot be a column in SQLite: {why}. Give the column another `target` name.");
            }
        }

        if (SqliteDialect.FirstDuplicate(columns.Select(column => column.Name)) is { } twice)
        {
            throw new PackageRefusedException(
                "ORC3402", ErrorClass.Config, "open",
                $"Two columns would be called '{twice}', which SQLite does not tell from one that differs only in "
                + "case. Give one of them another `target` name.");
        }
    }
}
