using System.Globalization;

namespace Orchestrator.Data.Evidence;

/// <summary>
/// Takes what the sessions of one attempt commit and wait for: drivers tell it, and who samples the database. Thread-
/// safe.
/// </summary>
public sealed class AttemptMeter
{
    /// <summary>
    /// After so many commits of single rows those of one exchange are not waited for, where that may be measured.
    /// </summary>
    public const int ProbeEvery = 1024;

    private const int ProbesWanted = 4;

    private readonly Lock _gate = new();
    private readonly HashSet<long> _sessions = [];
    private readonly List<string> _missing = [];
    private readonly WaitTotals _waits = new();
    private (long Count, TimeSpan Time) _commits;
    private (long Count, TimeSpan Time) _waited;
    private readonly List<TimeSpan> _probes = [];
    private long _probed;
    private bool _isCounted;
    private bool _isCountLost;

    /// <summary>Whether its target is relaxed, so that no commit waits for the log.</summary>
    public bool IsRelaxed { get; init; }

    /// <summary>
    /// Whether some of the commits of single rows may not be waited for, so that the others tell what the log costs:
    /// the next commit of the same session brings them to disk.
    /// </summary>
    public bool MayProbe { get; init; }

    /// <summary>Told of each session that begins.</summary>
    public Action? WhenOpened { get; init; }

    /// <summary>A session begins, by its number in the server.</summary>
    public void Opened(long session)
    {
        lock (_gate)
        {
            _sessions.Add(session);
        }

        WhenOpened?.Invoke();
    }

    /// <summary>A session is over.</summary>
    public void Closed(long session)
    {
        lock (_gate)
        {
            _sessions.Remove(session);
        }
    }

    /// <summary>Whether a session is one of its own.</summary>
    public bool Has(long session)
    {
        lock (_gate)
        {
            return _sessions.Contains(session);
        }
    }

    /// <summary>A transaction was committed, which took so long.</summary>
    public void Commit(TimeSpan took)
    {
        lock (_gate)
        {
            _commits = (_commits.Count + 1, _commits.Time + took);
        }
    }

    /// <summary>Rows were written and committed, each by itself, in one exchange with the server.</summary>
    /// <param name="rows">How many.</param>
    /// <param name="took">How long the exchange took.</param>
    /// <param name="isProbe">Whether its commits did not wait for the log.</param>
    public void CommitWithRows(int rows, TimeSpan took, bool isProbe)
    {
        lock (_gate)
        {
            if (isProbe)
            {
                _probed += rows;
                _probes.Add(took / rows);
            }
            else
            {
                _waited = (_waited.Count + rows, _waited.Time + took);
            }
        }
    }

    /// <summary>A session waited.</summary>
    public void Wait(ServerWait wait)
    {
        lock (_gate)
        {
            _waits.Add(wait);
        }
    }

    /// <summary>A session is over for which the server has counted all that it waited for.</summary>
    public void Counted(IEnumerable<ServerWait> all)
    {
        lock (_gate)
        {
            _isCounted = true;
            foreach (var wait in all)
            {
                _waits.Add(wait);
            }
        }
    }

    /// <summary>A session is over, and what the server has counted for it is not known.</summary>
    /// <param name="why">What is missing: "waits: not available: needs …".</param>
    public void CountLost(string why)
    {
        lock (_gate)
        {
            _isCountLost = true;
        }

        Miss(why);
    }

    /// <summary>Something is not known: "server waits: not available: needs …".</summary>
    public void Miss(string what)
    {
        lock (_gate)
        {
            if (!_missing.Contains(what))
            {
                _missing.Add(what);
            }
        }
    }

    /// <summary>What is known now; null where it has done nothing there.</summary>
    public AttemptEvidence? Read()
    {
        lock (_gate)
        {
            var singly = _waited.Count + _probed;
            if (_commits.Count + singly == 0 && _missing.Count == 0 && _waits.All.Count == 0)
            {
                return null;
            }

            var (logTime, how) = LogTime();
            string[] unknown = logTime is null && _commits.Count + singly > 0
                ? ["the log's part of commits: not available: " + WhyNoLogTime()] : [];
            return new AttemptEvidence
            {
                Commits = _commits.Count + singly,
                CommitTime = singly == 0 ? _commits.Time : null,
                LogTime = logTime,
                LogTimeHow = how,
                Waits = _waits.All,
                Missing = [.. _missing, .. unknown],
            };
        }
    }

    private (TimeSpan? Time, string How) LogTime()
    {
        if (IsRelaxed)
        {
            return (TimeSpan.Zero, "relaxed: no commit waited for the log");
        }

        if (_isCountLost)
        {
            return (null, "");
        }

        if (_isCounted)
        {
            return LogTimeCounted();
        }

        if (_waited.Count == 0)
        {
            return _commits.Count > 0 ? (_commits.Time, "time in COMMIT") : (null, "");
        }

        return _probes.Count < ProbesWanted
            ? (null, "")
            : (_commits.Time + LogTimeOfRows(), $"{_probed} of {_waited.Count + _probed} commits did not wait");
    }

    private (TimeSpan? Time, string How) LogTimeCounted()
    {
        var counted = _waits.All.Where(wait => wait is { Class: WaitClass.LogWrite, IsSampled: false }).ToArray();
        var names = counted.Length == 0 ? "none" : string.Join(", ", counted.Select(wait => wait.Name));
        return (Sum(counted), "counted by the server: " + names);
    }

    private TimeSpan LogTimeOfRows()
    {
        // Of few, one that was held up by something else would weigh too much in a mean.
        var each = _waited.Time / _waited.Count - _probes.Order().ElementAt((_probes.Count - 1) / 2);
        return each > TimeSpan.Zero ? each * _waited.Count : TimeSpan.Zero;
    }

    private string WhyNoLogTime() => _isCountLost ? "needs the waits of all its sessions"
        : MayProbe ? string.Create(CultureInfo.InvariantCulture,
            $"needs {ProbesWanted * ProbeEvery:N0} rows that are committed one by one")
        : "needs a connection that is reloadable, where some commits may not wait";

    private static TimeSpan Sum(IEnumerable<ServerWait> some) =>
        some.Aggregate(TimeSpan.Zero, (sum, wait) => sum + wait.Duration);
}
