using Orchestrator.Core.Types;
using Orchestrator.Data;
using Orchestrator.Metadata.Model;

namespace Orchestrator.Packages.Load.Paths;

/// <summary>
/// Chooses the load path: the fastest on which nothing could become of a value that the guard would find. Pure, so that
/// the same facts give the same path.
/// </summary>
internal static class LoadPlanner
{
    /// <summary>The path of a load whose columns are known.</summary>
    public static LoadPath Choose(LoadOptions options, LoadEnds ends, PassedColumns columns) =>
        Slower(options, ends) ?? (
            InsideRefusal(options, ends) is null && InsideObstacle(ends, columns) is null
            ? new LoadPath(
                LoadPathKind.ServerSide, "source and target are one database, and no column is narrower in the target")
            : Obstacle(ends, columns) is { } obstacle ? new LoadPath(LoadPathKind.RowBatches, obstacle)
            : new LoadPath(LoadPathKind.PassThrough, "all columns have the same types in source and target"));

    /// <summary>
    /// The path of a load as far as the metadata tell it: null where the columns of both tables decide, which only a
    /// run looks at.
    /// </summary>
    public static LoadPath? Slower(LoadOptions options, LoadEnds ends)
    {
        var reason = ends.HasFlow ? "they come out of a flow"
            : ends.From is null ? "the source is a file"
            : ends.From.Name != ends.To.Name
            ? $"from {ends.From.Name} into {ends.To.Name} every value goes through the guard"
            : !ends.To.Abilities.PassesRowsThrough && InsideRefusal(options, ends) is { } refusal ? refusal
            : ends.Computed is { } computed ? $"column '{computed}' is computed from staged rows"
            : ends.Constant is { } constant ? $"column '{constant}' does not come from the source"
            : options.CommitRows.Value > 0 ? "commitRows commits on the way"
            : options.Range.Value is not null ? "each row is looked for in the range"
            : null;
        return !options.FastLoad.Value ? new LoadPath(LoadPathKind.RowByRow, reason ?? "fastLoad is off")
            : reason is not null ? new LoadPath(LoadPathKind.RowBatches, reason)
            : null;
    }

    /// <summary>Why no statement of the server's can do it, whatever the columns are; null where one could.</summary>
    public static string? InsideRefusal(LoadOptions options, LoadEnds ends) =>
        !ends.To.Abilities.CopiesInside ? $"every value of {ends.To.Name} goes through the guard"
        : ends.Computed is { } computed ? $"column '{computed}' is computed from staged rows"
        : !ends.IsOneDatabase ? "source and target are two databases"
        : !ends.IsWholeTable ? "only tables without a watermark are copied by the server"
        : options.SplitBy.Value is not null ? "the rows come in several streams"
        : ends.Redirects ? "rows that are refused are redirected"
        : ends.HasHooksInside ? "hooks of the load's transaction come before it is read"
        : options.Swap.Value == Swap.InPlace ? "what is read could be what was deleted"
        : options is { Pattern.Value: LoadPattern.TruncateInsert, Swap.Value: not Swap.Transaction }
            && ends.To.Abilities.HidesExchangedRows
            ? "an exchange of tables needs rows of a bulk load"
        : options.Pattern.Value is not (LoadPattern.TruncateInsert or LoadPattern.Append or LoadPattern.DropAndReload)
            ? $"{options.Pattern.Value} numbers the rows on their way"
        : !ends.To.Abilities.BulkLoadFiresTriggers && options.Pattern.Value == LoadPattern.Append
            ? "INSERT … SELECT would fire the triggers of the target"
        : null;

    private static string? InsideObstacle(LoadEnds ends, PassedColumns columns)
    {
        if (ends.To.Dialect.FirstDuplicate(columns.Moved.Select(column => column.Source.Name)) is { } twice)
        {
            return $"two columns come from '{twice}'";
        }

        var real = columns.Real.ToDictionary(column => column.Name);
        // What the engine fills goes as a parameter, which is text of any character.
        var filled = columns.Filled.Where(column => column.Type.IsText).Select(column =>
            (column with { Type = new SqlType(SqlTypeKind.NVarChar, column.Type.Length) }, column));
        return columns.Moved.Concat(filled).Select(column => Refusal(column.Item1, column.Item2) is { } why
            ? $"column '{column.Item2.Name}': {why}"
            : null).FirstOrDefault(why => why is not null);

        string? Refusal(RowColumn source, RowColumn wanted)
        {
            var there = real.GetValueOrDefault(wanted.Name, wanted);
            return ends.To.Dialect.CopyRefusal(source, wanted) ?? ends.To.Dialect.CopyRefusal(source, there)
                ?? (!wanted.Nullable && there.Nullable ? "it may hold no NULL, and its table would take one" : null);
        }
    }

    private static string? Obstacle(LoadEnds ends, PassedColumns columns)
    {
        if (!ends.To.Abilities.PassesRowsThrough)
        {
            return InsideObstacle(ends, columns);
        }

        if (ends.FromEncoding != ends.ToEncoding || ends.ToEncoding is "" or "SQL_ASCII")
        {
            return $"the source's database keeps text as {ends.FromEncoding}, the target's as {ends.ToEncoding}";
        }

        var real = columns.Real.ToDictionary(column => column.Name);
        foreach (var (source, wanted) in columns.Moved)
        {
            if (Refusal(source, wanted) is { } why)
            {
                return $"column '{wanted.Name}': {why}";
            }
        }

        return columns.Filled.Select(wanted => Refusal(wanted, wanted) is { } why
            ? $"column '{wanted.Name}': {why}"
            : null).FirstOrDefault(why => why is not null);

        string? Refusal(RowColumn source, RowColumn wanted)
        {
            var there = real.GetValueOrDefault(wanted.Name, wanted);
            var dialect = ends.To.Dialect;
            return dialect.PassRefusal(source, wanted) ?? dialect.PassRefusal(source, there)
                ?? (!wanted.Nullable && there.Nullable ? "it may hold no NULL, and its table would take one" : null);
        }
    }
}

/// <summary>Where rows come from and go to.</summary>
/// <param name="From">Platform of the source; null = files.</param>
/// <param name="To">Platform of the target.</param>
internal sealed record LoadEnds(IPlatform? From, IPlatform To)
{
    /// <summary>In which encoding the source's database keeps text.</summary>
    public string FromEncoding { get; init; } = "";

    /// <summary>Whether both are the same database, reached in the same way and read as it is by default.</summary>
    public bool IsOneDatabase { get; init; }

    /// <summary>Whether a table is read, or what a condition leaves of it, and no watermark bounds it.</summary>
    public bool IsWholeTable { get; init; }

    /// <summary>Whether hooks run in the transaction of the load.</summary>
    public bool HasHooksInside { get; init; }

    /// <summary>Whether rows that cannot be loaded go into the error table.</summary>
    public bool Redirects { get; init; }

    /// <summary>Whether the rows come out of a flow, whatever that reads.</summary>
    public bool HasFlow { get; init; }

    /// <summary>A column that the server computes from staged rows; null = there is none.</summary>
    public string? Computed { get; init; }

    /// <summary>A column whose value the metadata give; null = there is none.</summary>
    public string? Constant { get; init; }

    /// <summary>In which the target's does.</summary>
    public string ToEncoding { get; init; } = "";
}

/// <summary>The columns that would pass through.</summary>
/// <param name="Moved">Each column of the source, and what the load makes of it.</param>
/// <param name="Filled">The columns that the engine fills.</param>
/// <param name="Real">The columns of the table that is there; empty where it will be made.</param>
internal sealed record PassedColumns(
    IReadOnlyList<(RowColumn Source, RowColumn Wanted)> Moved, IReadOnlyList<RowColumn> Filled,
    IReadOnlyList<RowColumn> Real);
