using System.Text.RegularExpressions;

namespace Orchestrator.Tds;

/// <summary>
/// What a server that has run for long counts of its databases and of what its sessions wait for, told to who has the
/// right to see it. Each commit counts; one that is durable brings the log to disk and waits for that.
/// </summary>
public sealed partial class ServerCounts
{
    /// <summary>What a commit that is durable waits for the log.</summary>
    public const int FlushMilliseconds = 4;

    /// <summary>What a flush brings to disk.</summary>
    public const int FlushBytes = 512;

    /// <summary>The name by which a hosted server counts each of its databases.</summary>
    public const string Physical = "0f6c1f0e-3f43-4c53-9d2c-5b4f5d6a7b8c";

    private const long Before = 1_000_000;

    private readonly Lock _one = new();
    private TaskCompletionSource _asked = NotAsked();
    private readonly SortedDictionary<string, long[]> _counters = new(StringComparer.OrdinalIgnoreCase);
    private readonly SortedDictionary<string, (long Count, long Time)> _waits = new(StringComparer.Ordinal)
    {
        ["LAZYWRITER_SLEEP"] = (Before, Before),
        ["WRITELOG"] = (Before, Before),
        ["SLEEP_TASK"] = (Before, Before),
    };

    private readonly Dictionary<int, SortedDictionary<string, (long Count, long Time)>> _ofSessions = [];

    /// <summary>Answers for a server; handlers that are declared later go first.</summary>
    public ServerCounts(TdsServer server)
    {
        server.On(SeesText(), reply => reply.Rows(
            ["hosted int", "has int", "physical nvarchar(128)", "here int"],
            [IsHosted ? 1 : 0, HasPerformanceState ? (MaySeeWaits ? 1 : 0) : null, IsHosted ? Physical : null, 1]));
        server.On(CountersText(), (request, reply) => Seen(reply, MaySeeCounters, () => Tell((Call)request, reply)));
        server.On(WaitsText(), reply => Seen(reply, MaySeeWaits && !IsHosted, () => TellOfServer(reply)));
        server.On(HostedWaitsText(), reply => Seen(reply, MaySeeWaits, () => TellOfServer(reply)));
        server.On(SessionText(), (request, reply) => Seen(
            reply, MaySeeWaits || !HasPerformanceState, () => Tell(OfSession(request.Session), reply)));
    }

    /// <summary>Whether its logins may see what it counts of databases. Default: yes.</summary>
    public bool MaySeeCounters { get; set; } = true;

    /// <summary>Whether its logins may see what others wait for. Default: yes.</summary>
    public bool MaySeeWaits { get; set; } = true;

    /// <summary>
    /// Whether it knows the rights of 2022, without which a session sees nothing of itself either. Default: yes.
    /// </summary>
    public bool HasPerformanceState { get; set; } = true;

    /// <summary>Whether only a database is to be seen of it, as of Azure SQL Database.</summary>
    public bool IsHosted { get; set; }

    /// <summary>Whether the counters of its databases are off.</summary>
    public bool HasNoCounters { get; set; }

    /// <summary>Ends when somebody is told the next time what the server waits for.</summary>
    public Task Asked => Volatile.Read(ref _asked).Task;

    /// <summary>A session has waited.</summary>
    public void Wait(Session session, string what, int milliseconds)
    {
        lock (_one)
        {
            foreach (var all in new[] { _waits, OfSession(session) })
            {
                var (count, time) = all.GetValueOrDefault(what);
                all[what] = (count + 1, time + milliseconds);
            }
        }
    }

    /// <summary>A session has committed; nobody waits for a commit that is delayed.</summary>
    internal void Commit(Session session, bool isDelayed)
    {
        lock (_one)
        {
            Of(session.Database)[0]++;
        }

        if (!isDelayed)
        {
            Flush(session.Database);
            Wait(session, "WRITELOG", FlushMilliseconds);
        }
    }

    /// <summary>The log of a database was brought to disk.</summary>
    internal void Flush(string database)
    {
        lock (_one)
        {
            Of(database)[1]++;
            Of(database)[2] += FlushBytes;
        }
    }

    private void Seen(Reply reply, bool maySee, Action tell)
    {
        lock (_one)
        {
            if (maySee)
            {
                tell();
            }
            else
            {
                reply.Error(300, "VIEW SERVER STATE permission was denied on object 'server', database 'master'.");
            }
        }
    }

    private void Tell(Call call, Reply reply)
    {
        var name = (string)call["@database"]!;
        var isMeant = !HasNoCounters && (!IsHosted || (string?)call["@physical"] == Physical);
        string[] names = ["Transactions/sec", "Log Flushes/sec", "Log Bytes Flushed/sec"];
        reply.Rows(
            ["counter nvarchar(128)", "value bigint"],
            isMeant ? [.. names.Index().Select(each => new object?[] { each.Item, Of(name)[each.Index] })] : []);
        reply.Value("int", 250);
    }

    // Its own tasks are idle meanwhile.
    private void TellOfServer(Reply reply)
    {
        _waits["LAZYWRITER_SLEEP"] = (_waits["LAZYWRITER_SLEEP"].Count + 1, _waits["LAZYWRITER_SLEEP"].Time + 1000);
        Tell(_waits, reply);
        reply.Value("int", 250);
        Interlocked.Exchange(ref _asked, NotAsked()).SetResult();
    }

    private static TaskCompletionSource NotAsked() => new(TaskCreationOptions.RunContinuationsAsynchronously);

    private static void Tell(SortedDictionary<string, (long Count, long Time)> all, Reply reply) => reply.Rows(
        ["wait_type nvarchar(60)", "waiting_tasks_count bigint", "wait_time_ms bigint"],
        [.. all.Select(wait => new object?[] { wait.Key, wait.Value.Count, wait.Value.Time })]);

    private long[] Of(string database) => _counters.TryGetValue(database, out var found)
        ? found
        : _counters[database] = [Before, Before, Before];

    private SortedDictionary<string, (long Count, long Time)> OfSession(Session session) =>
        _ofSessions.TryGetValue(session.Number, out var found)
            ? found
            : _ofSessions[session.Number] = new SortedDictionary<string, (long, long)>(StringComparer.Ordinal);

    [GeneratedRegex("'VIEW SERVER PERFORMANCE STATE'")]
    private static partial Regex SeesText();

    [GeneratedRegex(@"FROM sys\.dm_os_performance_counters")]
    private static partial Regex CountersText();

    [GeneratedRegex(@"FROM sys\.dm_os_wait_stats")]
    private static partial Regex WaitsText();

    [GeneratedRegex(@"FROM sys\.dm_db_wait_stats")]
    private static partial Regex HostedWaitsText();

    [GeneratedRegex(@"FROM sys\.dm_exec_session_wait_stats")]
    private static partial Regex SessionText();
}
