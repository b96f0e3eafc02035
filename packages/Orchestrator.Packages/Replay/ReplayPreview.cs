using Orchestrator.Metadata.Model;
using Orchestrator.Packages.Load.Rejects;

namespace Orchestrator.Packages.Replay;

/// <summary>What loading the rejected rows of a package would do, for who only looks.</summary>
public static class ReplayPreview
{
    /// <summary>What the error table keeps of each attempt that the ledger knows, oldest first.</summary>
    /// <param name="access">The way to the connection.</param>
    /// <param name="connection">The connection that the load writes, to a database.</param>
    /// <param name="load">The load, as it is written now.</param>
    /// <param name="past">What the ledger knows of it.</param>
    /// <param name="run">The only run that is looked at; null = all.</param>
    /// <exception cref="Exception">What <see cref="ConnectionAccess.Explain"/> explains.</exception>
    public static IReadOnlyList<ReplayCount> Of(
        ConnectionAccess access, Connection connection, ObjectDefinition load, PastLoads past, long? run)
    {
        var errors = ErrorTable.NameOf(load, ConnectionAccess.PlatformOf(connection)!);
        var attempts = ReplayPlanned.Among(ReplayContract.Of(load, past), run);
        var found = new List<ReplayCount>();
        foreach (var database in KeptRows.Opened(access, connection))
        {
            found.AddRange(ReplayPlanned.Counted(database, errors, attempts));
        }

        return [.. found.GroupBy(one => one.Attempt).OrderBy(group => group.Key.Attempt).Select(group =>
            new ReplayCount(
                group.Key, group.Sum(one => one.Kept), group.Sum(one => one.Replayed),
                group.Sum(one => one.Whole)))];
    }
}
