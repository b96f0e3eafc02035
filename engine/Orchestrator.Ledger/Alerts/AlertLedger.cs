namespace Orchestrator.Ledger.Alerts;

/// <summary>
/// What services note, claim and record of alerts; each is one short commit over a connection of its own. Of several
/// services one notes an occurrence, and one at a time has a message. Threads: any.
/// </summary>
public sealed class AlertLedger(LedgerLocation location, TimeProvider time, string environment)
{
    /// <summary>Notes which alerts are declared, and tells since when each is.</summary>
    /// <param name="declared">Those that are.</param>
    /// <param name="forget">Whether all others are not any more; not where another service may declare them.</param>
    /// <exception cref="LedgerException">The ledger cannot be opened or written; so also what follows.</exception>
    public IReadOnlyList<KnownAlert> Define(
        IReadOnlyList<(string Batch, string Alert)> declared, bool forget = true) =>
        Commit(statements => AlertStatements.Define(statements, environment, declared, forget, time.GetUtcNow()));

    /// <summary>Notes what has happened, each once; how many were new.</summary>
    /// <param name="notices">Of this environment.</param>
    /// <param name="collect">How long others of the same cause are waited for.</param>
    /// <param name="quiet">How long a target is told nothing more of a cause of which it was told.</param>
    public int Note(IReadOnlyList<AlertNotice> notices, TimeSpan collect, TimeSpan quiet) => Commit(statements =>
    {
        var now = time.GetUtcNow();
        return notices.Count(notice =>
        {
            var told = AlertStatements.Told(statements, notice, now - TimeSpan.FromDays(1)) + quiet;
            return AlertStatements.Insert(
                statements, notice, now, told > now + collect ? told.Value : now + collect);
        });
    });

    /// <summary>Claims messages that may be sent now, one for each target.</summary>
    /// <param name="limit">How many at most.</param>
    /// <param name="lasts">How long nobody else may.</param>
    /// <param name="isWanted">Of the hash of a target, whether messages for it are; null = all are.</param>
    public IReadOnlyList<ClaimedMessage> Claim(int limit, TimeSpan lasts, Func<string, bool>? isWanted = null) =>
        Commit(statements =>
        {
            var now = time.GetUtcNow();
            return (IReadOnlyList<ClaimedMessage>)
            [
                .. AlertStatements.Targets(statements, environment, now)
                    .Where(target => isWanted?.Invoke(target.Hash) is not false)
                    .Select(target => AlertStatements.Due(statements, environment, target.Hash, now))
                    .OfType<AlertRecord>()
                    .Select(record => AlertStatements.Claim(statements, record, Guid.CreateVersion7, now, now + lasts))
                    .OfType<ClaimedMessage>().Take(limit),
            ];
        });

    /// <summary>Records what became of a try; false = another service has claimed the message since.</summary>
    public bool End(ClaimedMessage message, AlertOutcome outcome) =>
        Commit(statements => AlertStatements.End(statements, message, outcome, time.GetUtcNow()));

    private T Commit<T>(Func<StatementCache, T> write) => SingleCommit.Do(location, time, fence: null, write);
}
