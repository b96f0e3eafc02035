using Orchestrator.Core;
using Orchestrator.Data;
using Orchestrator.Metadata.Model;
using Orchestrator.Packages.Store;

namespace Orchestrator.Packages.Online;

/// <summary>Reads several connections side by side, each on a thread of its own, within one time limit.</summary>
internal sealed class LiveReading
{
    private readonly LiveDatabase _start;
    private readonly Thread _thread;
    private readonly Lock _guard = new();
    private IDatabase? _database;
    private LiveDatabase? _read;
    private Exception? _bug;

    private LiveReading(Connection connection, ConnectionAccess access)
    {
        _start = new LiveDatabase(connection, Platforms.Of(connection)!);
        _thread = new Thread(() => Read(access)) { IsBackground = true, Name = $"look at {connection.Name}" };
        _thread.Start();
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
        if (!_thread.Join(left > TimeSpan.Zero ? left : TimeSpan.Zero))
        {
            lock (_guard)
            {
                // It may answer nobody; the thread ends with the process then.
                _database?.Interruption.Begin();
            }

            return _start with
            {
                Error = new PackageError
                {
                    Code = "ORC3409",
                    Class = ErrorClass.Transient,
                    Phase = "open",
                    Message = $"It has not answered within {limit.TotalSeconds:0} s.",
                    Connection = _start.Connection.Name,
                },
            };
        }

        return _bug is null ? _read! : throw new InvalidOperationException(_bug.Message, _bug);
    }

    private void Read(ConnectionAccess access)
    {
        try
        {
            _read = _start.Read(access, Opened);
        }
        catch (Exception fault) when (ConnectionAccess.Explain(fault, _start.Connection.Name) is not null)
        {
            _read = _start with { Error = ConnectionAccess.Explain(fault, _start.Connection.Name) };
        }
        catch (Exception fault)
        {
            _bug = fault;
        }
    }

    private void Opened(IDatabase opened)
    {
        lock (_guard)
        {
            _database = opened;
        }
    }
}
