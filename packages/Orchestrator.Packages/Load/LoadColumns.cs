using Orchestrator.Data;
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
    public required IReadOnlyList<FilledColumn> Filled { get; init; }

    /// <summary>The columns of the row batches.</summary>
    public IEnumerable<RowColumn> Moved => Target.Take(Guarded.Count);

    /// <summary>Finds the declared columns among those of the source, or takes all of the source.</summary>
    /// <exception cref="PackageRefusedException">A column is missing, or a name cannot be one in the
    /// target.</exception>
    public static LoadColumns Resolve(
        ObjectDefinition definition, IPlatform platform, IReadOnlyList<RowColumn> source, long attempt,
        string? recordSource)
    {
        var dialect = platform.Dialect;
        var guarded = definition.Columns.Count == 0
            ? All(definition, dialect, source)
            : [.. definition.Columns.Select(column => Declared(definition, dialect, column, source))];
        var columns = new LoadColumns
        {
            Guarded = guarded,
            Target =
            [
                .. guarded.Select((column, i) => Made(column, IsDeclared(definition, i), source[column.Source])),
                .. definition.SystemColumns.Select(column => new RowColumn(column.Column, column.DataType)),
            ],
            Filled = [.. definition.SystemColumns.Select(column => Fill(column, attempt, recordSource))],
        };
        Refuse(platform, columns.Target);
        return columns;
    }

    private static FilledColumn Fill(SystemColumn column, long attempt, string? recordSource) =>
        new(new RowColumn(column.Column, column.DataType), column.Role == "RowAuditId" ? attempt : recordSource);

    // What a platform says of its own type counts only where the metadata name none.
    private static RowColumn Made(GuardColumn column, bool isDeclared, RowColumn source) =>
        new(column.Name, column.Type, column.Nullable) { Native = isDeclared ? null : source.Native };

    private static bool IsDeclared(ObjectDefinition definition, int column) =>
        definition.Columns.Count > 0 && definition.Columns[column].DataType is not null;

    private static GuardColumn[] All(
        ObjectDefinition definition, Dialect dialect, IReadOnlyList<RowColumn> source)
    {
        var filled = definition.SystemColumns.Select(column => dialect.Fold(column.Column)).ToHashSet();
        return
        [
            .. source.Index()
                .Where(column => !filled.Contains(dialect.Fold(column.Item.Name)))
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
        ObjectDefinition definition, Dialect dialect, ColumnDefinition column, IReadOnlyList<RowColumn> source)
    {
        var place = Find(source, name => name == column.Name);
        place = place >= 0 ? place : Find(source, name => dialect.Fold(name) == dialect.Fold(column.Name));
        return place >= 0
            ? Guard(column, place, source[place], definition)
            : throw new PackageRefusedException(
                "ORC3410", ErrorClass.Config, "open",
                $"The source has no column '{column.Name}' ({column.At}); it has {Few(source)}. "
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

    private static string Few(IReadOnlyList<RowColumn> source) =>
        string.Join(", ", source.Take(8).Select(column => $"'{column.Name}'")) + (source.Count > 8 ? ", …" : "");

    private static void Refuse(IPlatform platform, IReadOnlyList<RowColumn> columns)
    {
        foreach (var column in columns)
        {
            if (platform.Dialect.ColumnRefusal(column.Name) is { } why)
            {
                throw new PackageRefusedException(
                    "ORC3402", ErrorClass.Config, "open",
                    $"'{column.Name}' cannot be a column in {platform.Name}: {why}. "
                    + "Give the column another `target` name.");
            }

            if (column.Native?.Platform != platform.Name
                && platform.Dialect.TypeRefusal(column.Type) is { } whyNot)
            {
                throw new PackageRefusedException(
                    "ORC3416", ErrorClass.Config, "open",
                    $"The column '{column.Name}' cannot be {column.Type} in {platform.Name}: {whyNot}. "
                    + "Declare the column with another `dataType`.");
            }
        }

        if (platform.Dialect.FirstDuplicate(columns.Select(column => column.Name)) is { } twice)
        {
            throw new PackageRefusedException(
                "ORC3402", ErrorClass.Config, "open",
                $"Two columns would be called '{twice}', which {platform.Name} does not tell from one that differs "
                + "only in case. Give one of them another `target` name.");
        }
    }
}
