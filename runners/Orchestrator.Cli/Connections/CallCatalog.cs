using Orchestrator.Cli.Grammar;
using Orchestrator.Data;
using Orchestrator.Import;
using Orchestrator.Metadata.Model;
using Orchestrator.Packages;

namespace Orchestrator.Cli.Connections;

/// <summary>Reads the catalog of the database behind a connection; what is in the way is said on stderr.</summary>
internal static class CallCatalog
{
    private const int NamedMax = 5;

    /// <summary>What is in it; null after its failure was said, exit 4.</summary>
    /// <exception cref="UsageException">The connection leads to several files.</exception>
    public static DatabaseContent? Read(
        Call call, Solution solution, Connection connection, Func<TableName, bool> isWanted) =>
        Tried(call, connection, () =>
        {
            var access = CallConnections.Access(call, solution);
            if (access.Databases(connection) is not [var address])
            {
                throw new UsageException($"the connection '{connection.Name}' leads to several files",
                    "an import reads one database: name the file by a connection of its own");
            }

            using var database = access.Open(connection, address);
            var content = DatabaseContent.Read(
                database, isWanted, listed => access.Unlisted(connection, database, listed)).WithLocked(database);
            SayLocked(call, connection, content.Locked);
            return content;
        });

    /// <summary>
    /// What is in all databases of a connection, together; null after a failure was said. A file that the first load
    /// will make holds nothing yet.
    /// </summary>
    public static DatabaseContent? ReadAll(Call call, Solution solution, Connection connection) =>
        Tried(call, connection, () =>
        {
            var access = CallConnections.Access(call, solution);
            var platform = ConnectionAccess.PlatformOf(connection)!;
            var found = new List<DatabaseContent> { new(platform, "", "", [], []) };
            foreach (var address in access.Databases(connection).Where(address => !platform.Abilities.IsFile
                || File.Exists(address.File) || !access.IsWritten(connection)))
            {
                using var database = access.Open(connection, address);
                found.Add(DatabaseContent.Read(
                    database, _ => true, listed => access.Unlisted(connection, database, listed)));
            }

            var all = found.SelectMany(each => each.All)
                .DistinctBy(table => platform.Dialect.Fold(table.Name)).ToArray();
            return new DatabaseContent(platform, found[^1].Version, found[^1].Encoding, all, all)
            {
                Twins = [.. found.SelectMany(each => each.Twins)],
            };
        });

    private static void SayLocked(Call call, Connection connection, IReadOnlyList<TableName> locked)
    {
        if (locked.Count > 0)
        {
            var more = locked.Count > NamedMax ? ", …" : "";
            call.Warn($"the user of '{connection.Name}' may not read {Words.Count(locked.Count, "table")} "
                + $"({string.Join(", ", locked.Take(NamedMax))}{more}), so that the loads of "
                + $"{(locked.Count == 1 ? "it" : "them")} would fail: grant SELECT, or leave out with --exclude");
        }
    }

    private static DatabaseContent? Tried(Call call, Connection connection, Func<DatabaseContent> read)
    {
        try
        {
            var content = read();
            foreach (var twin in content.Twins)
            {
                call.Warn($"the table {twin} is left alone: its name differs from another one's only in case");
            }

            return content;
        }
        catch (Exception fault) when (ConnectionAccess.Explain(fault, connection.Name) is not null)
        {
            call.Messages.Write(ConnectionTestScreen.Failure(
                connection.Name, ConnectionAccess.Explain(fault, connection.Name)!));
            return null;
        }
    }
}
