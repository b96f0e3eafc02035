using Orchestrator.Cli.Serve;
using Orchestrator.Cli.Solutions;
using Orchestrator.Ledger;
using Orchestrator.Ledger.Serving;
using Orchestrator.Metadata.Loading;

namespace Orchestrator.Cli.Tests.Serve;

/// <summary>What is approved is what runs, and a run of a service looks itself.</summary>
internal sealed class ApprovalTests
{
    private const string Tools = """
        project: Tools
        source: Files
        target: Staging
        objects:
          - {object: load, kind: process, process: {command: [load, "${var:day}", "${var:tool}"]}}
        """;

    private const string Variables = """
        variables:
          - {variable: day, dataType: date, default: "${run:asOf}"}
          - {variable: tool, dataType: nvarchar(20), default: TOOL}

        """;

    [Test]
    public void A_program_is_the_same_each_night_and_another_one_with_another_argument()
    {
        using var solution = Solution();

        var first = Needed(solution, new DateOnly(2026, 1, 1));
        var next = Needed(solution, new DateOnly(2026, 1, 2));
        solution.Write("solution.yaml", Text(solution).Replace("default: TOOL", "default: other"));
        var other = Needed(solution, new DateOnly(2026, 1, 2));

        Assert.That(first, Is.EqualTo(next));
        Assert.That(first.Name, Is.EqualTo("load ${run:asOf} TOOL"));
        Assert.That(other.Hash, Has.Length.EqualTo(64).And.Not.EqualTo(first.Hash));
    }

    [Test]
    public void A_value_that_looks_like_two_variables_is_another_program()
    {
        using var solution = Solution();
        NeededPermission With(string variables)
        {
            solution.Write("projects/Tools/project.yaml",
                Tools.Replace("{command:", "{variables: {" + variables + "}, command:"));
            return Needed(solution, new DateOnly(2026, 1, 1));
        }

        var (one, two) = (With("A: \"1, B=2\""), With("A: \"1\", B: \"2\""));

        Assert.That(one.Name, Is.EqualTo("load ${run:asOf} TOOL (given A=1, B=2)").And.EqualTo(two.Name));
        Assert.That(one.Hash, Is.Not.EqualTo(two.Hash));
    }

    [Test]
    public void A_run_of_a_service_refuses_what_nobody_has_approved()
    {
        using var solution = Solution();
        var location = LedgerLocation.OfSolution(solution.Folder);
        FiringFence hold;
        string hash;
        using (var service = ServiceLedger.Register(location, TimeProvider.System,
            new ServiceBeginning { Solution = "shop", Environment = "default" }))
        {
            hash = service.Keep([.. SolutionLoader.Load(solution.Folder, null).Solution!.Files
                .Select(file => new PlanFile(file.Path, file.Text))]);
            hold = service.Claim(new FiringClaim
            {
                Batch = "Nightly",
                Scheduled = DateTimeOffset.UnixEpoch.AddYears(56),
                AsOf = new DateOnly(2026, 1, 1),
                LocalTime = "2026-01-01 00:00:00 UTC",
                Cause = FiringCause.Manual,
            })!.Value;
        }

        var fired = solution.Call("fired", $"{hold}", "--definitions", hash, "--allow", "process");

        Assert.That((fired.ExitCode, fired.Out), Is.EqualTo((2, "")), fired.Error);
        Assert.That(fired.ErrorLines[0], Does.Contain(
            "ORC5107: nobody has approved load ${run:asOf} TOOL").And.Contain("environment 'default'"));
        using var reader = LedgerReader.Open(location, TimeProvider.System)!;
        Assert.That(reader.Firing(hold.Firing)!.Run, Is.Null);
    }

    private static SmallSolution Solution()
    {
        var solution = new SmallSolution();
        solution.Write("projects/Tools/project.yaml", Tools);
        solution.Write("solution.yaml", Text(solution)
            .Replace("batches:", Variables + "batches:").Replace("projects: [", "projects: [Tools, "));
        return solution;
    }

    private static string Text(SmallSolution solution) =>
        File.ReadAllText(Path.Combine(solution.Folder, "solution.yaml"));

    private static NeededPermission Needed(SmallSolution solution, DateOnly asOf)
    {
        var loaded = SolutionLoader.Load(solution.Folder, null, new SolutionLoadOptions { AsOf = asOf });
        Assert.That(loaded.Solution, Is.Not.Null, string.Join('\n', loaded.Diagnostics));
        var plan = CallSolution.Compile(loaded.Solution!, "Nightly").Plan;
        return NeededPermissions.Of(loaded.Solution!, plan!).Single();
    }
}
