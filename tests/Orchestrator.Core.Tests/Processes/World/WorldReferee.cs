using Orchestrator.Core.Durability;
using Orchestrator.Core.Leases;
using Orchestrator.Core.Machine;
using Orchestrator.Ledger;
using Orchestrator.Ledger.Columns;
using Orchestrator.Ledger.Leases;
using Orchestrator.Runner;

namespace Orchestrator.Core.Tests.Processes.World;

/// <summary>
/// Follows a world by what is committed in ledger and targets, and says what was broken between runs; what one run
/// breaks by itself the referees of the machine say.
/// </summary>
internal sealed class WorldReferee(SimWorld world)
{
    private const string Open = "('Pending', 'Ready', 'Held', 'Running', 'Cancelling')";

    private readonly Dictionary<int, int> _sources = [];
    private readonly Dictionary<int, long> _taken = [];
    private readonly HashSet<long> _running = [];
    private readonly HashSet<int> _done = [];
    private string _holder = "";
    private TimeSpan _lastsUntil;
    private long _newest;
    private bool _mayBeBehind;

    /// <summary>How many runs have ended well.</summary>
    public int Successes { get; private set; }

    public int SourceOf(int package) => _sources.GetValueOrDefault(package, 3);

    /// <summary>New rows in the sources, once all that there were are loaded.</summary>
    public void Grow(RunRecord? newest)
    {
        if (newest is { Verdict: RunVerdict.Succeeded or RunVerdict.SucceededWithWarnings })
        {
            foreach (var package in world.Night.Packages)
            {
                _sources[package] = SourceOf(package) + world.Random.Next(4);
            }
        }
    }

    public void Ends(LeaseRecord lease) => world.Require(
        HolderOf(lease) is null or { IsDead: true } || lease.IsOver, "nobody is ended before his lease is over");

    /// <summary>A run has begun: no other one that lives believes that it may work.</summary>
    public void Began(SimProcess process, long run, SimRun _)
    {
        world.Require(run > _newest, "runs are numbered upwards");
        _newest = run;
        CheckHolders(process);
    }

    /// <summary>A run that continues no other one is being recorded.</summary>
    public void BeginsAnew() => _done.Clear();

    /// <summary>Something of a process was committed in the ledger.</summary>
    public void LedgerCommitted(SimProcess process)
    {
        CheckLeaseChanged();
        if (process.Run is { } run && process.Commits.Writing.Run > 0 && !process.IsBeating)
        {
            world.Require(run.Number >= _newest || _newest == 0,
                $"nothing of a run is recorded once another one has begun ({process.Name})");
        }
    }

    /// <summary>A renewal was answered.</summary>
    public void Renewed(SimProcess process)
    {
        world.Require(process.Asked - process.Renewed < LeaseTerms.Default.EndAfter,
            "no lease is renewed once its holder should have ended");
        process.Renewed = process.Asked;
    }

    /// <summary>The ledger refused what a run wrote.</summary>
    public void Refused(LedgerException? why) => world.Require(
        why?.InnerException is not Microsoft.Data.Sqlite.SqliteException,
        $"the ledger refuses nothing of what a run writes: {why?.InnerException}");

    public void Committed(SimSession session)
    {
        world.Require(session.Token >= _taken.GetValueOrDefault(session.Package),
            "no transaction with an old token commits after the new holder's first marker");
        _taken[session.Package] = session.Token;
    }

    /// <summary>
    /// What a database lost may have been counted. A marker that was lost with it fences nobody: whoever comes with an
    /// older token finds the marker of before, and its rows are taken back by the next who loads the table.
    /// </summary>
    public void WasLost(int database)
    {
        _mayBeBehind = true;
        foreach (var package in world.Night.Packages.Where(one => world.Night.DatabaseOf(one) == database))
        {
            _taken[package] = world.Targets[database].Now[package].Token;
        }
    }

    public void Starts(SimRun run, Attempt attempt)
    {
        world.Require(_running.Contains(attempt.Id), "Running is in the ledger before the start");
        world.Require(!run.Done.ContainsKey(attempt.Node.Index), "what is done does not run again");
    }

    /// <summary>A turn is durable.</summary>
    public void Recorded(SimRun run, LedgerTurn turn, IReadOnlyList<AttemptBegun> begun)
    {
        _running.UnionWith(begun.Select(one => one.AttemptId));
        CheckReasons(run.Number);
        _mayBeBehind |= turn.Results.Count > 0;
        foreach (var hardened in turn.Commands.OfType<RecordTransition>()
            .Where(one => one.To == NodeState.Hardened && one.Attempt > 0))
        {
            CheckHardened(hardened.Node, SimLedger.Ask(
                "SELECT attempt FROM attempts WHERE run = ? AND node = ? AND number = ?",
                run.Number, hardened.Node, hardened.Attempt));
        }
    }

    /// <summary>What dead runs had done was judged.</summary>
    public void Judged(IReadOnlyList<AttemptJudged> judged)
    {
        foreach (var one in judged.Where(one => one.Lost is null))
        {
            CheckHardened(one.Attempt.Node, one.Attempt.Attempt);
        }
    }

    /// <summary>What a retry takes for done is on disk.</summary>
    public void Judged(ResumePoint point)
    {
        var done = point.Done.Where(world.Night.Patterns.ContainsKey).ToArray();
        world.Require(done.All(IsLoaded), "what a retry takes for done is on disk");
        world.Require(_done.IsSubsetOf(done), "what a retry has taken for done no later one runs again");
        _done.UnionWith(done);

        Successes += point.Again.Count == 0 ? 1 : 0;
    }

    public void Ended(SimRun run, RunVerdict verdict)
    {
        if (verdict is RunVerdict.Succeeded or RunVerdict.SucceededWithWarnings)
        {
            Successes++;
            RequireAll("a run that succeeded has every row once, on disk");
            RequireFresh();
        }
        else
        {
            world.Require(SimLedger.Ask("SELECT count(*) FROM nodes WHERE run = ? AND kind = 'Package' AND state IN "
                + "('Failed', 'Cancelled', 'Abandoned', 'Blocked')", run.Number) > 0 || verdict == RunVerdict.Cancelled,
                "a run fails because of a package");
        }
    }

    /// <summary>After each step.</summary>
    public void Look()
    {
        foreach (var process in world.Processes)
        {
            if (process is { IsDead: false, StandsStill: false, IsOver: false, Keeper: not null })
            {
                CheckLease(process);
            }
        }

        if (_mayBeBehind)
        {
            _mayBeBehind = false;
            CheckWatermarks();
        }
    }

    /// <summary>What is there when all is over.</summary>
    public void CheckTheEnd()
    {
        RequireAll("in the end every row is there once, on disk");
        RequireFresh();
        world.Require(SimLedger.Ask("SELECT count(*) FROM leases") == 0 && world.Ledger.LockedBy is null,
            "in the end nobody holds lease or lock");
        world.Require(SimLedger.Ask("SELECT count(*) FROM scopes WHERE closed_at IS NULL") == 0,
            "in the end each scope is closed");
        world.Require(world.Targets.All(target => target is { Setting: SimTarget.Durable, Holders.Count: 0 }),
            "in the end each database is as it was found");
        world.Require(SimLedger.Ask("SELECT count(*) FROM runs WHERE verdict IS NULL") == 0,
            "in the end each run has ended");
        using var reader = LedgerReader.Open(world.Processes[^1].Location, world.Processes[^1].Time)!;
        foreach (var package in world.Night.Packages.Where(one => world.Night.Patterns[one] != Pattern.Replace))
        {
            world.Require(reader.Watermarks(Night.Environment, world.Night.Plan.Nodes[package].Name)
                is [{ Value: var value }, ..] && value == $"{SourceOf(package)}",
                "in the end each watermark is at the last row");
        }
    }

    private SimProcess? HolderOf(LeaseRecord? lease) =>
        lease is null ? null : world.Processes.Find(one => one.Session == lease.Session);

    /// <summary>By the ledger's own clock, wherever people put it.</summary>
    private void CheckLeaseChanged()
    {
        var (holder, lastsUntil) = world.Ledger.LeaseNow();
        if (holder.Length > 0 && holder != _holder && _holder.Length > 0)
        {
            var other = world.Processes.Find(one => one.Session == _holder);
            world.Require(other is null or { IsDead: true } || world.Ledger.Now >= _lastsUntil,
                "a lease goes to another one only once it is over, or its holder is dead");
        }

        (_holder, _lastsUntil) = (holder, lastsUntil);
    }

    /// <summary>By the world's clock, and not by what the process believes.</summary>
    private void CheckLease(SimProcess process)
    {
        var since = world.Now - process.Renewed;
        var terms = LeaseTerms.Default;
        world.Require(since < terms.EndAfter + terms.LookEvery + TimeSpan.FromSeconds(1) || HasJustWoken(process),
            $"whoever cannot renew the lease ends before it is over ({process.Name}, {since})");
        var isLate = since > terms.StopAfter + terms.LookEvery + TimeSpan.FromSeconds(1);
        world.Require(!isLate || HasJustWoken(process) || process.Run is null
            || process.Run.AtWork.All(one => one.Attempt.Cancellation.IsCancellationRequested || process.Run.IsStuck),
            "packages are asked to stop when half of the lease is gone");
    }

    private bool HasJustWoken(SimProcess process) =>
        world.Now - process.StandsStillUntil < TimeSpan.FromSeconds(1.1)
        || world.Now - process.Kept < TimeSpan.FromSeconds(1.1);

    private void CheckHolders(SimProcess newest)
    {
        foreach (var other in world.Processes.Where(one => one != newest && !one.IsDead && !one.StandsStill
            && one.Run is not null && !one.IsLost && !one.IsOver))
        {
            world.Require(world.Faults.HasClockJumped || world.Now - other.Renewed >= LeaseTerms.Default.EndAfter,
                "one run at a time believes that it may work");
        }
    }

    private void CheckReasons(long run) => world.Require(
        SimLedger.Ask($"SELECT count(*) FROM nodes WHERE run = ? AND state IN {Open} AND reason IS NULL", run) == 0,
        "each unfinished node has a reason in the ledger");

    private void CheckHardened(int package, long attempt)
    {
        var target = world.Targets[world.Night.DatabaseOf(package)];
        world.Require(target.OnDisk.Markers.Contains(attempt), "what is hardened is on disk");
    }

    private void CheckWatermarks()
    {
        using var reader = new SilentReader(world);
        foreach (var (name, value) in reader.Watermarks())
        {
            var package = world.Night.Packages.First(one => world.Night.Plan.Nodes[one].Name == name);
            var rows = world.Targets[world.Night.DatabaseOf(package)].OnDisk[package].Rows;
            world.Require(Enumerable.Range(1, value).All(key => rows.Exists(row => row.Key == key)),
                "no watermark is ahead of what is on disk");
        }
    }

    private void RequireAll(string rule)
    {
        foreach (var package in world.Night.Packages.Where(one => !IsLoaded(one)))
        {
            var found = world.Targets[world.Night.DatabaseOf(package)].OnDisk[package].Rows;
            var keys = found.ConvertAll(row => (row.Origin, row.Key));
            world.Break($"{rule}: {world.Night.Plan.Nodes[package].Name} ({world.Night.Patterns[package]}) has "
                + $"{keys.Count - keys.Distinct().Count()} rows twice, "
                + $"{Expected(package).Except(keys).Count()} are missing");
        }
    }

    private void RequireFresh()
    {
        foreach (var package in world.Night.Packages)
        {
            var table = world.Targets[world.Night.DatabaseOf(package)].OnDisk[package];
            world.Require(table.ReadFrom.All(one =>
                world.Targets[world.Night.DatabaseOf(one.Key)].OnDisk[one.Key].Attempt == one.Value),
                $"what is loaded again is read again: {world.Night.Plan.Nodes[package].Name}");
        }
    }

    /// <summary>Whether every row of its source is in its table on disk, once.</summary>
    private bool IsLoaded(int package)
    {
        var rows = world.Targets[world.Night.DatabaseOf(package)].OnDisk[package].Rows
            .Select(row => (row.Origin, row.Key)).Order();
        return rows.SequenceEqual(Expected(package).Order());
    }

    private IEnumerable<(int, int)> Expected(int package) => Enumerable.Range(1, SourceOf(package))
        .Select(key => (package, key)).Concat(world.Night.Plan.Nodes[package].Reads.SelectMany(Expected));

    /// <summary>Reads as packages do, and no fault comes in between.</summary>
    private readonly struct SilentReader(SimWorld world) : IDisposable
    {
        public List<(string, int)> Watermarks()
        {
            using var statement = world.Ledger.Prepare("select_watermarks").Bind(Night.Environment).Bind((string?)null);
            return [.. LedgerRows.All(
                    statement,
                    row => (Name: row.Text(WatermarkColumns.Node), Value: row.Text(WatermarkColumns.Value)))
                .DistinctBy(row => row.Name)
                .Select(row => (row.Name, int.Parse(row.Value, System.Globalization.CultureInfo.InvariantCulture)))];
        }

        public void Dispose()
        {
        }
    }
}
