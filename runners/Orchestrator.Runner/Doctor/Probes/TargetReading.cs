using Orchestrator.Core;
using Orchestrator.Data;
using Orchestrator.Metadata.Model;
using Orchestrator.Packages;

namespace Orchestrator.Runner.Doctor.Probes;

/// <summary>Looks into the databases of a connection on a thread of its own, for so long and no longer.</summary>
internal sealed class TargetReading
{
    private readonly Connection connection;
    private readonly Thread thread;
    private readonly Lock guard = new();
    private IDatabase? current;
    private IReadOnlyList<TargetState> found = [];
    private Exception? bug;

    private TargetReading(Connection connection, ConnectionAccess access, TargetProbe look)
    {
        this.connection = connection;
        thread = new Thread(() => Read(access, look))
        {
            IsBackground = true,
            Name = $"look at {connection.Name}",
        };
        thread.Start();
    }

    /// <summary>What is in each database; of one that has not answered in time an error.</summary>
    public static IReadOnlyList<TargetState> Of(
        IReadOnlyList<Connection> connections, ConnectionAccess access, Func<CancellationToken, TargetProbe> look,
        TimeProvider time, TimeSpan limit)
    {
        var began = time.GetTimestamp();
        using var over = new CancellationTokenSource();
        TargetReading[] readings = [.. connections.Select(one => new TargetReading(one, access, look(over.Token)))];
        try
        {
            return [.. readings.SelectMany(reading => reading.Await(limit - time.GetElapsedTime(began), limit))];
        }
        finally
        {
            over.Cancel();
        }
    }

    private IReadOnlyList<TargetState> Await(TimeSpan left, TimeSpan limit)
    {
        if (thread.Join(left > TimeSpan.Zero ? left : TimeSpan.Zero))
        {
            return bug is null ? found : throw new InvalidOperationException(bug.Message, bug);
        }

        lock (guard)
        {
            // It may answer nobody; the thread ends with the process then.
            current?.Interrupt();
        }

        return [Failed(new PackageError
        {
            Code = "ORC3409",
            Class = ErrorClass.Transient,
            Phase = "open",
            Message = $"It has not answered within {limit.TotalSeconds:0} s.",
            Connection = connection.Name,
        })];
    }

    private void Read(ConnectionAccess access, TargetProbe look)
    {
        try
        {
            found = [.. All(access, look)];
        }
        catch (Exception fault) when (ConnectionAccess.Explain(fault, connection.Name) is not null)
        {
            found = [Failed(ConnectionAccess.Explain(fault, connection.Name)!)];
        }
        catch (Exception fault)
        {
            bug = fault;
        }
    }

    private IEnumerable<TargetState> All(ConnectionAccess access, TargetProbe look)
    {
        var isFile = ConnectionAccess.PlatformOf(connection)!.Abilities.IsFile;
        foreach (var address in access.Databases(connection))
        {
            if (isFile && !File.Exists(address.File))
            {
                if (look.OfMissing(connection, address) is { Unmarked.Count: > 0 } missing)
                {
                    yield return missing;
                }

                continue;
            }

            using var database = access.Open(connection, address);
            Opened(database);
            yield return look.Of(connection, address, database);
            Opened(null);
        }
    }

    private void Opened(IDatabase? database)
    {
        lock (guard)
        {
            current = database;
        }
    }

    private TargetState Failed(PackageError error) =>
        new(connection.Name, ConnectionAccess.PlatformOf(connection)!) { Error = error };
}
