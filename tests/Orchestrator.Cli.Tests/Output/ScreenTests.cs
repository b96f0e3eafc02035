using Orchestrator.Cli.Output;
using Orchestrator.Cli.Run;
using Orchestrator.Cli.Solutions;
using Orchestrator.Core;
using Orchestrator.Data;
using Orchestrator.Metadata.Diagnostics;
using Orchestrator.Runner;
using Orchestrator.Runner.Text;

namespace Orchestrator.Cli.Tests.Output;

internal sealed class ScreenTests
{
    private const string Hostile = "[dbo].[x]\u001b[31m[red]boom[/]\u202e\n\ttail\u009b2J";

    [Test]
    [Category("Approved")]
    public void Summary_has_at_most_twelve_lines_of_a_hundred_columns()
    {
        var summary = Summary(RunVerdict.Failed) with
        {
            Failed = 12,
            Blocked = 34,
            Rows = new RowCounts(1_234_567_890_123, 1_234_567_890_100, 1, 2, 3, 4, 13, 99),
        };

        var lines = SummaryScreen.Lines(summary, "orchestrator retry 482")
            .Select(line => line.ToString()).ToArray();

        Assert.That(lines, Has.Length.LessThanOrEqualTo(12));
        Assert.That(lines.Max(line => line.Length), Is.LessThanOrEqualTo(100));
        Approved.Check("summary-failed", string.Join('\n', lines) + "\n");
    }

    [TestCase(3, 3, "packages: 0 ok, 0 failed, 0 blocked, 3 not needed")]
    [TestCase(3, 1, "packages: 0 ok, 0 failed, 0 blocked, 1 not needed, 2 not run")]
    [TestCase(2, 0, "packages: 0 ok, 0 failed, 0 blocked, 2 not run")]
    public void What_was_not_needed_is_called_so_as_by_status(int skipped, int notNeeded, string said)
    {
        var summary = Summary(RunVerdict.Succeeded) with
        {
            Succeeded = 0,
            Failed = 0,
            Blocked = 0,
            Hardened = 0,
            Cancelled = 0,
            Skipped = skipped,
            NotNeeded = notNeeded,
            Hooks = default,
        };

        var lines = SummaryScreen.Lines(summary, "orchestrator status 482").Select(line => line.ToString());

        Assert.That(lines, Has.One.EqualTo(said));
    }

    [Test]
    public void Warnings_are_named_at_the_end_the_first_ones_and_where_all_of_them_are()
    {
        var summary = Summary(RunVerdict.SucceededWithWarnings) with
        {
            Failures = [],
            Warnings = [.. Enumerable.Range(1, 5).Select(one => new PackageWarning($"Staging/t{one}", $"odd {one}"))],
        };

        var lines = SummaryScreen.Lines(summary, "orchestrator status 482")
            .Select(line => line.ToString()).ToArray();

        Assert.That(lines, Has.One.EqualTo("warning Staging/t1  odd 1").And.One.EqualTo("warning Staging/t2  odd 2"));
        Assert.That(lines, Has.One.EqualTo($"  and 3 more: all with `status {summary.Header.Run}`"));
        Assert.That(lines, Has.None.Contains("Staging/t3  odd"));
        Assert.That(lines, Has.Length.LessThanOrEqualTo(12));
    }

    [Test]
    [Category("Approved")]
    public void Failure_is_one_block()
    {
        var lines = FailureScreen.Lines(Failure("Staging/customer"), "orchestrator run -s Staging/customer+");

        Approved.Check("failure", string.Concat(lines.Select(line => line + "\n")));
    }

    [Test]
    public void Hostile_names_reach_no_terminal_as_they_are()
    {
        Line[] lines =
        [
            .. SummaryScreen.Lines(Summary(RunVerdict.Succeeded), "orchestrator status 1"),
            .. FailureScreen.Lines(Failure(Hostile), Hostile),
            .. DiagnosticScreen.Lines([new Diagnostic("ORC1001", Severity.Error, new Origin(Hostile, 1, 3),
                Hostile, Hostile, Hostile, Hostile)]),
            .. Table.Lines(["a", "b"], [[Hostile, Hostile]], (_, _) => Ink.Plain),
        ];
        using var writer = new StringWriter();

        new Printer(writer, colour: false, OutsideText.WithoutSecrets).Write(lines);

        var text = writer.ToString();
        Assert.That(text.Where(char.IsControl), Has.All.EqualTo('\n'));
        Assert.That(text, Does.Not.Contain('\u202e').And.Contain("[dbo].[x]"));
        Assert.That(text.TrimEnd('\n').Split('\n'), Has.Length.EqualTo(lines.Length));
    }

    [Test]
    public void Colour_surrounds_a_piece_and_a_secret_shows_nowhere()
    {
        var secrets = new Secrets();
        secrets.Remember("hunter2;'\"@%");
        using var writer = new StringWriter();

        new Printer(writer, colour: true, new OutsideText(secrets)).Write(
            new Line("ok", Ink.Good).Add(" Password=hunter2;'\"@%"));

        Assert.That(writer.ToString(), Is.EqualTo("\u001b[32mok\u001b[0m Password=***\n"));
    }

    [Test]
    public void Twenty_mistakes_are_shown_and_the_rest_counted()
    {
        var diagnostics = Enumerable.Range(1, 25).Select(line => new Diagnostic("ORC1001", Severity.Error,
            new Origin("solution.yaml", line, 1), "refused")).ToArray();

        var lines = DiagnosticScreen.Lines(diagnostics).Select(line => line.ToString()).ToArray();

        Assert.That(lines, Has.Length.EqualTo(21));
        Assert.That(lines[^1], Is.EqualTo("and 5 more (all with -o json)"));
    }

    [Test]
    public void Caret_stands_under_its_column_also_behind_tabs_and_in_long_lines()
    {
        var line = new string('a', 300) + "\tX" + new string('b', 300);

        var lines = DiagnosticScreen.Lines([new Diagnostic("ORC1001", Severity.Error,
            new Origin("f.yaml", 1, 302), "refused", SourceLine: line)]).Select(each => each.ToString()).ToArray();

        Assert.That(lines[1][lines[2].IndexOf('^')], Is.EqualTo('X'));
        Assert.That(lines[1], Has.Length.LessThanOrEqualTo(104));
    }

    [TestCase(40)]
    [TestCase(80)]
    [TestCase(200)]
    [Category("Approved")]
    public void Live_screen_fits_its_terminal(int width)
    {
        var nodes = Enumerable.Range(0, 60).Select(index => new NodeView
        {
            Node = new PlanNode
            {
                Index = index,
                Kind = NodeKind.Package,
                Name = $"Staging/{Hostile}{index}",
                Parent = 0,
            },
            State = index < 20 ? NodeState.Running : index < 40 ? NodeState.Ready : NodeState.Succeeded,
            Reason = index % 3 == 0 ? WaitReason.WriterTurn : index < 20 ? WaitReason.Working : WaitReason.Gate,
            ReasonObject = index % 3 == 0 ? "staging.db, held by Staging/customer" : "",
            RowsRead = 1000 * index,
        }).ToArray();
        var moment = new ProgressMoment(new RunSnapshot { Nodes = nodes, ExpectedTimeLeft = TimeSpan.FromSeconds(75) },
            null, TimeSpan.FromSeconds(12), 12345);

        var lines = ProgressScreen.Lines(moment, width, 24).Select(line => line.ToString()).ToArray();

        Assert.That(lines, Has.Length.LessThan(24));
        Assert.That(lines.Max(line => line.Length), Is.LessThan(width));
        Approved.Check($"live-{width}", string.Join("\n", lines.Select(OutsideText.WithoutSecrets.Line)) + "\n");
    }

    [Test]
    public void Live_screen_says_what_only_waits_until_it_is_on_disk()
    {
        NodeView[] nodes =
        [
            View(0, NodeKind.Level, "Staging:20", NodeState.Running, WaitReason.Flush),
            View(1, NodeKind.Package, "Staging/a", NodeState.Succeeded, WaitReason.Flush),
            View(2, NodeKind.Package, "Target/b", NodeState.Ready, WaitReason.Flush),
        ];

        var lines = ProgressScreen.Lines(
            new ProgressMoment(new RunSnapshot { Nodes = nodes }, null, TimeSpan.FromSeconds(12), 0), 100, 24);

        Assert.That(lines.Select(line => line.ToString()).Skip(1), Is.EqualTo(new[]
        {
            "  flush of Staging, 12 s: Staging:20 and 1 more", "  1 package waiting: flush of Staging",
        }));
    }

    [Test]
    public void A_plan_says_whose_commits_reach_the_disk_later()
    {
        var plan = new Plan
        {
            Solution = "Shop",
            Batch = "Nightly",
            Environment = "default",
            Hash = "",
            Nodes = [new PlanNode { Index = 0, Kind = NodeKind.Batch, Name = "Nightly", Parent = -1 }],
            Relaxed =
            [
                new RelaxedDatabase("Staging", FlushWhen.Level),
                new RelaxedDatabase("Landing", FlushWhen.Every, TimeSpan.FromSeconds(90)),
            ],
        };

        var lines = PlanTreeText.Lines(plan, null, new Dictionary<int, TimeSpan>(), _ => "");

        Assert.That(lines.Select(line => line.ToString()), Has
            .Member("  commits on Staging reach the disk later, flush level")
            .And.Member("  commits on Landing reach the disk later, flush every 1:30 min"));
    }

    private static NodeView View(int index, NodeKind kind, string name, NodeState state, WaitReason reason) => new()
    {
        Node = new PlanNode { Index = index, Kind = kind, Name = name, Parent = 0 },
        State = state,
        Reason = reason,
        ReasonObject = "Staging",
    };

    private static FailureBlock Failure(string package) => new()
    {
        Package = package,
        Error = new PackageError
        {
            Code = "ORC3001",
            Class = ErrorClass.Data,
            Phase = "guard",
            Message = "refused 'abc' in column Name: 3 characters do not fit nvarchar(2)",
            Connection = "Staging",
            Script = "data/customer.csv",
            Line = 12,
            ServerCode = "SQLITE_CONSTRAINT (19)",
        },
        Attempt = 1,
        AttemptsMax = 3,
        RowsRead = 1234,
        RowsWritten = 1000,
    };

    private static RunSummary Summary(RunVerdict verdict) => new()
    {
        Header = new RunHeader
        {
            Run = 482,
            Id = Guid.Empty,
            Batch = "Nightly" + Hostile,
            Environment = "default",
            StartedAt = DateTimeOffset.UnixEpoch,
            Gate = 4,
            GateWhy = "-1 = 2 processors + 2",
            Processors = 2,
            PlanHash = new string('a', 64),
            Packages = 120,
            Folder = "/srv/shop/.orchestrator/runs/482",
        },
        Verdict = verdict,
        ExitCode = 0,
        Succeeded = 74,
        Wall = TimeSpan.FromSeconds(754),
        Slowest = [.. Enumerable.Range(1, 6).Select(n => new SlowPackage(
            $"Staging/{new string('x', 60)}{n}", TimeSpan.FromSeconds(60 - n), TimeSpan.FromSeconds(n), 1000 * n))],
    };
}
