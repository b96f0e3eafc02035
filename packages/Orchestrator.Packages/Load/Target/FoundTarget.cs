using Orchestrator.Core;
using Orchestrator.Data;
using Orchestrator.Metadata.Model;
using Orchestrator.Packages.Load.Source;
using Orchestrator.Packages.Store;

namespace Orchestrator.Packages.Load.Target;

/// <summary>
/// What a load found of the table that it writes; nothing where that will be made. What hangs on it is asked when it is
/// needed, once: to most loads it says nothing, and it costs a server as much as all else that they ask.
/// </summary>
internal sealed record FoundTarget
{
    private const string SeveralCommits = "rows of several commits";

    private readonly Lazy<IReadOnlyList<string>> _dependents = new([]);
    private readonly Lazy<IReadOnlyList<string>> _uncarried = new([]);
    private readonly Lazy<IReadOnlyList<TableName>> _referrers = new([]);
    private readonly Lazy<bool> _pointsToItself = new(() => false);

    /// <summary>Nothing was found.</summary>
    public FoundTarget()
    {
    }

    private FoundTarget(IDatabase database, TableName table, IReadOnlyList<string> leftAlone)
    {
        // The load table has them only where it is made as the target is.
        string[] alone = [.. leftAlone.Select(column => $"column {column}, which the load does not write")];
        var isLost = alone.Length > 0 && !database.Platform.Abilities.KeepsAllInExchange;
        _dependents = new(() => [.. database.Dependents(table), .. alone]);
        _uncarried = new(() => isLost ? [.. database.Uncarried(table), .. alone] : database.Uncarried(table));
        _referrers = new(() => database.Referrers(table));
        _pointsToItself = new(() => database.PointsToItself(table));
        LeftAlone = leftAlone;
    }

    /// <summary>Names of its columns that the load neither writes nor changes.</summary>
    public IReadOnlyList<string> LeftAlone { get; } = [];

    /// <summary>What hangs on it.</summary>
    public IReadOnlyList<string> Dependents
    {
        get => _dependents.Value;
        init => _dependents = new(value);
    }

    /// <summary>What of that an exchange of tables could not keep, and rights that it lacks.</summary>
    public IReadOnlyList<string> Uncarried
    {
        get => _uncarried.Value;
        init => _uncarried = new(value);
    }

    /// <summary>The tables with foreign keys that point to it.</summary>
    public IReadOnlyList<TableName> Referrers
    {
        get => _referrers.Value;
        init => _referrers = new(value);
    }

    /// <summary>Whether rows that point to one another are looked at by the commit alone.</summary>
    public bool WaitsForItself { get; init; }

    /// <summary>Whether a foreign key of it points to itself.</summary>
    public bool PointsToItself
    {
        get => _pointsToItself.Value;
        init => _pointsToItself = new(() => value);
    }

    /// <summary>Whether rows that go directly into it are a statement each.</summary>
    public bool LoadsRowsAlone { get; init; }

    /// <summary>Whether it is known that a refusal ends the whole transaction.</summary>
    public bool EndsTransactions { get; init; }

    /// <summary>Whether the rows come from what cannot be read again, and may not be what the table takes.</summary>
    public bool IsReadOnce { get; init; }

    /// <summary>Why no exchange of tables can publish the load, as the platform's own matter; null = one can.</summary>
    public string? NotForExchange { get; init; }

    /// <summary>A table that is to be made.</summary>
    /// <param name="platform">The platform of its database.</param>
    /// <param name="definition">The load.</param>
    public static FoundTarget Missing(IPlatform platform, ObjectDefinition definition) => new()
    {
        // Rows of a later commit are not of the transaction that makes the load table, and cannot be frozen in it.
        NotForExchange = WhyNotUndone(platform)
            ?? (platform.Abilities.HidesExchangedRows && definition.Load.CommitRows.Value > 0
                ? Hidden(SeveralCommits) : null),
    };

    /// <summary>Looks at a table that is there.</summary>
    /// <param name="database">Its database, in a transaction.</param>
    /// <param name="definition">The load.</param>
    /// <param name="columns">Its columns.</param>
    /// <param name="leftAlone">Names of columns of the table that it does not write.</param>
    public static FoundTarget Of(
        IDatabase database, TableName table, ObjectDefinition definition, LoadColumns columns,
        IReadOnlyList<string> leftAlone) => new(database, table, leftAlone)
        {
            WaitsForItself = database.WaitsForItself(table),
            LoadsRowsAlone = database.Platform.Abilities.LoadsRowsAlone,
            NotForExchange = WhyNotUndone(database.Platform) ?? (database.Platform.Abilities.HidesExchangedRows
                ? WhyNotForExchange(definition, columns, database.Platform.Dialect)
                : null),
        };

    /// <summary>Asks now which tables point to it, for who needs to know it when nothing can be asked.</summary>
    public void AskForReferrers() => _ = _referrers.Value;

    /// <summary>Refuses an exchange of tables that would lose something, or that the user may not do.</summary>
    /// <param name="otherWay">What to use in its place, as a sentence.</param>
    /// <exception cref="PackageRefusedException">It is one.</exception>
    public void RefuseToLose(TableName table, Func<string> otherWay)
    {
        if (NotForExchange is not null || Uncarried.Count > 0)
        {
            throw new PackageRefusedException(
                "ORC3414", ErrorClass.Config, "open",
                (NotForExchange is { } why
                    ? $"`swap: shadow` is not for this load of '{table}': {why}. "
                    : $"`swap: shadow` cannot exchange '{table}', because of: {string.Join("; ", Uncarried.Take(3))}. ")
                + otherWay());
        }
    }

    private static string? WhyNotUndone(IPlatform platform) => platform.Abilities.UndoesDefinitions ? null
        : $"{platform.Name} commits each change of a table at once, so that an exchange could not be one commit with "
            + "what is recorded of its rows";

    private static string? WhyNotForExchange(ObjectDefinition definition, LoadColumns columns, Dialect dialect)
    {
        var why = !definition.Load.FastLoad.Value ? "rows written one by one"
            : definition.Load.CommitRows.Value > 0 ? SeveralCommits
            : definition.Load.SplitBy.Value is not null ? "rows of several streams"
            : columns.IsInside ? "rows that the server copies"
            // Asked for in words it is tried, and where a row is refused the load begins again.
            : definition.Load.Swap.Value != Swap.Shadow
                && TargetWriter.IsInParts(definition, columns, dialect, isLoadTable: true) ? "rows written in parts"
            : null;
        return why is null ? null : Hidden(why);
    }

    private static string Hidden(string rows) =>
        $"{rows} would be missing for readers whose snapshot is older than an exchange";
}
