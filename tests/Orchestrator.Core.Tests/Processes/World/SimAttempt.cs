using Orchestrator.Ledger;
using Orchestrator.Packages;
using Orchestrator.Runner;

namespace Orchestrator.Core.Tests.Processes.World;

/// <summary>
/// One attempt of a simulated load: each of its transactions begins with the marker, a commit without an answer is
/// looked up, and rows of attempts without a success are taken back.
/// </summary>
internal sealed class SimAttempt
{
    private static readonly TimeSpan Poll = TimeSpan.FromMilliseconds(200);
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(8);

    private readonly SimWorld _world;
    private readonly SimProcess _process;
    private readonly SimRun _run;
    private readonly Attempt _attempt;
    private readonly SimTarget _target;
    private readonly bool _isDeaf;
    private readonly bool _fails;
    private readonly double _slowness;
    private readonly Queue<SimRow[]> _parts = new();
    private readonly Dictionary<int, long> _readFrom = [];
    private SimSession? _session;
    private IReadOnlyList<long> _unfinished = [];
    private int _step;
    private int _upTo;
    private bool _isHeldUp;

    public SimAttempt(SimWorld world, SimProcess process, SimRun run, Attempt attempt)
    {
        (_world, _process, _run, _attempt) = (world, process, run, attempt);
        _target = world.Targets[world.Night.DatabaseOf(attempt.Node.Index)];
        _slowness = world.Chance(40) ? 0.004 : 1;
        _isDeaf = world.Faults.Happens(5);
        _fails = world.Faults.Happens(world.Faults.Failures);
    }

    public Attempt Attempt => _attempt;

    private int Package => _attempt.Node.Index;

    private Pattern Pattern => _world.Night.Patterns[Package];

    /// <summary>Reads where it stands, then its source.</summary>
    public void Begin()
    {
        try
        {
            using var reader = LedgerReader.Open(_process.Location, _process.Time)!;
            var name = _attempt.Node.Name;
            var from = Pattern == Pattern.Replace ? 0 : reader.Watermarks(Night.Environment, name) is [var at, ..]
                ? int.Parse(at.Value!, System.Globalization.CultureInfo.InvariantCulture) : 0;
            _unfinished = [.. reader.UnfinishedAttempts(Night.Environment, name)
                .Where(one => one.Attempt != _attempt.Id).Select(one => one.Attempt)];
            _upTo = _world.Referee.SourceOf(Package);
            Read(from);
        }
        catch (Exception fault) when (fault is SimFault or LedgerException)
        {
            Fail(ErrorClass.Transient, "the ledger cannot be read");
            return;
        }

        _process.After(Takes(2), Next);
    }

    private void Read(int from)
    {
        List<SimRow> rows = [.. Enumerable.Range(from + 1, _upTo - from).Select(key => Row(Package, key))];
        foreach (var read in _attempt.Node.Reads)
        {
            var source = _world.Targets[_world.Night.DatabaseOf(read)];
            _readFrom[read] = source.Now[read].Attempt;
            rows.AddRange(source.Now[read].Rows.Select(row => Row(row.Origin, row.Key)));
        }

        var size = Pattern == Pattern.Replace ? Math.Max(1, rows.Count) : _world.Random.Next(1, 5);
        foreach (var part in rows.Chunk(size))
        {
            _parts.Enqueue(part);
        }

        if (_parts.Count == 0)
        {
            _parts.Enqueue([]);
        }
    }

    private SimRow Row(int origin, int key) => new(origin, key, _attempt.Id);

    /// <summary>The next transaction: its claim first.</summary>
    private void Next()
    {
        if (IsStopped())
        {
            return;
        }

        if (_target.IsDown)
        {
            Fail(ErrorClass.Transient, "the server is gone");
            return;
        }

        // After a stop its threads go on in any order: this one may be ahead of the one that looks at the lease.
        _process.PerhapsStandStill();
        _session ??= _process.OpenSession(_target);
        var taken = _session.IsBroken ? Taken.Overtaken
            : _target.Take(_session, Package, _run.Number, _attempt.Id, _step + 1);
        switch (taken)
        {
            case Taken.Locked:
                Hold($"table {Package}");
                _process.After(Poll, Next);
                break;
            case Taken.Overtaken:
                Fail(_session.IsBroken ? ErrorClass.Transient : ErrorClass.Config, "the table is lost");
                break;
            default:
                Hold(null);
                _step++;
                _process.After(Takes(3), Write);
                break;
        }
    }

    private void Write()
    {
        if (IsStopped())
        {
            return;
        }

        if (_session!.IsBroken)
        {
            Fail(ErrorClass.Transient, "the session is lost");
            return;
        }

        var (part, unfinished, attempt, package) = (_parts.Peek(), _unfinished, _attempt.Id, Package);
        Func<SimRow, bool> goes = (_step, Pattern) switch
        {
            (1, Pattern.Replace) => _ => true,
            (1, Pattern.Append) => row => unfinished.Contains(row.Attempt),
            (_, Pattern.Merge) => row => part.Any(one => one.Key == row.Key),
            _ => _ => false,
        };
        _session.Work.Add(state => state[package].Rows.RemoveAll(row => goes(row)));
        _session.Work.Add(state => state[package].Rows.AddRange(part));
        _session.Work.Add(state => state[package].ReadFrom = _readFrom);
        if (_parts.Count == 1)
        {
            _session.Work.Add(state => state.Markers.Add(attempt));
        }

        _process.After(Takes(2), Commit);
    }

    private void Commit()
    {
        if (IsStopped())
        {
            return;
        }

        _process.PerhapsStandStill();
        if (_fails)
        {
            Fail(_world.Chance(50) ? ErrorClass.Data : ErrorClass.Transient, "a value is too long");
        }
        else if (_session!.IsBroken)
        {
            Fail(ErrorClass.Transient, "the session is lost");
        }
        else if (_session.TryCommit())
        {
            Committed();
        }
        else if (_world.Mistake == Mistake.TargetCommitRepeated)
        {
            _session = null;
            _process.After(Poll, Next);
        }
        else
        {
            var begun = _world.Now;
            _process.After(Poll, () => LookUp(begun));
        }
    }

    private void LookUp(TimeSpan begun)
    {
        var isReadable = !_target.IsDown && !_target.IsLocked(Package);
        if (!isReadable)
        {
            if (_world.Now - begun > Patience && _target.IsDown)
            {
                Fail(ErrorClass.OutcomeUnknown, "nobody knows whether it was committed");
                return;
            }

            _process.After(Poll, () => LookUp(begun));
            return;
        }

        _session = null;
        var marker = _target.Now[Package];
        if (marker.Attempt == _attempt.Id && marker.Step == _step)
        {
            Committed();
        }
        else
        {
            var isUnknown = marker.Attempt > _attempt.Id;
            Fail(isUnknown ? ErrorClass.OutcomeUnknown : ErrorClass.Transient, "it was not committed");
        }
    }

    private void Committed()
    {
        _parts.Dequeue();
        if (_parts.Count > 0)
        {
            _process.After(Takes(1), Next);
            return;
        }

        End(new PackageResult
        {
            Outcome = NodeState.Succeeded,
            LoadPath = "row batches",
            Watermark = Pattern == Pattern.Replace ? null : new WatermarkMoved("Key", "int", $"{_upTo}"),
        });
    }

    private TimeSpan Takes(double most) => _world.Between(0, most * _slowness);

    private bool IsStopped()
    {
        if (!_attempt.Cancellation.IsCancellationRequested || _isDeaf)
        {
            return false;
        }

        End(new PackageResult { Outcome = NodeState.Cancelled });
        return true;
    }

    private void Hold(string? over)
    {
        if (_isHeldUp || over is not null)
        {
            _isHeldUp = over is not null;
            _run.Tell(new AttemptHeldUp(_attempt, WaitReason.Claim, over, _run.Clock.Elapsed));
        }
    }

    private void Fail(ErrorClass why, string message) => End(new PackageResult
    {
        Outcome = NodeState.Failed,
        Error = new PackageError { Code = "ORC3000", Class = why, Phase = "write", Message = message },
    });

    private void End(PackageResult result)
    {
        if (result.Outcome != NodeState.Succeeded)
        {
            _session?.End();
        }

        _world.Tell(_process.Name,
            $"{_attempt.Node.Name} attempt {_attempt.Id}: {result.Outcome} {result.Error?.Message}");
        _run.AtWork.Remove(this);
        _run.Tell(new AttemptReturned(_attempt, result, _run.Clock.Elapsed));
    }
}
