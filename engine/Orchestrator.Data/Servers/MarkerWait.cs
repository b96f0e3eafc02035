namespace Orchestrator.Data.Servers;

/// <summary>
/// Waits for the marker of a table: asks again and again without queueing for it, so that the wait can be told, and
/// ended, at any time, and the transaction is no subtransaction whose session cannot be told from the row.
/// </summary>
/// <param name="holderOf">Who has the marker that the values name, in words; null = nobody that can be seen.</param>
/// <param name="pollsPerHolder">How often it is looked whether the marker is free for each time that its holder is
/// asked for.</param>
public sealed class MarkerWait(
    ServerSession session, Func<IReadOnlyList<(string Name, object? Value)>, string?> holderOf, int pollsPerHolder)
{
    private static readonly TimeSpan Pause = TimeSpan.FromMilliseconds(100);

    /// <summary>Runs a statement once the marker that it changes is free, however long that takes.</summary>
    /// <returns>Rows changed.</returns>
    /// <exception cref="OperationCanceledException">The token fired while waiting.</exception>
    public long Take(string sql, IReadOnlyList<(string Name, object? Value)> values, Action<string?> heldUp)
    {
        (string, object?)[] table = [.. values.Where(value => value.Name is "schema" or "name")];
        if (IsHeld(table))
        {
            Await(table, heldUp);
        }

        return session.Execute(sql, values);
    }

    private void Await((string, object?)[] table, Action<string?> heldUp)
    {
        var holder = "";
        try
        {
            for (var poll = 0; poll == 0 || IsHeld(table); poll++)
            {
                if (poll % pollsPerHolder == 0 && holderOf(table) is { } now && now != holder)
                {
                    heldUp(holder = now);
                }

                session.Use.Cancellation.WaitHandle.WaitOne(Pause);
                session.Use.Cancellation.ThrowIfCancellationRequested();
            }
        }
        finally
        {
            heldUp(null);
        }
    }

    private bool IsHeld((string, object?)[] table) => session.Number(session.Question("marker_held"), table) > 0;
}
