using Orchestrator.Core;
using Orchestrator.Data;
using Orchestrator.Metadata.Model;
using Orchestrator.Packages;

namespace Orchestrator.Runner.Doctor.Probes;

/// <summary>Looks into the databases of a connection on a thread of its own, for so long and no longer.</summary>
internal sealed class TargetReading
{
    private readonly Connection _connection;
    private readonly Thread _thread;
    private readonly Lock _guard = new();
    private IDatabase? _current;
    private IReadOnlyList<TargetState> _found = [];
    private Exception? _bug;

    private TargetReading(Connection connection, ConnectionAccess access, TargetProbe look)
    {
        _connection = connection;
        _thread = new Thread(() => Read(access, look))
        {
            IsBackground = true,
            Name = $"look at {connection.Name}",
        };
        _thread.Start();
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
        if (_thread.Join(left > TimeSpan.Zero ? left : TimeSpan.Zero))
        {
            return _bug is null ? _found : throw new InvalidOperationException(_bug.Message, _bug);
        }

        lock (_guard)
        {
            // It may answer nobody; the thread ends with the process then.
            _current?.Interruption.Begin();
        }

        return [Failed(new PackageError
        {
            Code = "ORC3409",
            Class = ErrorClass.Transient,
            Phase = "open",
            Message = $"It has not answered within {limit.TotalSeconds:0} s.",
            Connection = _connection.Name,
        })];
    }

    private void Read(ConnectionAccess access, TargetProbe look)
    {
        try
        {
            _found = [.. All(access, look)];
        }
        catch (Exception fault) when (ConnectionAccess.Explain(fault, _connection.Name) is not null)
        {
            _found = [Failed(ConnectionAccess.Explain(fault, _connection.Name)!)];
        }
        catch (Exception fault)
        {
            _bug = fault;
        }
    }

    private IEnumerable<TargetState> All(ConnectionAccess access, TargetProbe look)
    {
        var isFile = ConnectionAccess.PlatformOf(_connection)!.Abilities.IsFile;
        foreach (var address in access.Databases(_connection))
        {
            if (isFile && !File.Exists(address.File))
            {
                if (look.OfMissing(_connection, address) is { Unmarked.Count: > 0 } missing)
                {
                    yield return missing;
                }

                continue;
            }

            using var database = access.Open(_connection, address);
            Opened(database);
            yield return look.Of(_connection, address, database);
            Opened(null);
        }
    }

    private void Opened(IDatabase? database)
    {
        lock (_guard)
        {
            _current = database;
        }
    }

    private TargetState Failed(PackageError error) =>
        new(_connection.Name, ConnectionAccess.PlatformOf(_connection)!) { Error = error };
}
