using System.CommandLine;
using Orchestrator.Cli.Grammar;
using Orchestrator.Cli.Ledger;
using Orchestrator.Cli.Output;
using Orchestrator.Cli.Rejects;
using Orchestrator.Cli.Solutions;
using Orchestrator.Ledger;
using Orchestrator.Report;
using Orchestrator.Runner.Artifacts;
using Orchestrator.Runner.Text;

namespace Orchestrator.Cli.Status;

/// <summary>
/// `report [RUN]`: the report of a run as one HTML file; from the ledger alone, unless values are asked for.
/// </summary>
internal static class ReportVerb
{
    private static readonly Argument<string?> Name =
        Verb.Optional("RUN", "A number, latest or latest~1 [default: latest]");

    private static readonly Option<string> Target = CommonOptions.Text(
        "--file", "FILE", "Where to write it [default: report.html beside the run's other artifacts]");

    private static readonly Option<bool> Values = CommonOptions.Flag(
        "--values", "With the first rejected values of each package, from the error tables; never sensitive ones");

    public static Verb Create() => new("report", "Write the report of a run, one HTML file", Run)
    {
        Takes = [Name, Target, Values],
        Look = "report",
        Examples = ["report", "report 482", "report latest~1 --file last-night.html", "report 482 --values"],
    };

    private static int Run(Call call)
    {
        using var reader = CallLedger.Open(call) ?? throw new UsageException(
            $"nothing has run yet: there is no ledger {CallLedger.Location(call).Name}");
        var run = CallLedger.Find(reader, call.Argument(Name) ?? "latest", call.EnvironmentName);
        var file = call.FullPath(Target) is { } named ? ReportFile.Of(named) : Beside(call, run);
        var facts = reader.Facts(run.Number);
        if (Rejected(call, facts) is not { } rejected)
        {
            return ExitCode.Usage;
        }

        var report = new RunReport
        {
            Outside = new OutsideText(call.Host.Secrets),
            Command = verb => NextCommands.FromAnywhere(call, verb),
            LedgerVersion = LedgerStatus.VersionOf(CallLedger.Location(call), call.Host.Time),
            Time = call.Host.Time,
            Rejected = rejected,
        };
        ReportFile.Write(file, stream => Write(call, report, stream, facts));
        Say(call, run, file);
        return ExitCode.Done;
    }

    /// <summary>The values, where they are asked for; null after the mistakes of the solution were said.</summary>
    /// <exception cref="UsageException">The run was in another environment: its values lie elsewhere.</exception>
    private static IReadOnlyList<RejectedValue>? Rejected(Call call, RunFacts facts)
    {
        if (!call.Flag(Values).Value)
        {
            return [];
        }

        var (solution, environment) = (CallSolution.Solution(call), facts.Run.Environment);
        return solution is null ? null
            : solution.Environment == environment ? CallRejects.Of(call, solution, facts)
            : throw new UsageException(
                $"run {facts.Run.Number} was in the environment '{environment}'",
                $"name it: --environment {environment}");
    }

    private static void Write(Call call, RunReport report, Stream stream, RunFacts facts)
    {
        try
        {
            report.Write(stream, facts);
        }
        catch (FormatException damaged)
        {
            throw new LedgerException(LedgerCodes.CannotOpen,
                $"The ledger '{CallLedger.Location(call).Name}' cannot be read: {damaged.Message}", damaged);
        }
    }

    private static string Beside(Call call, RunRecord run)
    {
        var folder = RunFolders.Of(call.SolutionFolder, CallLedger.Location(call), run.Number);
        return Path.Combine(PrivateFiles.CreateFolder(folder).FullName, RunReport.FileName);
    }

    private static void Say(Call call, RunRecord run, string file)
    {
        call.Write(
            () => new
            {
                schema_version = Json.SchemaVersion,
                run = run.Number,
                file,
                bytes = new FileInfo(file).Length,
            },
            () => [file]);
    }
}
