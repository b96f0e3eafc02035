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

    /// <summary>Asks the service for a run; asked again with the same key it is the first one, as it stands.</summary>
    /// <exception cref="ArgumentException">The key is longer than <see cref="StartRequest.KeyMax"/>.</exception>
    public static StartRequest Ask(LedgerLocation location, TimeProvider time, StartRequest request, AuditEntry audit)
    {
        if (request.Key.Length is 0 or > StartRequest.KeyMax)
        {
            throw new ArgumentException($"expected a key of 1 to {StartRequest.KeyMax} characters", nameof(request));
        }

        return SingleCommit.Do(location, time, fence: null, statements =>
        {
            var number = StartRequestStatements.Insert(statements, request);
            Audited(statements, number is not null, audit);
            return number is { } given ? request with { Number = given }
                : LedgerRows.Single(
                    statements["select_start_request_of_key"].Bind(request.Key), StartRequestStatements.Row)!;
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
