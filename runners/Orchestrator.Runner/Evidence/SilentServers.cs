using Orchestrator.Core;
using Orchestrator.Metadata.Model;

namespace Orchestrator.Runner.Evidence;

/// <summary>
/// Asks the servers of packages that stand still whether they answer anybody, over sessions of its own: a server that
/// has been stopped refuses nothing, and a package that waits for it looks like one with much to do. Asks only where a
/// package has made no progress for some seconds, and one question at a time of each server. A server that is slow is
/// silent again and again: told again is a silence twice as long as the last one told, with how many there were.
/// </summary>
internal sealed class SilentServers : IDisposable
{
    private static readonly TimeSpan LookEvery = TimeSpan.FromSeconds(1);
    private static readonly TimeSpan Still = TimeSpan.FromSeconds(3);
    private static readonly TimeSpan AskEvery = TimeSpan.FromSeconds(3);
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(3);

    private readonly Func<string, WatchedDatabase?> _find;
    private readonly TimeProvider _time;
    private readonly Action<string, bool> _tell;
    private readonly Action<Action> _beside;
    private readonly Lock _lock = new();
    private readonly List<Watched> _atWork = [];
    private readonly Dictionary<string, Asked> _servers = new(StringComparer.Ordinal);
    private ITimer? _timer;
    private bool _isOver;

    /// <summary>Looks while packages are at work.</summary>
    /// <param name="find">The database of a connection; null = nothing that could be silent.</param>
    /// <param name="time">The clock.</param>
    /// <param name="tell">Told that a server gives no answer, and (true) that it gives one again; any thread.</param>
    /// <param name="beside">Begins a question and returns at once; null = on a thread of its own.</param>
    public SilentServers(
        Func<string, WatchedDatabase?> find, TimeProvider time, Action<string, bool> tell,
        Action<Action>? beside = null) =>
        (_find, _time, _tell, _beside) = (find, time, tell, beside ?? OnThread);

    /// <summary>A package is at work until what is returned is disposed.</summary>
    public IDisposable Watch(ObjectDefinition definition, ProgressCounter progress)
    {
        string[] connections = [.. new[] { definition.Source?.Connection, definition.Target.Connection }
            .OfType<string>().Distinct(StringComparer.Ordinal)];
        var watched = new Watched(this, connections, definition.PackageTimeout.Value, progress)
        {
            Rows = progress.Now,
            ChangedAt = _time.GetTimestamp(),
        };
        lock (_lock)
        {
            _atWork.Add(watched);
            _timer ??= NextLook();
        }

        return watched;
    }

    public void Dispose()
    {
        lock (_lock)
        {
            _isOver = true;
            _timer?.Dispose();
        }
    }

    private ITimer NextLook() => _time.CreateTimer(_ => Look(), null, LookEvery, Timeout.InfiniteTimeSpan);

    private void Look()
    {
        List<string> silent = [];
        lock (_lock)
        {
            _timer?.Dispose();
            _timer = null;
            if (_isOver || _atWork.Count == 0)
            {
                return;
            }

            _timer = NextLook();
            foreach (var connection in StandingStill().SelectMany(one => one.Connections)
                .Concat(_servers.Where(one => one.Value.IsTold).Select(one => one.Key)).Distinct().ToArray())
            {
                Ask(connection);
            }

            foreach (var (connection, asked) in _servers)
            {
                if (asked is { IsTold: false, SilentSince: { } since } && _time.GetElapsedTime(since) is var lasts
                    && lasts >= Patience)
                {
                    asked.Silences += asked.IsCounted ? 0 : 1;
                    asked.IsCounted = true;
                    if (lasts >= asked.TellFrom)
                    {
                        (asked.IsTold, asked.TellFrom) = (true, 2 * lasts);
                        silent.Add(Silence(connection, lasts, asked.Silences));
                    }
                }
            }
        }

        silent.ForEach(text => _tell(text, false));
    }

    private IEnumerable<Watched> StandingStill()
    {
        foreach (var one in _atWork)
        {
            if (one.Progress.Now != one.Rows)
            {
                (one.Rows, one.ChangedAt) = (one.Progress.Now, _time.GetTimestamp());
            }

            if (_time.GetElapsedTime(one.ChangedAt) >= Still)
            {
                yield return one;
            }
        }
    }

    private void Ask(string connection)
    {
        if (!_servers.TryGetValue(connection, out var asked))
        {
            asked = _servers[connection] = new Asked();
        }
        else if (asked.IsOut || _time.GetElapsedTime(asked.At) < AskEvery)
        {
            return;
        }

        (asked.At, asked.IsOut) = (_time.GetTimestamp(), true);
        asked.SilentSince ??= asked.At;
        _beside(() => Ask(connection, asked));
    }

    // A thread of its own: who is silent would keep one of those that all share.
    private static void OnThread(Action question) =>
        new Thread(() => question()) { Name = "answers", IsBackground = true }.Start();

    private void Ask(string connection, Asked asked)
    {
        try
        {
            _find(connection)?.Reach()?.Dispose();
        }
#pragma warning disable CA1031 // A refusal is an answer as well: whoever works there hears it and says so.
        catch (Exception)
#pragma warning restore CA1031
        {
            lock (_lock)
            {
                if (_time.GetElapsedTime(asked.At) >= Patience)
                {
                    asked.IsOut = false;
                    return;
                }
            }
        }

        bool wasTold;
        lock (_lock)
        {
            wasTold = asked.IsTold && !_isOver;
            (asked.IsOut, asked.IsTold, asked.IsCounted, asked.SilentSince) = (false, false, false, null);
        }

        if (wasTold)
        {
            _tell($"The server of the connection '{connection}' answers again.", true);
        }
    }

    private string Silence(string connection, TimeSpan since, int count)
    {
        var waiting = _atWork.Where(one => one.Connections.Contains(connection)).ToList();
        var limit = waiting.Select(one => one.Limit).Order().FirstOrDefault(one => one is not null);
        return $"The server of the connection '{connection}' has not answered for {since.TotalSeconds:0} s"
            + (count > 1 ? $", and is silent for the {count}. time in this run. " : ". ")
            + "What is at work there waits for it, "
            + (limit is { } longest ? $"each package no longer than its packageTimeout ({Words.Limit(longest)})."
                : "without a limit, because no packageTimeout is set.");
    }

    private sealed class Watched(
        SilentServers servers, string[] connections, TimeSpan? limit, ProgressCounter progress) : IDisposable
    {
        public string[] Connections => connections;

        public TimeSpan? Limit => limit;

        public ProgressCounter Progress => progress;

        public (long Read, long Written) Rows { get; set; }

        public long ChangedAt { get; set; }

        public void Dispose()
        {
            lock (servers._lock)
            {
                servers._atWork.Remove(this);
            }
        }
    }

    private sealed class Asked
    {
        public long At { get; set; }

        public bool IsOut { get; set; }

        public bool IsTold { get; set; }

        public long? SilentSince { get; set; }

        /// <summary>How often it has been silent for longer than anybody is patient.</summary>
        public int Silences { get; set; }

        /// <summary>Whether the silence at hand is among them.</summary>
        public bool IsCounted { get; set; }

        /// <summary>How long a silence lasts that is told: twice as long as the last one that was.</summary>
        public TimeSpan TellFrom { get; set; }
    }
}
