namespace Orchestrator.Data.Durability;

/// <summary>
/// The markers of the attempts of one ledger in a relaxed database. A marker is written in the last transaction in
/// which its attempt writes there: as commits reach the disk in their order, one that is found after a flush, over a
/// new connection, tells that all of the attempt survived, and one that is missing that its last transaction did not.
/// </summary>
/// <param name="ledger">The ledger that counts the attempts.</param>
public sealed class AttemptMarkers(IDatabase database, string ledger)
{
    private const int AttemptsPerQuestion = 500;

    private readonly AttemptMarkerDialect _sql = new(database.Platform.Dialect);

    /// <summary>Makes the table where it is missing; no transaction is open.</summary>
    public void Prepare(CancellationToken cancellation) =>
        OwnTable.Make(database, _sql.Table, _sql.Columns, _sql.OneRowPerAttempt, cancellation);

    /// <summary>Adds that of an attempt within the open transaction, which is the last one of the attempt.</summary>
    public void Add(long run, long attempt) =>
        database.Execute(_sql.Add, ("ledger", ledger), ("run", run), ("attempt", attempt));

    /// <summary>Those of the attempts that have a marker.</summary>
    public IReadOnlySet<long> Found(IEnumerable<long> attempts) => database.KindOf(_sql.Table) is null
        ? new HashSet<long>()
        : attempts.Distinct().Chunk(AttemptsPerQuestion).SelectMany(some => Found(some)).ToHashSet();

    /// <summary>Removes those of attempts.</summary>
    public void Remove(IEnumerable<long> attempts, CancellationToken cancellation)
    {
        if (database.KindOf(_sql.Table) is null)
        {
            return;
        }

        foreach (var some in attempts.Chunk(AttemptsPerQuestion))
        {
            OwnTable.Commit(database, _sql.Remove(some), cancellation, ("ledger", ledger));
        }
    }

    // As a rule all of them are there, or none: one question each.
    private IEnumerable<long> Found(ArraySegment<long> attempts)
    {
        var count = database.Number(_sql.Count(attempts), ("ledger", ledger));
        var half = attempts.Count / 2;
        return count == 0 ? []
            : count == attempts.Count ? attempts
            : Found(attempts[..half]).Concat(Found(attempts[half..]));
    }
}
