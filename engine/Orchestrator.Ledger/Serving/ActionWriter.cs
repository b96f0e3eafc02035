namespace Orchestrator.Ledger.Serving;

/// <summary>
/// Does what people ask on the page or over the API, once for each key: the action, what it does and its entry in the
/// audit log are one commit, so that nobody who is cut off has to guess.
/// </summary>
public static class ActionWriter
{
    private const string Refused = "refused";

    /// <summary>
    /// Does it, and returns when it is on disk; where the key is there already, nothing is done, and what came of it is
    /// told: whether that one asked for the same <see cref="ActionRecord.IsSameAs"/> says.
    /// </summary>
    /// <exception cref="ArgumentException">The key is longer than <see cref="ActionRecord.KeyMax"/>.</exception>
    /// <exception cref="LedgerException">The ledger cannot be opened or written.</exception>
    public static ActionRecord Do(
        LedgerLocation location, TimeProvider time, ActionRecord action, ActionWork work, AuditEntry audit)
    {
        if (action.Key.Length is 0 or > ActionRecord.KeyMax)
        {
            throw new ArgumentException($"expected a key of 1 to {ActionRecord.KeyMax} characters", nameof(action));
        }

        return SingleCommit.Do(location, time, fence: null, statements =>
        {
            if (ActionStatements.Insert(statements, action) is not { } number)
            {
                return ActionStatements.OfKey(statements, action.Key)!;
            }

            var done = work.Do(statements, action with { Number = number });
            ActionStatements.Update(statements, done);
            AuditWriter.Insert(statements, [done.Outcome == ActionOutcome.Refused
                ? audit with { Outcome = Refused, Detail = done.Answer } : audit]);
            return done;
        });
    }
}
