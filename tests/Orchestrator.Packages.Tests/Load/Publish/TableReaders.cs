using System.Collections.Concurrent;
using System.Globalization;
using System.Text.RegularExpressions;
using Npgsql;

namespace Orchestrator.Packages.Tests.Load.Publish;

/// <summary>
/// Sessions that read the table `t` as long as they live: some each row as it is, some in snapshots that are older than
/// the load which comes next. What the server says of their waiting for locks is noted.
/// </summary>
internal sealed partial class TableReaders : IDisposable
{
    private const int Readers = 4;

    private readonly string _connectionString;
    private readonly int _rows;
    private readonly object _loads = new();
    private readonly long[] _reads = new long[Readers];
    private readonly ConcurrentQueue<string> _wrong = new();
    private readonly Thread[] _threads;
    private long _longestWaitMicroseconds;
    private int _loaded;
    private bool _isOver;

    public TableReaders(string connectionString, int rows)
    {
        _connectionString = connectionString;
        _rows = rows;
        _threads = [.. Enumerable.Range(0, Readers).Select(i => new Thread(() => Run(i)) { IsBackground = true })];
        foreach (var thread in _threads)
        {
            thread.Start();
        }
    }

    /// <summary>What a reader saw that is not all rows of one load, and what failed.</summary>
    public IEnumerable<string> Wrong => _wrong;

    public IReadOnlyList<long> Reads => _reads;

    /// <summary>The longest time that one of them waited for a lock.</summary>
    public TimeSpan LongestWait => TimeSpan.FromMicroseconds(Interlocked.Read(ref _longestWaitMicroseconds));

    /// <summary>Tells those with snapshots that there is a newer load.</summary>
    public void Loaded(int number)
    {
        lock (_loads)
        {
            _loaded = number;
            Monitor.PulseAll(_loads);
        }
    }

    public void Dispose()
    {
        lock (_loads)
        {
            _isOver = true;
            Monitor.PulseAll(_loads);
        }

        foreach (var thread in _threads)
        {
            thread.Join();
        }
    }

    private void Run(int reader)
    {
        try
        {
            using var connection = new NpgsqlConnection(_connectionString + ";Pooling=false");
            connection.Notice += (_, told) => Note(told.Notice.MessageText);
            connection.Open();
            Ask(connection, "SET log_lock_waits = on; SET deadlock_timeout = '1ms'; SET client_min_messages = log");
            do
            {
                Read(connection, isOlder: reader % 2 == 1);
                _reads[reader]++;
            }
            while (!Volatile.Read(ref _isOver));
        }
        catch (NpgsqlException fault)
        {
            _wrong.Enqueue(fault.Message);
        }
    }

    private void Read(NpgsqlConnection connection, bool isOlder)
    {
        if (!isOlder)
        {
            Look(connection);
            return;
        }

        Ask(connection, "BEGIN ISOLATION LEVEL REPEATABLE READ");
        Ask(connection, "SELECT count(*) FROM calm");
        AwaitLoad();
        var (first, second) = (Look(connection), Look(connection));
        if (first != second)
        {
            _wrong.Enqueue($"one snapshot saw {first}, then {second}");
        }

        Ask(connection, "COMMIT");
    }

    private void AwaitLoad()
    {
        lock (_loads)
        {
            for (var seen = _loaded; _loaded == seen && !_isOver;)
            {
                Monitor.Wait(_loads);
            }
        }
    }

    private string? Look(NpgsqlConnection connection)
    {
        var seen = Ask(connection, """
            SELECT count(*) || ' rows of load ' || string_agg(DISTINCT "Load"::text, ' and ') FROM t
            """);
        if (seen is null || !seen.StartsWith($"{_rows} rows", StringComparison.Ordinal)
            || seen.Contains("and", StringComparison.Ordinal))
        {
            _wrong.Enqueue(seen ?? "no rows");
        }

        return seen;
    }

    private void Note(string message)
    {
        if (Acquired().Match(message) is { Success: true } match)
        {
            var waited = (long)(double.Parse(match.Groups[1].ValueSpan, CultureInfo.InvariantCulture) * 1000);
            for (var known = _longestWaitMicroseconds; known < waited;)
            {
                var before = Interlocked.CompareExchange(ref _longestWaitMicroseconds, waited, known);
                known = before == known ? waited : before;
            }
        }
    }

    private static string? Ask(NpgsqlConnection connection, string sql)
    {
        using var command = new NpgsqlCommand(sql, connection);
        return command.ExecuteScalar()?.ToString();
    }

    [GeneratedRegex(@"acquired .*Lock on relation .* after ([0-9.]+) ms")]
    private static partial Regex Acquired();
}
