using Orchestrator.Core;
using Orchestrator.Core.Leases;
using Orchestrator.Data;
using Orchestrator.Ledger;
using Orchestrator.Runner.Doctor;
using Orchestrator.Runner.Doctor.Checks;
using Orchestrator.Runner.Durability;

namespace Orchestrator.Runner.Tests.Doctor;

/// <summary>Facts in, findings out: what is odd, and above all what is not.</summary>
internal sealed class ChecksTests
{
    private static readonly string Own = $"{Facts.Own}";

    [Test]
    public void Where_all_is_well_nothing_is_found()
    {
        var target = Facts.Target with { Markers = [Facts.Marker(Own, 3, 9)] };

        var found = Diagnosis.Of(Facts.Ledger, [target], new SurroundingState(), Facts.Now);

        Assert.That(found.Findings, Is.Empty);
    }

    [Test]
    public void The_worst_comes_first()
    {
        var ledger = Facts.Ledger with { Damage = ["row 1 missing"], NotEnded = [Facts.Run(2, Died)] };
        var around = new SurroundingState { Missing = [1] };

        var found = Diagnosis.Of(ledger, [], around, Facts.Now).Findings;

        Assert.That(found.Select(one => one.Severity), Is.EqualTo(
            new[] { FindingSeverity.Error, FindingSeverity.Warning, FindingSeverity.Note }));
    }

    [Test]
    public void A_run_that_died_is_closed_and_one_at_work_is_left_alone()
    {
        var ledger = Facts.Ledger with { NotEnded = [Facts.Run(2, Died), Facts.Run(3, null)] };

        var found = RunsCheck.Of(ledger, Facts.Now).Single();

        Assert.That(found.What, Does.StartWith("run 2 died"));
        Assert.That((found.Cure!.Kind, found.Cure.Of, found.Cure.Environment), Is.EqualTo(
            (CureKind.CloseDead, "Nightly", "prod")));
    }

    [TestCase(10, 0)]
    [TestCase(31, 1)]
    public void A_request_is_waited_for_before_it_is_odd(int seconds, int expected)
    {
        var request = new RequestRecord
        {
            Run = 3,
            Verb = RequestVerb.Hold,
            Node = 0,
            Who = "ann@db1",
            Asked = Facts.Now - TimeSpan.FromSeconds(seconds),
        };

        Assert.That(RunsCheck.Of(Facts.Ledger with { Requests = [request] }, Facts.Now).Count(), Is.EqualTo(expected));
    }

    [TestCase(null, 0)]
    [TestCase(RunVerdict.EndedUnexpectedly, 1)]
    public void Files_wait_to_be_moved_unless_their_batch_is_at_work(RunVerdict? verdict, int expected)
    {
        var ledger = Facts.Ledger with
        {
            NotEnded = [Facts.Run(3, verdict)],
            FilesToMove = [("Nightly", "prod", 2)],
        };

        Assert.That(
            RunsCheck.Of(ledger, Facts.Now).Count(one => one.Code == DoctorCodes.FilesWait), Is.EqualTo(expected));
    }

    [TestCase(LeaseVerdict.Held, true, null, false)]
    [TestCase(LeaseVerdict.NotSaid, true, null, false)]
    [TestCase(LeaseVerdict.Free, false, FindingSeverity.Note, true)]
    [TestCase(LeaseVerdict.EndSessions, false, FindingSeverity.Note, true)]
    [TestCase(LeaseVerdict.EndSessions, true, FindingSeverity.Error, false)]
    [TestCase(LeaseVerdict.EndProcess, true, FindingSeverity.Error, false)]
    [TestCase(LeaseVerdict.OutOfReach, true, FindingSeverity.Error, false)]
    public void A_lease_is_given_back_only_where_nobody_holds_the_lock(
        LeaseVerdict verdict, bool isLockHeld, FindingSeverity? severity, bool isCurable)
    {
        var found = LeaseCheck.Of(Facts.Ledger with { Leases = [Facts.Lease(verdict, isLockHeld)] }).SingleOrDefault();

        Assert.That((found?.Severity, found?.Cure is not null), Is.EqualTo((severity, isCurable)));
    }

    [Test]
    public void The_lease_of_a_run_that_died_is_told_with_the_run()
    {
        var ledger = Facts.Ledger with
        {
            NotEnded = [Facts.Run(2, Died)],
            Leases = [Facts.Lease(LeaseVerdict.Free, isLockHeld: false)],
        };

        Assert.That(LeaseCheck.Of(ledger), Is.Empty);
    }

    // 7 has ended, 9 is at work, 4 was purged, 99 nobody knows.
    [TestCase(7, "", true)]
    [TestCase(7, "own", true)]
    [TestCase(7, "other", false)]
    [TestCase(9, "own", null)]
    [TestCase(4, "own", true)]
    [TestCase(4, "", false)]
    [TestCase(99, "own", false)]
    public void A_load_table_goes_only_where_its_attempt_is_known_to_have_ended(
        long attempt, string ledger, bool? isCurable)
    {
        var target = Facts.Target with
        {
            Loads = [Facts.Load(attempt)],
            Markers = [Facts.Marker(ledger == "own" ? Own : ledger, 2, attempt)],
        };

        var found = LoadTablesCheck.Of(Facts.Ledger, target).SingleOrDefault();

        Assert.That(found?.Cure is not null, Is.EqualTo(isCurable == true));
        Assert.That(found is null, Is.EqualTo(isCurable is null));
    }

    [Test]
    public void An_error_table_goes_only_where_no_object_writes_it_and_somebody_agreed()
    {
        var target = LeftBehind with
        {
            ErrorTables =
            [
                new ErrorTableState(new TableName(null, "kept"), 5, IsWritten: true), .. LeftBehind.ErrorTables,
            ],
        };

        var found = ErrorTablesCheck.Of(Facts.Ledger, target).Single();

        Assert.That(found.What, Does.Contain("left").And.Not.Contain("kept").And.Contain("as it reads now"));
        Assert.That(found.Why, Does.Contain("loaded last by this ledger").And.Contain("cannot be seen from here"));
        Assert.That(found.Cure!.Tables.Single().Name.Name, Is.EqualTo("left"));
        Assert.That(found.Cure.Destroys, Does.Contain("3 rejected rows"));
    }

    // 7 and 8 have ended, 9 is at work, 99 nobody knows.
    [TestCase(true, 7, 8)]
    [TestCase(true)]
    [TestCase(false, 7, 9)]
    [TestCase(false, 7, 99)]
    public void An_error_table_goes_only_where_all_its_attempts_are_known_to_have_ended(
        bool isCurable, params long[] attempts)
    {
        var target = LeftBehind with { ErrorTables = [LeftBehind.ErrorTables[0] with { Attempts = attempts }] };

        var found = ErrorTablesCheck.Of(Facts.Ledger, target).Single();

        Assert.That((found.Cure is not null, found.Why.Contains("does not know")), Is.EqualTo((isCurable, !isCurable)));
    }

    [Test]
    public void An_error_table_with_rows_of_another_solution_of_the_ledger_stays()
    {
        var ledger = Facts.Ledger with
        {
            Attempts = new Dictionary<long, AttemptState> { [7] = new(2, false, null, IsOfSolution: false) },
        };

        Assert.That(ErrorTablesCheck.Of(ledger, LeftBehind).Single().Cure, Is.Null);
    }

    [Test]
    public void An_error_table_stays_where_a_project_takes_its_objects_from_the_files_of_a_folder()
    {
        var found = ErrorTablesCheck.Of(Facts.Ledger, LeftBehind with { IsOfListedFiles = true }).Single();

        Assert.That((found.Cure, found.Verb), Is.EqualTo(((Cure?)null, "doctor --owned")));
        Assert.That(found.Why, Does.Contain("objects: \"*\""));
    }

    [Test]
    public void An_error_table_stays_where_only_a_run_knows_what_targets_are_called()
    {
        var found = ErrorTablesCheck.Of(Facts.Ledger, LeftBehind with { IsOfTurns = true }).Single();

        Assert.That(found.Cure, Is.Null);
        Assert.That(found.Why, Does.Contain("a loop"));
    }

    [Test]
    public void An_error_table_stays_where_another_ledger_may_write_the_database()
    {
        TargetState[] others =
        [
            LeftBehind with { Markers = [] },
            LeftBehind with { Markers = [.. LeftBehind.Markers, Facts.Marker("other", 1, 1)] },
            LeftBehind with { Markers = [.. LeftBehind.Markers, Facts.Marker("", 0, 0)] },
            LeftBehind with { Attempts = [new AttemptMarkerState("other", 1, 1)] },
        ];

        var found = others.SelectMany(target => ErrorTablesCheck.Of(Facts.Ledger, target)).ToArray();

        Assert.That(found.Select(one => one.Cure), Is.EqualTo(new Cure?[4]));
        Assert.That(found.Select(one => one.Why), Has.All.Contains("another one may write it"));
    }

    [Test]
    public void A_marker_goes_only_where_its_table_is_gone_and_its_run_has_ended()
    {
        var gone = Facts.Marker(Own, 2, 7, isThere: false);
        var target = Facts.Target with
        {
            Markers =
            [
                gone, gone with { IsThere = true }, gone with { IsWritten = true }, gone with { Ledger = "other" },
                gone with { Run = 3 },
            ],
        };

        var found = MarkersCheck.Of(Facts.Ledger with { NotEnded = [Facts.Run(3, null)] }, target).Single();

        Assert.That(found.Cure!.Markers, Is.EqualTo(new[] { gone }));
    }

    [Test]
    public void The_marker_of_an_attempt_goes_once_nobody_asks_for_it()
    {
        var target = Facts.Target with
        {
            Attempts =
            [
                new AttemptMarkerState(Own, 2, 7), new AttemptMarkerState(Own, 2, 8),
                new AttemptMarkerState(Own, 3, 9), new AttemptMarkerState("other", 2, 1),
                new AttemptMarkerState(Own, 4, 11),
            ],
        };
        var ledger = Facts.Ledger with { NotEnded = [Facts.Run(3, null)], OpenScopes = [Scope(5, 2, null)] };

        var found = MarkersCheck.Of(ledger, target).Single();

        Assert.That(found.Cure!.Attempts, Is.EqualTo(new[] { 7 }));
    }

    [TestCase(false, true, 1)]
    [TestCase(true, false, 0)]
    public void What_a_run_relaxed_is_put_back_unless_it_is_at_work(bool isAtWork, bool isCurable, int expected)
    {
        var database = new DatabaseDurability("Staging", "PostgreSQL")
        {
            Scope = Scope(5, 2, null),
            IsAtWork = isAtWork,
        };

        var found = DurabilityCheck.Of([database]).ToArray();

        Assert.That(found, Has.Length.EqualTo(expected));
        Assert.That(found.Any(one => one.Cure is { Kind: CureKind.Restore, Scope: 5 }), Is.EqualTo(isCurable));
    }

    [TestCase(20, 100, FindingSeverity.Error)]
    [TestCase(400, 100, FindingSeverity.Warning)]
    [TestCase(900, 500, FindingSeverity.Warning)]
    [TestCase(1_100, 500, null)]
    public void A_disk_needs_room_for_twice_what_lies_there(long free, long size, FindingSeverity? expected)
    {
        var found = DiskCheck.Of([new DiskState("the ledger", "/s/ledger.db", size << 20, free << 20)]);

        Assert.That(found.SingleOrDefault()?.Severity, Is.EqualTo(expected));
    }

    [TestCase(4, null)]
    [TestCase(-90, "behind")]
    [TestCase(90, "ahead of")]
    public void Clocks_may_differ_by_five_seconds(int seconds, string? said)
    {
        var found = ClockCheck.Of([Facts.Target with { ClockAhead = TimeSpan.FromSeconds(seconds) }]);

        Assert.That(found.SingleOrDefault()?.What, said is null ? Is.Null : Does.Contain(said));
    }

    [Test]
    public void Folders_of_runs_that_are_yet_to_come_are_never_removed()
    {
        var around = new SurroundingState { RunsFolder = "/s/runs", Strangers = [1, 2, 8, 9] };

        var found = ArtifactsCheck.Of(Facts.Ledger, around).ToArray();

        Assert.That(found.Select(one => one.Code), Is.EqualTo(
            new[] { DoctorCodes.LedgerBehind, DoctorCodes.ArtifactsDiffer }));
        Assert.That(found[0].Cure, Is.Null);
        Assert.That(found[0].What, Does.Contain("run 8-9"));
        Assert.That(found[1].Cure!.Runs, Is.EqualTo(new[] { 1, 2 }));
        Assert.That(found[1].Cure!.Destroys, Is.Not.Empty);
    }

    [Test]
    public void What_did_not_answer_is_told_once()
    {
        var error = new PackageError
        {
            Code = "ORC3409",
            Class = ErrorClass.Transient,
            Phase = "open",
            Message = "no answer",
        };
        var around = new SurroundingState
        {
            Durability = [new DatabaseDurability("Staging", "SQLite") { Unreachable = "no answer" }],
        };

        var found = ReachCheck.Of([Facts.Target with { Error = error }], around).Single();

        Assert.That((found.Severity, found.Verb), Is.EqualTo((FindingSeverity.Error, "connections test Staging")));
    }

    [Test]
    public void What_is_owned_is_dropped_unless_somebody_needs_it()
    {
        var target = Facts.Target with
        {
            Objects =
            [
                new OwnObjectState(new TableName(null, "orchestrator_columns"), "table", 4),
                new OwnObjectState(new TableName(null, "orchestrator_runs"), "table", -1),
                new OwnObjectState(new TableName(null, "orchestrator_durability_holders"), "table", 0),
            ],
            Loads = [Facts.Load(7), Facts.Load(9), Facts.Load(99)],
            ErrorTables = [new ErrorTableState(new TableName(null, "e"), 0, IsWritten: false)],
        };

        var owned = OwnedObjects.Of(Facts.Ledger, target);

        Assert.That(owned.Where(one => one.Needed.Length == 0).Select(one => one.Name), Is.EqualTo(
            new[] { "orchestrator_load_7", "e", "orchestrator_durability_holders" }));
        Assert.That(owned[0].Statement, Is.EqualTo("DROP TABLE IF EXISTS \"orchestrator_load_7\";"));
        Assert.That(owned[1].Needed, Does.Contain("run 3 is at work"));
    }

    private static TargetState LeftBehind => Facts.Target with
    {
        Markers = [Facts.Marker(Own, 2, 7)],
        ErrorTables = [new ErrorTableState(new TableName(null, "left"), 3, IsWritten: false) { Attempts = [7] }],
    };

    private const RunVerdict Died = RunVerdict.EndedUnexpectedly;

    private static ScopeRecord Scope(long number, long run, DateTimeOffset? closed) => new()
    {
        Number = number,
        Run = run,
        Token = run,
        Connection = "Staging",
        Platform = "PostgreSQL",
        Server = "db1",
        Database = "stage",
        Kind = ScopeRecord.OfSessions,
        Owner = "ann@db1",
        State = default,
        Opened = Facts.Now,
        Closed = closed,
    };
}
