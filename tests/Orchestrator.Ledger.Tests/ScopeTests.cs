using Orchestrator.Core;
using Orchestrator.Core.Durability;

namespace Orchestrator.Ledger.Tests;

internal sealed class ScopeTests(Place place) : ConformanceFixture(place)
{
    private const string Solution = "shop";

    private static string Node => Plans.Of("Nightly", 3).Nodes[1].Name;

    [Test]
    public void A_scope_reads_as_it_was_written_and_is_open_until_it_is_closed()
    {
        using (var run = Begin())
        {
            var intended = Intent(run.Number) with { Server = "S\\ä'1", Found = "DISABLED", Set = "FORCED" };
            var number = run.Writer.Open(intended);
            Assert.That(Open(), Is.EqualTo(new[] { intended with { Number = number } }));

            var relaxed = intended with
            {
                Number = number,
                State = ScopeState.Relaxed,
                Changed = Began.AddSeconds(1),
                Why = "",
            };
            run.Writer.Change(relaxed);
            Assert.That(Open(), Is.EqualTo(new[] { relaxed }));

            run.Writer.Change(relaxed with
            {
                State = ScopeState.LeftAlone,
                Closed = Began.AddSeconds(9),
                Why = "it is ALLOWED now",
            });
            Assert.That(Open(), Is.Empty);
        }

        using var reader = Read();
        var found = reader.Scopes(1).Single();
        Assert.That((found.State, found.Closed, found.Why, found.Found, found.Set), Is.EqualTo(
            (ScopeState.LeftAlone, Began.AddSeconds(9), "it is ALLOWED now", "DISABLED", "FORCED")));
    }

    [Test]
    public void A_scope_that_is_closed_is_not_changed_any_more()
    {
        using var run = Begin();
        var scope = Intent(run.Number);
        scope = scope with { Number = run.Writer.Open(scope) };
        run.Writer.Change(scope with { State = ScopeState.Closed, Closed = Began.AddSeconds(3) });

        ScopeWriter.Change(Location, TimeProvider.System, fence: null, scope with { State = ScopeState.Relaxed });

        using var reader = Read();
        Assert.That(reader.Scopes(run.Number).Single().State, Is.EqualTo(ScopeState.Closed));
    }

    [Test]
    public void What_a_run_judges_itself_stands_behind_what_it_has_recorded_and_before_what_it_goes_on_to_record()
    {
        using var run = Begin();
        var scope = run.Writer.Open(Intent(run.Number));
        run.Writer.Relax(new Dictionary<int, long> { [1] = scope });
        run.Writer.Record(Turns.Running(1), _ => { });
        run.Writer.Record(Turns.Succeeded(1, TimeSpan.FromSeconds(1)));
        using var reader = Read();

        run.Writer.Judge([new AttemptJudged(reader.NotHardened(scope).Single(), null)], "run 1", Began.AddSeconds(3));
        run.Writer.Record(Turns.Running(2, seconds: 4));

        Assert.That(reader.NotHardened(scope), Is.Empty);
        Assert.That(reader.Transitions(run.Number).Select(one => (one.Sequence, one.To)), Is.EqualTo(new[]
        {
            (1L, NodeState.Running), (2L, NodeState.Succeeded), (3L, NodeState.Hardened), (4L, NodeState.Running),
        }));
    }

    [Test]
    public void Scopes_are_told_newest_first_of_one_run_or_of_all()
    {
        using (var run = Begin())
        {
            run.Writer.Open(Intent(run.Number) with { Connection = "A" });
            run.Writer.Open(Intent(run.Number) with { Connection = "B" });
        }

        using (var run = Begin())
        {
            run.Writer.Open(Intent(run.Number) with { Connection = "C" });
        }

        using var reader = Read();
        Assert.That(reader.Scopes().Select(one => one.Connection), Is.EqualTo(new[] { "C", "B", "A" }));
        Assert.That(reader.Scopes(1).Select(one => one.Connection), Is.EqualTo(new[] { "B", "A" }));
        Assert.That(reader.Scopes(limit: 2).Select(one => one.Connection), Is.EqualTo(new[] { "C", "B" }));
        Assert.That(reader.OpenScopes().Select(one => one.Connection), Is.EqualTo(new[] { "A", "B", "C" }));
    }

    [Test]
    public void What_an_attempt_has_loaded_counts_once_it_is_hardened_and_not_when_it_succeeds()
    {
        using var run = Begin();
        var scope = Relaxed(run);
        Load(run);
        Assert.That(Counted(), Is.EqualTo((0, 0, false, FileOutcome.Failed, 0, 1)));
        Assert.That(NotHardened(scope), Is.EqualTo(new[] { new AttemptNotHardened(1, run.Number, 1, 1, Node) }));

        run.Writer.Record(Turns.Of(
            Turns.Transition(1, NodeState.Succeeded, NodeState.Hardened, 1, 5)));

        Assert.That(Counted(), Is.EqualTo((1, 1, true, FileOutcome.Loaded, 1, 0)));
        Assert.That(NotHardened(scope), Is.Empty);
        using var reader = Read();
        var attempt = reader.Attempts(run.Number).Single();
        Assert.That((attempt.State, attempt.Ended, attempt.Scope),
            Is.EqualTo((NodeState.Hardened, Began.AddSeconds(2), scope)));
        Assert.That(reader.Scopes(run.Number).Single().Hardened, Is.EqualTo(Began.AddSeconds(2)));
    }

    [Test]
    public void An_attempt_on_a_durable_target_counts_when_it_succeeds()
    {
        using var run = Begin();
        Load(run);

        Assert.That(Counted(), Is.EqualTo((1, 1, true, FileOutcome.Loaded, 1, 0)));
    }

    [Test]
    public void What_a_lost_attempt_has_loaded_never_counts_and_its_failure_is_told()
    {
        using var run = Begin();
        Relaxed(run);
        Load(run);

        run.Writer.Record(Turns.Of(Turns.Transition(1, NodeState.Succeeded, NodeState.Failed, 1, 5, "lost")) with
        {
            Lost = [new AttemptLost(1, 1, Lost)],
        });

        Assert.That(Counted(), Is.EqualTo((0, 0, false, FileOutcome.Failed, 0, 1)));
        using var reader = Read();
        Assert.That(reader.Errors(run.Number).Single().Error, Is.EqualTo(Lost));
        Assert.That(reader.Nodes(run.Number)[1].State, Is.EqualTo(NodeState.Failed));
    }

    [Test]
    public void Attempts_of_a_run_that_died_are_judged_afterwards_and_what_held_a_lost_one_has_failed()
    {
        using (var run = Begin())
        {
            var scope = Relaxed(run, 1, 2);
            Load(run);
            Load(run, 2);
            run.Writer.Record(Turns.Of(Turns.Transition(0, NodeState.Running, NodeState.Succeeded, 0, 8)));
        }

        var found = NotHardened(1);
        ScopeWriter.Judge(
            Location, TimeProvider.System, fence: null, [new(found[0], null), new(found[1], Lost)], "run 2");

        using var reader = Read();
        Assert.That(reader.Nodes(1).Select(node => node.State).Take(3), Is.EqualTo(new[]
        {
            NodeState.Failed, NodeState.Hardened, NodeState.Failed,
        }));
        Assert.That(reader.Attempts(1).Select(one => one.State),
            Is.EqualTo(new[] { NodeState.Hardened, NodeState.Failed }));
        Assert.That(reader.Transitions(1).TakeLast(3).Select(one => (one.Node, one.From, one.To, one.Who)),
            Is.EqualTo(new[]
            {
                (1, NodeState.Succeeded, NodeState.Hardened, "run 2"),
                (2, NodeState.Succeeded, NodeState.Failed, "run 2"),
                (0, NodeState.Succeeded, NodeState.Failed, "run 2"),
            }));
        Assert.That(reader.Watermarks().Select(one => one.Attempt), Is.EqualTo(new long?[] { 1 }));
        Assert.That(reader.Errors(1).Single().AttemptId, Is.EqualTo(2));
    }

    [Test]
    public void A_backup_keeps_scopes_and_a_restore_gives_no_number_twice()
    {
        using (var run = Begin())
        {
            Relaxed(run);
            Load(run);
        }

        var file = Path.Combine(Folder, "copy", "ledger.db");
        LedgerBackup.Make(Location, file, "user", TimeProvider.System);
        using (var run = Begin())
        {
            Relaxed(run);
        }

        LedgerBackup.Restore(Location, file, TimeProvider.System);
        using (var run = Begin())
        {
            Relaxed(run);
        }

        using var reader = Read();
        Assert.That(reader.Scopes().Select(one => (one.Number, one.Run)), Is.EqualTo(new[] { (3L, 3L), (1L, 1L) }));
        Assert.That(reader.Attempts(1).Single().Scope, Is.EqualTo(1));
    }

    private static PackageError Lost { get; } = new()
    {
        Code = "ORC4999",
        Class = ErrorClass.Transient,
        Phase = "flush",
        Message = "its marker is gone",
    };

    private static ScopeRecord Intent(long run) => new()
    {
        Run = run,
        Token = run,
        Connection = "Staging",
        Platform = "Sqlite",
        Server = "host",
        Database = "/data/staging.db",
        Kind = ScopeRecord.OfSessions,
        Owner = "user@host 4711",
        State = ScopeState.Intended,
        Opened = Began,
    };

    private static long Relaxed(RunUnderTest run, params int[] nodes)
    {
        var scope = run.Writer.Open(Intent(run.Number));
        run.Writer.Relax((nodes is [] ? [1] : nodes).ToDictionary(node => node, _ => scope));
        return scope;
    }

    private static void Load(RunUnderTest run, int node = 1)
    {
        run.Writer.Record(Turns.Running(node));
        run.Writer.Record(Turns.Succeeded(node, TimeSpan.FromSeconds(3)) with
        {
            Results =
            [
                new AttemptResult
                {
                    Node = node,
                    Attempt = 1,
                    Work = new() { LoadPath = "row batches" },
                    Watermarks = [new WatermarkMove("Id", "bigint", "7")],
                    Files =
                    [
                        new ReadFile
                        {
                            Connection = "Inbox",
                            Name = "a.csv",
                            Size = 5,
                            Written = Began,
                            Outcome = FileOutcome.Loaded,
                            Move = FileMove.Archive,
                        },
                    ],
                },
            ],
        });
    }

    /// <summary>What of the first package's load counts: its watermarks, its median, its file, what is unfinished.
    /// </summary>
    private (int Watermarks, int Medians, bool Loaded, FileOutcome File, int ToMove, int Unfinished) Counted()
    {
        using var reader = Read();
        var known = reader.FilesOf("default", Node, "a.csv", 5).Single().File.Outcome;
        Assert.That(reader.FilesOf("default", Node).Single().File.Outcome, Is.EqualTo(known));
        return (reader.Watermarks("default", Node).Count, reader.MedianDurations("default").Count,
            reader.HasLoadedFiles("default", Node), known,
            reader.FilesToMove(Solution, "Nightly", "default").Count, reader.UnfinishedAttempts("default", Node).Count);
    }

    private IReadOnlyList<ScopeRecord> Open()
    {
        using var reader = Read();
        return reader.OpenScopes();
    }

    private IReadOnlyList<AttemptNotHardened> NotHardened(long scope)
    {
        using var reader = Read();
        return reader.NotHardened(scope);
    }
}
