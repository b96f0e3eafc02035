using Orchestrator.Core;
using Orchestrator.Data.Files;
using Orchestrator.Ledger;
using Orchestrator.Packages;

namespace Orchestrator.Runner.Tests;

/// <summary>What the ledger keeps of the files that packages read.</summary>
internal sealed class FilesInTheLedgerTests
{
    private SmallSolution _solution = null!;

    [SetUp]
    public void Before() => _solution = new SmallSolution();

    [TearDown]
    public void After() => _solution.Dispose();

    [Test]
    public void The_files_of_an_attempt_are_recorded_with_what_became_of_them()
    {
        _solution.Kind.On("a", _ => FakeKind.Loaded(1) with { Files = [Used(FileOutcome.Loaded)] });
        _solution.Kind.On("b", _ => FakeKind.Failure("x") with { Files = [Used(FileOutcome.Failed)] });

        RunHost.Run(_solution.Request("a", "b"));

        using var reader = LedgerReader.Open(LedgerLocation.OfSolution(_solution.Folder), TimeProvider.System)!;
        Assert.That(reader.Files(1).Select(file => (file.Node, file.File)), Is.EquivalentTo(new[]
        {
            ("Staging/a", Used(FileOutcome.Loaded)), ("Staging/b", Used(FileOutcome.Failed)),
        }));
    }

    [Test]
    public void What_a_package_says_that_was_too_late_is_not_recorded()
    {
        _solution.Kind.On("a", context =>
        {
            context.Cancellation.WaitHandle.WaitOne();
            return FakeKind.Loaded(1) with { Files = [Used(FileOutcome.Loaded)] };
        });
        var run = Task.Run(() => RunHost.Run(_solution.Request(RetryPolicy.None, TimeSpan.FromMinutes(5), "a")));

        _solution.Time.AdvanceToTimer(TimeSpan.FromMinutes(5));
        run.GetAwaiter().GetResult();

        using var reader = LedgerReader.Open(LedgerLocation.OfSolution(_solution.Folder), TimeProvider.System)!;
        var state = reader.Attempt(1)!.State;
        Assert.That(reader.Files(1), Has.Count.EqualTo(state == NodeState.Succeeded ? 1 : 0));
    }

    [Test]
    public void A_package_is_told_what_it_has_read_before_and_another_one_is_not()
    {
        List<FileBefore> all = [], same = [], others = [];
        _solution.Kind.On("a", _ => FakeKind.Loaded(1) with { Files = [Used(FileOutcome.Loaded)] });
        RunHost.Run(_solution.Request("a"));
        _solution.Kind.On("a", context =>
        {
            all.AddRange(context.Past.FilesBefore(null));
            same.AddRange(context.Past.FilesBefore([new FileStamp("a.csv", 5, default, "")]));
            others.AddRange(context.Past.FilesBefore([new FileStamp("a.csv", 6, default, "")]));
            return FakeKind.Success;
        });
        _solution.Kind.On("b", context =>
        {
            others.AddRange(context.Past.FilesBefore(null));
            return FakeKind.Success;
        });

        RunHost.Run(_solution.Request("a", "b"));

        Assert.That(all.Select(one => (one.File, one.Attempt)), Is.EqualTo(new[] { (Used(FileOutcome.Loaded), 1L) }));
        Assert.That(same, Is.EqualTo(all));
        Assert.That(others, Is.Empty);
    }

    [TestCase(FileOutcome.Loaded, true)]
    [TestCase(FileOutcome.AlreadyLoaded, true)]
    [TestCase(FileOutcome.Failed, false)]
    public void A_package_is_told_whether_it_has_ever_loaded_a_file(FileOutcome outcome, bool isLoaded)
    {
        List<bool> told = [];
        _solution.Kind.On("a", _ => FakeKind.Loaded(1) with { Files = [Used(outcome)] });
        RunHost.Run(_solution.Request("a"));
        foreach (var package in (string[])["a", "b"])
        {
            _solution.Kind.On(package, context =>
            {
                told.Add(context.Past.HasLoadedFiles());
                return FakeKind.Success;
            });
            RunHost.Run(_solution.Request(package));
        }

        Assert.That(told, Is.EqualTo(new[] { isLoaded, false }));
    }

    private static ReadFile Used(FileOutcome outcome) => new()
    {
        Connection = "Inbox",
        Name = "a.csv",
        Size = 5,
        Written = new DateTimeOffset(2026, 1, 31, 2, 0, 0, TimeSpan.Zero),
        Outcome = outcome,
    };
}
