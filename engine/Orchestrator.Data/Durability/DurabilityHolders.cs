using System.Globalization;

namespace Orchestrator.Data.Durability;

/// <summary>
/// The runs that keep a database relaxed, kept in the database itself. What is written is a transaction of its own; the
/// caller holds the lock that serialises who enters and leaves.
/// </summary>
public sealed class DurabilityHolders(IDatabase database)
{
    private readonly HolderDialect _sql = new(database.Platform.Dialect);

    /// <summary>All of them; none where nobody ever was one.</summary>
    public IReadOnlyList<DurabilityHolder> Read()
    {
        var holders = new List<DurabilityHolder>();
        if (database.KindOf(_sql.Table) is null)
        {
            return holders;
        }

        var (ledger, run) = ("", long.MinValue);
        while (database.Ask(_sql.Next, ("ledger", ledger), ("run", run)).First is { Count: > 0 } row)
        {
            (ledger, run) = (row[0]!, long.Parse(row[1]!, CultureInfo.InvariantCulture));
            holders.Add(new DurabilityHolder(
                ledger, run, row[2]!, row[3]!, row[4]!,
                DateTimeOffset.Parse(row[5]!, CultureInfo.InvariantCulture, DateTimeStyles.RoundtripKind)));
        }

        return holders;
    }

    /// <summary>Adds one, and makes the table where it is missing.</summary>
    public void Add(DurabilityHolder holder, CancellationToken cancellation)
    {
        OwnTable.Make(database, _sql.Table, _sql.Columns, _sql.OneRowPerRun, cancellation);
        OwnTable.Commit(
            database, _sql.Add, cancellation, ("ledger", holder.Ledger), ("run", holder.Run), ("found", holder.Found),
            ("set", holder.Set), ("owner", holder.Owner),
            ("since", holder.Since.ToUniversalTime().ToString("O", CultureInfo.InvariantCulture)));
    }

    /// <summary>Removes one, if it is there.</summary>
    public void Remove(string ledger, long run, CancellationToken cancellation)
    {
        if (database.KindOf(_sql.Table) is not null)
        {
            OwnTable.Commit(database, _sql.Remove, cancellation, ("ledger", ledger), ("run", run));
        }
    }
}
