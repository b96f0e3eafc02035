using Orchestrator.Core;

namespace Orchestrator.Ledger.Tests;

/// <summary>A ledger in a temporary folder of its own.</summary>
internal abstract class LedgerFixture
{
    public static readonly DateTimeOffset Began = new(2031, 5, 6, 7, 8, 9, TimeSpan.Zero);

    public static readonly RunOrigin Origin = new("host", "user", 4711, "boot");

    private string _folder = "";

    protected LedgerLocation Location { get; private set; } = null!;

    /// <summary>A folder that is gone after the test.</summary>
    protected string Folder => _folder;

    [SetUp]
    public void MakeFolder()
    {
        _folder = Directory.CreateTempSubdirectory("ledger").FullName;
        Location = MakeLocation(_folder);
    }

    [TearDown]
    public void RemoveFolder()
    {
        Places.Leave(Location);
        Directory.Delete(_folder, recursive: true);
    }

    /// <summary>A place for a ledger; without more a file in the folder.</summary>
    protected virtual LedgerLocation MakeLocation(string folder) => LedgerLocation.OfSolution(folder);

    public static RunUnderTest Begin(
        LedgerLocation location, Plan plan, DateTimeOffset? began = null, params IReadOnlyList<RunOption> options)
    {
        var held = RunLock.Acquire(location, plan.Batch, plan.Environment);
        var writer = LedgerWriter.Open(location, TimeProvider.System);
        var beginning = Beginning(plan) with { Started = began ?? Began, Options = options };
        return new RunUnderTest(writer, held, writer.Begin(beginning, held));
    }

    protected static RunBeginning Beginning(Plan plan) => new()
    {
        Plan = plan,
        PlanJson = $$"""{"batch": "{{plan.Batch}}"}""",
        GateSlots = 4,
        Processors = 2,
        Started = Began,
        Origin = Origin,
    };

    protected RunUnderTest Begin(string batch = "Nightly", int packages = 3, string environment = "default") =>
        Begin(Location, Plans.Of(batch, packages, environment));

    protected LedgerReader Read() => LedgerReader.Open(Location, TimeProvider.System)!;

    /// <summary>A whole run, in which each package works for so many seconds and succeeds.</summary>
    protected long RunAll(params int[] workingSeconds)
    {
        using var run = Begin(packages: workingSeconds.Length);
        for (var i = 0; i < workingSeconds.Length; i++)
        {
            run.Writer.Record(Turns.Running(i + 1));
            run.Writer.Record(Turns.Succeeded(i + 1, TimeSpan.FromSeconds(workingSeconds[i])) with
            {
                Results = [new AttemptResult { Node = i + 1, Attempt = 1, Work = new() { LoadPath = "row batches" } }],
            });
        }

        run.Writer.Record(Turns.End(RunVerdict.Succeeded));
        return run.Number;
    }
}

/// <summary>A run that is on, with its writer and lock.</summary>
internal sealed record RunUnderTest(LedgerWriter Writer, RunLock Held, long Number) : IDisposable
{
    public void Dispose()
    {
        Writer.Dispose();
        Held.Dispose();
    }
}
