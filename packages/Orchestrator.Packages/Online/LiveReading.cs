using Orchestrator.Core;
using Orchestrator.Data;
using Orchestrator.Metadata.Model;
using Orchestrator.Packages.Store;

namespace Orchestrator.Packages.Online;

/// <summary>Reads several connections side by side, each on a thread of its own, within one time limit.</summary>
internal sealed class LiveReading
{
    private readonly LiveDatabase start;
    private readonly Thread thread;
    private readonly Lock guard = new();
    private IDatabase? database;
    private LiveDatabase? read;
    private Exception? bug;

    private LiveReading(Connection connection, ConnectionAccess access)
    {
        start = new LiveDatabase(connection, Platforms.Of(connection)!);
        thread = new Thread(() => Read(access)) { IsBackground = true, Name = $"look at {connection.Name}" };
        thread.Start();
    }

    /// <summary>What is behind each connection; what has not answered in time has an error.</summary>
    public static IReadOnlyList<LiveDatabase> Of(
        IReadOnlyList<Connection> connections, ConnectionAccess access, TimeProvider time, TimeSpan limit)
    {
        var began = time.GetTimestamp();
        LiveReading[] readings = [.. connections.Select(connection => new LiveReading(connection, access))];
        return [.. readings.Select(reading => reading.Await(limit - time.GetElapsedTime(began), limit))];
    }

    private LiveDatabase Await(TimeSpan left, TimeSpan limit)
    {
        if (!thread.Join(left > TimeSpan.Zero ? left : TimeSpan.Zero))
        {
            lock (guard)
            {
                // It may answer nobody; the thread ends with the process then.
                database?.Interrupt();
            }

            return start with
            {
                Error = new PackageError
                {
                    Code = "ORC3409",
                    Class = ErrorClass.Transient,
                    Phase = "open",
                    Message = $"It has not answered within {limit.TotalSeconds:0} s.",
                    Connection = start.Connection.Name,
                },
            };
        }

        return bug is null ? read! : throw new InvalidOperationException(bug.Message, bug);
    }

    private void Read(ConnectionAccess access)
    {
        try
        {
            read = start.Read(access, Opened);
        }
        catch (Exception fault) when (ConnectionAccess.Explain(fault, start.Connection.Name) is not null)
        {
            read = start with { Error = ConnectionAccess.Explain(fault, start.Connection.Name) };
        }
        catch (Exception fault)
        {
            bug = fault;
        }
    }

    private void Opened(IDatabase opened)
    {
        lock (guard)
        {
            database = opened;
        }
    }
}
