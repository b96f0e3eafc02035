using Orchestrator.Cli.Grammar;
using Orchestrator.Cli.Ledger;
using Orchestrator.Cli.Solutions;
using Orchestrator.Ledger;
using Orchestrator.Metadata.Diagnostics;
using Orchestrator.Runner.Doctor;
using Orchestrator.Runner.Text;

namespace Orchestrator.Cli.Doctor;

/// <summary>What a call of `doctor` looks at: as much of the metadata as can be read, and the ledger.</summary>
/// <param name="Request">What is looked at.</param>
/// <param name="Diagnostics">The mistakes of the metadata.</param>
internal sealed record CallDoctor(DoctorRequest Request, IReadOnlyList<Diagnostic> Diagnostics)
{
    /// <exception cref="UsageException">There is neither a solution nor a ledger.</exception>
    public static CallDoctor Of(Call call)
    {
        var loaded = CallSolution.Load(call);
        var hasSolution = File.Exists(Path.Combine(call.SolutionFolder, "solution.yaml"));
        var solution = loaded.Solution ?? CallLedger.Connections(call);
        var (location, fault) = Location(call);
        if (!hasSolution && !File.Exists(location.File))
        {
            throw new UsageException($"there is neither a solution.yaml nor a ledger in {call.SolutionFolder}",
                "run it where solution.yaml lies, or name the folder with -C");
        }

        if (call.LedgerName is not null && location.File.Length > 0 && !File.Exists(location.File))
        {
            call.Warn($"there is no ledger {location.Name}: of the runs nothing is looked at");
        }

        var placeholders = new PlaceholderResolver(call.Host.Secrets, call.Host.Variable);
        placeholders.RememberThoseNamedIn(solution.Files.Select(file => file.Text)
            .Concat(solution.Connections.Select(one => one.ConnectionString ?? "")));
        return new CallDoctor(
            new DoctorRequest
            {
                Solution = solution,
                Mistake = loaded.Solution is null ? Mistake(loaded.Diagnostics) : "",
                Ledger = location,
                LedgerFault = fault,
                Placeholders = placeholders,
                Secrets = call.Host.Secrets,
                Time = call.Host.Time,
                Command = verb => NextCommands.FromAnywhere(call, verb),
                Cancellation = call.Host.Stop,
            },
            loaded.Diagnostics);
    }

    // A variable that its connection needs may be missing: the rest is looked at all the same.
    private static (LedgerLocation Location, LedgerException? Fault) Location(Call call)
    {
        try
        {
            return (CallLedger.Location(call), null);
        }
        catch (LedgerException fault)
        {
            return (LedgerLocation.OfSolution(call.SolutionFolder), fault);
        }
    }

    private static string Mistake(IReadOnlyList<Diagnostic> diagnostics) => diagnostics
        .FirstOrDefault(one => one.Severity == Severity.Error) is { } first ? $"{first.Code} {first.Message}" : "";
}
