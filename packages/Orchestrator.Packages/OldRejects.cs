using Orchestrator.Data;
using Orchestrator.Metadata.Model;
using Orchestrator.Packages.Load.Rejects;

namespace Orchestrator.Packages;

/// <summary>How many old rows an error table has.</summary>
/// <param name="Connection">Name of the connection that leads there.</param>
/// <param name="Rows">How many.</param>
public sealed record OldRejectCount(string Connection, string Table, long Rows);

/// <summary>
/// The rows of old attempts in the error tables of one connection. They go a few at a time, so that a load which
/// rejects rows meanwhile never waits long; stopped anywhere, the next call goes on.
/// </summary>
/// <param name="access">The way to the connection.</param>
/// <param name="connection">The connection, to a database.</param>
/// <param name="loads">The loads that write through it.</param>
/// <param name="last">The greatest number of an old attempt.</param>
/// <param name="kept">Attempts up to it whose rows stay.</param>
public sealed class OldRejects(
    ConnectionAccess access, Connection connection, IEnumerable<ObjectDefinition> loads, long last,
    IReadOnlyList<long> kept)
{
    private const int RowsAtOnce = 2000;
    private static readonly TimeSpan Pause = TimeSpan.FromMilliseconds(5);

    private readonly IPlatform _platform = ConnectionAccess.PlatformOf(connection)!;

    private IEnumerable<TableName> Tables =>
        loads.Select(load => ErrorTable.NameOf(load, _platform)).DistinctBy(_platform.Dialect.Fold);

    /// <summary>Counts them, of each table that has any.</summary>
    /// <exception cref="Exception">What <see cref="ConnectionAccess.Explain"/> explains.</exception>
    public IReadOnlyList<OldRejectCount> Count() => Each(
        address => access.Open(connection, address), (database, table) => database.Number(Sql(table).Count));

    /// <summary>Removes them.</summary>
    /// <returns>How many there were.</returns>
    /// <exception cref="Exception">What <see cref="ConnectionAccess.Explain"/> explains.</exception>
    /// <exception cref="OperationCanceledException">It was stopped.</exception>
    public IReadOnlyList<OldRejectCount> Remove(CancellationToken cancellation) => Each(
        address => access.OpenToWrite(connection, address), (database, table) =>
        {
            var (removed, now) = (0L, 0L);
            do
            {
                cancellation.ThrowIfCancellationRequested();
                now = Some(database, Sql(table).Remove(RowsAtOnce), cancellation);
                removed += now;
                cancellation.WaitHandle.WaitOne(Pause);
            }
            while (now > 0);
            return removed;
        });

    private static long Some(IDatabase database, string sql, CancellationToken cancellation)
    {
        database.Begin(cancellation);
        try
        {
            var rows = database.Execute(sql);
            database.Commit();
            return rows;
        }
        catch
        {
            database.Rollback();
            throw;
        }
    }

    private OldRowsDialect Sql(TableName table) =>
        new(_platform.Dialect, table, ErrorTable.AttemptColumn, last, kept);

    private List<OldRejectCount> Each(
        Func<DatabaseAddress, IDatabase> open, Func<IDatabase, TableName, long> work)
    {
        var found = new Dictionary<TableName, long>();
        foreach (var address in access.Databases(connection)
            .Where(each => !_platform.Abilities.IsFile || File.Exists(each.File)))
        {
            using var database = open(address);
            foreach (var table in Tables.Where(table => KeptRows.IsErrorTable(database, table)))
            {
                found[table] = found.GetValueOrDefault(table) + work(database, table);
            }
        }

        return [.. found.Where(one => one.Value > 0)
            .Select(one => new OldRejectCount(connection.Name, $"{one.Key}", one.Value))];
    }
}
