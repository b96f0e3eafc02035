using Orchestrator.Core;
using Orchestrator.Core.Types;
using Orchestrator.Ledger;
using Orchestrator.Metadata.Compile;
using Orchestrator.Metadata.Model;
using Orchestrator.Packages;

namespace Orchestrator.Runner.Tests;

/// <summary>Runs that load files into SQLite and move them afterwards.</summary>
internal sealed class FilesToMoveTests
{
    private static readonly DateTime Written = new(2025, 12, 31, 2, 0, 0, DateTimeKind.Utc);

    private TemporaryFolder _folder = null!;
    private FileIntake _intake = new();
    private readonly FakeTime _time = new();
    private int _maxErrors;
    private Action<RunNotice>? _observer;

    [SetUp]
    public void Before()
    {
        _folder = new TemporaryFolder();
        _intake = new FileIntake { Archive = "done", Rejected = "bad", OnNone = NoFiles.Skip };
        (_maxErrors, _observer) = (-1, null);
        Put("a.csv", "id\n1\n");
    }

    [TearDown]
    public void After() => _folder.Dispose();

    [Test]
    public void What_was_loaded_goes_to_the_archive()
    {
        var summary = Run();

        Assert.That((summary.Verdict, summary.Rows.Inserted), Is.EqualTo((RunVerdict.Succeeded, 1L)));
        Assert.That(Files(), Is.EqualTo(new[] { "done/a.csv" }));
        Assert.That(Ledger(reader => reader.Files(1).Single() is var one ? (one.MovedTo, one.File.Move) : default),
            Is.EqualTo(("done/a.csv", FileMove.None)));
    }

    [Test]
    public void What_a_load_failed_of_goes_to_the_rejected_ones_and_what_it_did_not_fail_of_stays()
    {
        Put("b.csv", "id\nx\n");
        _maxErrors = 0;

        var summary = Run();

        Assert.That(summary.Failures.Single().Error.Class, Is.EqualTo(ErrorClass.Data));
        Assert.That(Files(), Is.EqualTo(new[] { "a.csv", "bad/b.csv" }));
        Assert.That(Run().Rows.Inserted, Is.EqualTo(1));
        Assert.That(Files(), Is.EqualTo(new[] { "bad/b.csv", "done/a.csv" }));
    }

    [Test]
    public void Nothing_is_moved_before_its_end_is_recorded()
    {
        List<string> seen = [];
        _observer = notice =>
        {
            if (notice is NodeChanged { To: NodeState.Succeeded, Node.Kind: NodeKind.Package })
            {
                seen.AddRange([.. Files(), Ledger(reader => $"{reader.Files(1).Single().File.Move}"),
                    Ledger(reader => $"{reader.Run(1)!.Ended is null}")]);
            }
        };

        Run();

        Assert.That(seen, Is.EqualTo(new[] { "a.csv", "Archive", "True" }));
    }

    [Test]
    public void What_a_killed_run_left_the_next_one_moves_before_it_reads_and_does_not_load_again()
    {
        LeaveUnmoved();
        List<string> seen = [];
        _observer = notice => seen.AddRange(notice is RunBegan ? []
            : notice is NodeChanged { To: NodeState.Running, Node.Kind: NodeKind.Package } ? Files() : []);

        var summary = Run();

        Assert.That((summary.Verdict, summary.Rows.Read), Is.EqualTo((RunVerdict.SucceededWithWarnings, 0L)));
        Assert.That(seen, Is.EqualTo(new[] { "done/a.csv" }));
        Assert.That(ToMove(), Is.Zero);
    }

    [Test]
    public void A_file_that_a_killed_run_had_moved_already_is_recorded_where_it_lies()
    {
        LeaveUnmoved();
        Directory.CreateDirectory(At("done"));
        File.Move(At("a.csv"), At("done/a.csv"));

        Run();

        Assert.That(Ledger(reader => reader.Files(1).Single().MovedTo), Is.EqualTo("done/a.csv"));
    }

    [Test]
    public void A_move_that_fails_is_a_warning_and_the_file_is_not_loaded_again_while_it_waits()
    {
        File.WriteAllText(At("done"), "");

        var first = Run();
        var second = Run();

        Assert.That((first.Verdict, first.ExitCode), Is.EqualTo((RunVerdict.SucceededWithWarnings, 0)));
        Assert.That(first.Warnings.Single().Text, Does.StartWith("ORC3581 'a.csv' of Inbox could not be moved: "));
        Assert.That(Ledger(reader => reader.Run(1)!.Verdict), Is.EqualTo(RunVerdict.SucceededWithWarnings));
        Assert.That(second.Rows.Read, Is.Zero);
        Assert.That((Files().Count(file => file == "a.csv"), ToMove()), Is.EqualTo((1, 1)));
    }

    [Test]
    public void A_file_that_changed_before_its_move_stays_and_is_loaded()
    {
        LeaveUnmoved();
        Put("a.csv", "id\n22\n");

        var summary = Run();

        Assert.That(summary.Rows.Inserted, Is.EqualTo(1));
        Assert.That(File.ReadAllText(At("done/a.csv")), Is.EqualTo("id\n22\n"));
        Assert.That(Files(), Is.EqualTo(new[] { "done/a.csv" }));
    }

    [Test]
    public void One_that_changed_while_its_run_was_at_work_stays()
    {
        _observer = notice =>
        {
            if (notice is NodeChanged { To: NodeState.Succeeded, Node.Kind: NodeKind.Package })
            {
                Put("a.csv", "id\n22\n");
            }
        };

        Assert.That(Run().Verdict, Is.EqualTo(RunVerdict.Succeeded));

        Assert.That(Files(), Is.EqualTo(new[] { "a.csv" }));
        Assert.That(ToMove(), Is.Zero);
    }

    [Test]
    public void Nothing_in_the_archive_is_overwritten()
    {
        Run();
        Put("a.csv", "id\n22\n");

        Run();

        Assert.That(Files(), Is.EqualTo(new[] { "done/a.2.csv", "done/a.csv" }));
        Assert.That(File.ReadAllText(At("done/a.csv")), Is.EqualTo("id\n1\n"));
    }

    [Test]
    public void The_same_content_sent_again_goes_to_the_archive_unread()
    {
        Run();
        Put("a.csv", "id\n1\n");

        var summary = Run();

        Assert.That(summary.Rows.Read, Is.Zero);
        Assert.That(Files(), Is.EqualTo(new[] { "done/a.2.csv", "done/a.csv" }));
    }

    [Test]
    public void Its_done_file_goes_with_a_file_so_that_the_next_one_waits_for_its_own()
    {
        _intake = _intake with { DoneFile = "*.done" };
        Put("a.done", "");
        Run();
        Put("a.csv", "id\n22\n");

        Assert.That(Run().Rows.Read, Is.Zero);

        Assert.That(Files(), Is.EqualTo(new[] { "a.csv", "done/a.csv", "done/a.done" }));
    }

    // As a kill between the record and the move does: the record is there, the move is not.
    private void LeaveUnmoved()
    {
        File.WriteAllText(At("done"), "");
        Run();
        File.Delete(At("done"));
        Assert.That(ToMove(), Is.EqualTo(1));
    }

    private int ToMove() => Ledger(reader => reader.FilesToMove("Small", "Nightly", "default").Count);

    private T Ledger<T>(Func<LedgerReader, T> ask)
    {
        using var reader = LedgerReader.Open(LedgerLocation.OfSolution(_folder.Path), _time)!;
        return ask(reader);
    }

    private string At(string file) => Path.Combine(_folder.Path, "in", file);

    private void Put(string name, string text)
    {
        Directory.CreateDirectory(At(""));
        File.WriteAllText(At(name), text);
        File.SetLastWriteTimeUtc(At(name), Written);
    }

    private string[] Files() =>
    [
        .. Directory.EnumerateFiles(At(""), "*", SearchOption.AllDirectories)
            .Select(file => Path.GetRelativePath(At(""), file).Replace('\\', '/')).Order(StringComparer.Ordinal),
    ];

    private RunSummary Run()
    {
        var solution = Solution();
        var compiled = Compiler.Compile(solution, "Nightly", (_, _) => []);
        var outcome = RunHost.Run(new RunRequest
        {
            Solution = solution,
            Plan = compiled.Plan ?? throw new InvalidOperationException(string.Join('\n', compiled.Diagnostics)),
            Document = compiled.Document!,
            Kinds = PackageKinds.All,
            Observer = _observer,
            Time = _time,
            Processors = 2,
        });
        return outcome is RunEnded ended ? ended.Summary : throw new InvalidOperationException($"{outcome}");
    }

    private Solution Solution() => new()
    {
        Name = "Small",
        Folder = _folder.Path,
        Connections =
        [
            new Connection { Name = "Db", Platform = Platform.Sqlite },
            new Connection { Name = "Inbox", Platform = Platform.Files, Folder = "in", Files = _intake },
        ],
        Batches = [new Batch { Name = "Nightly", Projects = [new BatchProject("Staging", null, default)] }],
        Projects =
        [
            new Project
            {
                Name = "Staging",
                Target = "Db",
                Containers = [new Container { Name = "Core", IsDefault = true }],
                Objects = [Object()],
            },
        ],
        Files = [],
    };

    private ObjectDefinition Object() => new()
    {
        Name = "t",
        Project = "Staging",
        Kind = "load",
        Container = "Core",
        Source = new ObjectSource { Connection = "Inbox", File = "*.csv" },
        Target = new ObjectTarget("Db", null, "t"),
        Columns = [new ColumnDefinition { Name = "id", Target = "id", DataType = new SqlType(SqlTypeKind.Int) }],
        Errors = new ErrorOptions { MaxErrors = new Setting<long>(_maxErrors, default) },
    };
}
