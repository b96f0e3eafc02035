namespace Orchestrator.Data.PostgreSql;

/// <summary>
/// Waits for the marker of a table: asks again and again without queueing for it, so that the transaction is no
/// subtransaction and its session can be told from the row.
/// </summary>
internal static class PostgreSqlMarkers
{
    private static readonly TimeSpan Pause = TimeSpan.FromMilliseconds(100);

    /// <summary>Runs a statement once the marker that it changes is free, however long that takes.</summary>
    /// <returns>Rows changed.</returns>
    /// <exception cref="OperationCanceledException">The token fired while waiting.</exception>
    public static long Take(
        PostgreSqlDatabase database, string sql, IReadOnlyList<(string Name, object? Value)> values,
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
        PostgreSqlDatabase database, (string, object?)[] table, Action<string?> heldUp, CancellationToken cancellation)
    {
        var holder = "";
        try
        {
            do
            {
                var now = PostgreSqlCatalog.Texts(database, PostgreSqlScripts.Read("marker_holder"), table);
                if (now.Count > 0 && now[0] != holder)
                {
                    heldUp(holder = now[0]);
                }

                cancellation.WaitHandle.WaitOne(Pause);
                cancellation.ThrowIfCancellationRequested();
            }
            while (IsHeld(database, table));
        }
        finally
        {
            heldUp(null);
        }
    }

    private static bool IsHeld(PostgreSqlDatabase database, (string, object?)[] table) =>
        database.Number(PostgreSqlScripts.Read("marker_held"), table) > 0;
}
