using Orchestrator.Core;
using Orchestrator.Data;
using Orchestrator.Metadata.Model;
using Orchestrator.Packages;

namespace Orchestrator.Cli.Connections;

/// <summary>What opening a connection, or one of its files, showed.</summary>
internal sealed record ConnectionTest(Connection Connection, TimeSpan Time)
{
    /// <summary>ok, not there yet, failed.</summary>
    public required string State { get; init; }

    /// <summary>Platform and version of the server.</summary>
    public string Server { get; init; } = "";

    /// <summary>Name or file of the database, or the folder.</summary>
    public string Database { get; init; } = "";

    public string User { get; init; } = "";

    /// <summary>Why it failed.</summary>
    public PackageError? Error { get; init; }

    /// <summary>Opens each database of a connection, or looks at its folder.</summary>
    public static IReadOnlyList<ConnectionTest> Of(Connection connection, ConnectionAccess access, TimeProvider time)
    {
        var began = time.GetTimestamp();
        if (ConnectionAccess.PlatformOf(connection) is not { } platform)
        {
            return [Tried(connection, time, began, "", () => OfFolder(access, connection))];
        }

        IReadOnlyList<DatabaseAddress> addresses = [];
        var located = Tried(connection, time, began, "", () =>
        {
            addresses = access.Databases(connection);
            return new ConnectionTest(connection, TimeSpan.Zero) { State = "ok" };
        });
        return located.Error is not null ? [located] : [.. addresses.Select(address => Tried(
            connection, time, time.GetTimestamp(), address.File,
            () => OfDatabase(access, connection, platform, address)))];
    }

    private static ConnectionTest OfFolder(ConnectionAccess access, Connection connection)
    {
        var (path, files) = access.Folder(connection);
        return new ConnectionTest(connection, default)
        {
            State = "ok",
            Server = Words.Count(files, "file"),
            Database = path,
        };
    }

    private static ConnectionTest OfDatabase(
        ConnectionAccess access, Connection connection, IPlatform platform, DatabaseAddress address)
    {
        if (platform.Abilities.IsFile && !File.Exists(address.File) && access.IsWritten(connection))
        {
            return new ConnectionTest(connection, default) { State = "not there yet", Database = address.File };
        }

        using var database = access.Open(connection, address);
        var facts = database.Ask(platform.Dialect.Identity).First;
        return new ConnectionTest(connection, default)
        {
            State = "ok",
            Server = $"{platform.Name} {facts[0]}",
            Database = facts[1] is { Length: > 0 } name ? name : address.File,
            User = facts[2] ?? "",
        };
    }

    private static ConnectionTest Tried(
        Connection connection, TimeProvider time, long began, string database, Func<ConnectionTest> look)
    {
        try
        {
            return look() with { Time = time.GetElapsedTime(began) };
        }
        catch (Exception fault) when (ConnectionAccess.Explain(fault, connection.Name) is { } error)
        {
            return new ConnectionTest(connection, time.GetElapsedTime(began))
            {
                State = "failed",
                Database = database,
                Error = error,
            };
        }
    }
}
