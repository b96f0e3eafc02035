using Orchestrator.Core.Types;
using Orchestrator.Metadata.Diagnostics;
using Orchestrator.Metadata.Keys;

namespace Orchestrator.Metadata.Model;

/// <summary>What happens to a value that the target column cannot hold.</summary>
public enum Policy { Fail, Redirect, Truncate }

/// <summary>The policies of the guard; all default to Fail. Range and NULL know no Truncate.</summary>
public sealed record Policies
{
    /// <summary>Text or bytes longer than the column.</summary>
    public Setting<Policy> OnTruncation { get; init; } = Setting<Policy>.Default(Policy.Fail);

    /// <summary>More digits behind the point than the column keeps.</summary>
    public Setting<Policy> OnScaleLoss { get; init; } = Setting<Policy>.Default(Policy.Fail);

    /// <summary>Bytes that are not text in the declared encoding, or characters that the column cannot hold.</summary>
    public Setting<Policy> OnEncodingLoss { get; init; } = Setting<Policy>.Default(Policy.Fail);

    /// <summary>Numbers and dates outside the column's range, and text that is no such value.</summary>
    public Setting<Policy> OnRangeLoss { get; init; } = Setting<Policy>.Default(Policy.Fail);

    /// <summary>NULL for a column that takes none.</summary>
    public Setting<Policy> OnNull { get; init; } = Setting<Policy>.Default(Policy.Fail);

    /// <summary>The policy for what a narrower column may lose, and the key that writes it.</summary>
    public (string Key, Setting<Policy> Policy) For(Loss loss)
    {
        var key = PolicyKeys.For(loss);
        return (key.Name, key.Get(this));
    }
}

/// <summary>How the target's content changes; Versions is that of kind scd, and nobody writes it.</summary>
public enum LoadPattern { TruncateInsert, Append, DeltaInsert, Merge, ReplaceRange, DropAndReload, Versions }

/// <summary>How TruncateInsert publishes its load table.</summary>
public enum Swap { Auto, Transaction, Shadow, InPlace }

/// <summary>What happens to the foreign keys of the target, and of others that point to it, while it is
/// published.</summary>
public enum ForeignKeys { Keep, Disable, Recreate }

/// <summary>What happens to the indexes of the target while it is published.</summary>
public enum Indexes { Keep, RebuildAfter }

/// <summary>What becomes of a load whose source or target has other columns than the metadata and the catalog
/// say.</summary>
public enum Drift { Fail, Ignore, AddColumns }

/// <summary>What becomes of a load whose target has columns that the metadata do not name.</summary>
public enum OtherColumns { Keep, Fail }

/// <summary>The rows that ReplaceRange replaces.</summary>
/// <param name="Column">Name of the column.</param>
/// <param name="From">The first value; null = from the least on.</param>
/// <param name="To">The first value behind it; null = to the greatest.</param>
public sealed record LoadRange(string Column, string? From, string? To);

/// <summary>The streams in which a table is read and written.</summary>
/// <param name="Column">Name of the column of the source by whose values the rows are parted.</param>
/// <param name="Parts">How many; 2 to 16.</param>
public sealed record SplitBy(string Column, int Parts)
{
    /// <summary>In words: "4 parts by CustomerId".</summary>
    public override string ToString() => $"{Parts} parts by {Column}";
}

/// <summary>How an object is loaded.</summary>
public sealed record LoadOptions
{
    /// <summary>How; default TruncateInsert.</summary>
    public Setting<LoadPattern> Pattern { get; init; } = Setting<LoadPattern>.Default(LoadPattern.TruncateInsert);

    /// <summary>How TruncateInsert publishes; auto lets the planner of the load choose.</summary>
    public Setting<Swap> Swap { get; init; } = Setting<Swap>.Default(Model.Swap.Auto);

    /// <summary>False = row by row.</summary>
    public Setting<bool> FastLoad { get; init; } = Setting<bool>.Default(true);

    /// <summary>Rows per commit; 0 = all in one.</summary>
    public Setting<long> CommitRows { get; init; } = Setting<long>.Default(0);

    /// <summary>ReplaceRange: the rows that are replaced; null with the other patterns.</summary>
    public Setting<LoadRange?> Range { get; init; } = Setting<LoadRange?>.Default(null);

    /// <summary>Nobody else writes the target while it is published; default false.</summary>
    public Setting<bool> TableLock { get; init; } = Setting<bool>.Default(false);

    /// <summary>Whether a bulk load checks constraints; default true.</summary>
    public Setting<bool> CheckConstraints { get; init; } = Setting<bool>.Default(true);

    /// <summary>Whether the rows bring the numbers of an identity column; default true.</summary>
    public Setting<bool> KeepIdentity { get; init; } = Setting<bool>.Default(true);

    /// <summary>Whether NULL stays NULL in a column with a default; default true.</summary>
    public Setting<bool> KeepNulls { get; init; } = Setting<bool>.Default(true);

    /// <summary>Whether triggers fire; null = those that fire for the statement that publishes.</summary>
    public Setting<bool?> FireTriggers { get; init; } = Setting<bool?>.Default(null);

    /// <summary>Columns, by name, in whose order the rows are written; empty = as they are read.</summary>
    public Setting<IReadOnlyList<string>> SortedBy { get; init; } = Setting<IReadOnlyList<string>>.Default([]);

    /// <summary>Foreign keys while the rows are published; default keep.</summary>
    public Setting<ForeignKeys> ForeignKeys { get; init; } = Setting<ForeignKeys>.Default(Model.ForeignKeys.Keep);

    /// <summary>Indexes while the rows are published; default keep.</summary>
    public Setting<Indexes> Indexes { get; init; } = Setting<Indexes>.Default(Model.Indexes.Keep);

    /// <summary>The streams in which a table is read and written side by side; null = one.</summary>
    public Setting<SplitBy?> SplitBy { get; init; } = Setting<SplitBy?>.Default(null);

    /// <summary>Whether the server counts the rows anew for its plans; default false.</summary>
    public Setting<bool> Statistics { get; init; } = Setting<bool>.Default(false);

    /// <summary>
    /// What happens where source or target have other columns than is known; null = Fail, but for columns of the source
    /// that nobody asked for.
    /// </summary>
    public Setting<Drift?> Drift { get; init; } = Setting<Drift?>.Default(null);

    /// <summary>
    /// What happens where the target has columns that the metadata do not name; null = as
    /// <see cref="ObjectDefinition.KeepsOtherColumns"/> says.
    /// </summary>
    public Setting<OtherColumns?> OtherColumns { get; init; } = Setting<OtherColumns?>.Default(null);

    /// <summary>
    /// Merge and DeltaInsert: columns, by name, whose greatest values win among rows of one key; empty and among equals
    /// the last that was read.
    /// </summary>
    public Setting<IReadOnlyList<string>> LatestBy { get; init; } = Setting<IReadOnlyList<string>>.Default([]);

    /// <summary>The options of a load that is none of the usual ones: what it does not take is as if nobody had written
    /// it.</summary>
    public LoadOptions For(LoadForms form) => LoadKeys.For(form, this);

    /// <summary>What is written and does nothing in such a load: the key, its value as a plan tells it, and where it
    /// was written.</summary>
    public IEnumerable<(string Key, string Value, Origin At)> IdleIn(LoadForms form) => LoadKeys.IdleIn(form, this);
}

/// <summary>What happens to rows that the guard refuses.</summary>
public sealed record ErrorOptions
{
    /// <summary>
    /// Fail (the policies rule; default) or Redirect (every policy that nobody wrote is Redirect, and so is a row of a
    /// file with a wrong number of columns).
    /// </summary>
    public Setting<Policy> OnError { get; init; } = Setting<Policy>.Default(Policy.Fail);

    /// <summary>Rejected rows that a load survives; −1 = any number.</summary>
    public Setting<long> MaxErrors { get; init; } = Setting<long>.Default(-1);

    /// <summary>Name of the error table in the target, `schema.name`; @@this is the target's name.</summary>
    public Setting<string> Table { get; init; } = Setting<string>.Default("err.@@this");

    /// <summary>The table of the target's schema that @@this is; null = the target. That of a load into a buffer is
    /// the table which the rows are for.</summary>
    public string? TableOf { get; init; }
}
