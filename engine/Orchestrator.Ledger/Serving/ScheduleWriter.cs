namespace Orchestrator.Ledger.Serving;

/// <summary>
/// Records what people ask of schedules, whether a service is at work or not: it finds it in the ledger. Each is one
/// commit with its entry in the audit log.
/// </summary>
public static class ScheduleWriter
{
    /// <summary>Pauses triggers from then on; false = just these are paused already, and nothing is recorded.</summary>
    /// <exception cref="LedgerException">The ledger cannot be opened or written; so also what follows.</exception>
    public static bool Pause(LedgerLocation location, TimeProvider time, SchedulePause pause, AuditEntry audit) =>
        SingleCommit.Do(location, time, fence: null, statements =>
            Audited(statements, ScheduleStatements.Pause(statements, pause), audit));

    /// <summary>Lets them fire again; false = just these are not paused, and nothing is recorded.</summary>
    public static bool Resume(LedgerLocation location, TimeProvider time, PausedPart part, AuditEntry audit) =>
        SingleCommit.Do(location, time, fence: null, statements =>
            Audited(statements, ScheduleStatements.Resume(statements, part, audit.Who, audit.At), audit));

    /// <summary>Asks the service for a run; asked again with the same key it is the first wish, as it stands.</summary>
    /// <exception cref="ArgumentException">The key is longer than <see cref="StartRequest.KeyMax"/>.</exception>
    public static StartRequest Ask(LedgerLocation location, TimeProvider time, StartRequest wish, AuditEntry audit)
    {
        if (wish.Key.Length is 0 or > StartRequest.KeyMax)
        {
            throw new ArgumentException($"expected a key of 1 to {StartRequest.KeyMax} characters", nameof(wish));
        }

        return SingleCommit.Do(location, time, fence: null, statements =>
        {
            var number = WishStatements.Insert(statements, wish);
            Audited(statements, number is not null, audit);
            return number is { } given ? wish with { Number = given }
                : LedgerRows.Single(statements["select_run_wish_of_key"].Bind(wish.Key), WishStatements.Row)!;
        });
    }

    private static bool Audited(StatementCache statements, bool isDone, AuditEntry audit)
    {
        if (isDone)
        {
            AuditWriter.Insert(statements, [audit]);
        }

        return isDone;
    }
}
