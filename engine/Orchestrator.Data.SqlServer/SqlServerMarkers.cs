namespace Orchestrator.Data.SqlServer;

/// <summary>
/// Waits for the marker of a table: asks again and again without queueing for it, so that the wait can be told, and
/// ended, at any time.
/// </summary>
internal static class SqlServerMarkers
{
    private const int PollsPerQuestion = 10;
    private static readonly TimeSpan Pause = TimeSpan.FromMilliseconds(100);

    /// <summary>Runs a statement once the marker that it changes is free, however long that takes.</summary>
    /// <returns>Rows changed.</returns>
    /// <exception cref="OperationCanceledException">The token fired while waiting.</exception>
    public static long Take(
        SqlServerDatabase database, string sql, IReadOnlyList<(string Name, object? Value)> values,
        Action<string?> heldUp, CancellationToken cancellation)
    {
        (string, object?)[] table = [.. values.Where(value => value.Name is "schema" or "name")];
        if (IsHeld(database, table))
        {
            Await(database, table, heldUp, cancellation);
        }

        return database.Execute(sql, values);
    }

    private static void Await(
        SqlServerDatabase database, (string, object?)[] table, Action<string?> heldUp, CancellationToken cancellation)
    {
        var holder = "";
        try
        {
            for (var poll = 0; poll == 0 || IsHeld(database, table); poll++)
            {
                if (poll % PollsPerQuestion == 0 && SqlServerHolders.Of(database, "marker_holder", table) is var now
                    && now != holder)
                {
                    heldUp(holder = now);
                }

                cancellation.WaitHandle.WaitOne(Pause);
                cancellation.ThrowIfCancellationRequested();
            }
        }
        finally
        {
            heldUp(null);
        }
    }

    private static bool IsHeld(SqlServerDatabase database, (string, object?)[] table) =>
        database.Number(SqlServerScripts.Read("marker_held"), table) > 0;
}
