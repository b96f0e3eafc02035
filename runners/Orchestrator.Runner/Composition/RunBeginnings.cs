using Orchestrator.Core;
using Orchestrator.Core.Machine;
using Orchestrator.Ledger;
using Orchestrator.Metadata.Compile;
using Orchestrator.Runner.Retry;
using Orchestrator.Runner.Text;

namespace Orchestrator.Runner.Composition;

/// <summary>What the ledger and the header say of a run that begins.</summary>
internal sealed class RunBeginnings(RunBasis basis, OutsideText outside)
{
    private readonly RunRequest _request = basis.Request;
    private readonly ContinuedRun? _continued = basis.Continued;
    private readonly (int Slots, string Why) _gate = RunHost.GateOf(basis.Request);
    private readonly string? _commit = GitCommit.Of(basis.Request.Solution.Folder);

    /// <summary>What is recorded.</summary>
    public RunBeginning Record(DateTimeOffset started) => new()
    {
        Plan = _request.Plan,
        PlanJson = PlanJson.Write(_request.Document),
        GateSlots = _gate.Slots,
        Processors = _request.Processors,
        Started = started,
        Origin = RunOrigin.OfThisProcess(),
        GitCommit = _commit ?? "",
        Continues = _continued?.Continuation.Run.Number,
        Firing = _request.Firing,
        Done = Done(),
        Connections = _continued?.Connections ?? new ConnectionPlaces(_request, basis.Placeholders, outside).All,
        Files = [.. _request.Solution.Files.Select(file => new PlanFile(file.Path, file.Text))],
        Version = RunHost.Version,
        Options =
        [
            .. _request.Options.Select(option => new RunOption(
                outside.Line(option.Name), outside.Line(option.Value), outside.Line(option.From))),
            .. Given().Where(given => _request.Options.All(option => option.Name != given.Name)),
            new RunOption("gate", $"{_gate.Slots}", _gate.Why),
        ],
    };

    /// <summary>What screens show, once it is recorded.</summary>
    /// <param name="facts">The run.</param>
    /// <param name="reader">The ledger.</param>
    /// <param name="folder">Where its artifacts go.</param>
    /// <param name="dead">Earlier runs that were found to have ended unexpectedly.</param>
    public RunHeader Header(RunFacts facts, LedgerReader reader, string folder, IReadOnlyList<RunRecord> dead) => new()
    {
        Run = facts.Run.Number,
        Id = facts.Run.Id,
        Ledger = reader.Identity,
        Batch = facts.Run.Batch,
        Environment = facts.Run.Environment,
        StartedAt = facts.Run.Started,
        NightBegan = _continued?.Began ?? facts.Run.Started,
        Gate = facts.Run.GateSlots,
        GateWhy = _gate.Why,
        Processors = facts.Run.Processors,
        PlanHash = facts.Run.PlanHash,
        GitCommit = _commit,
        Packages = facts.Packages.Count(node => _request.Selected?.Contains(node.Node) ?? true),
        Connections = reader.Connections(facts.Run.Number),
        Folder = folder,
        Options = _request.Options,
        Continues = facts.Run.Continues,
        Done = _continued?.Continuation.PackagesDone ?? 0,
        EndedUnexpectedly = [.. dead.Select(run => run.Number)],
    };

    /// <summary>What need not run, with why.</summary>
    private Dictionary<int, string> Done() => _request.Plan.Nodes
        .Where(node => node is { Kind: NodeKind.Package, Enabled: true }
            && _request.Selected?.Contains(node.Index) == false)
        .ToDictionary(node => node.Index,
            node => _continued?.Continuation.Done.GetValueOrDefault(node.Index) ?? RunMachineOptions.NotSelected);

    /// <summary>What the run works with, also where nobody named it: a later run can be given the same.</summary>
    private IEnumerable<RunOption> Given()
    {
        if (_request.Solution.AsOf != default)
        {
            yield return new RunOption("as-of", $"{_request.Solution.AsOf:yyyy-MM-dd}", "default");
        }

        if (_request.FullRefresh)
        {
            yield return new RunOption(RunOption.FullRefresh, "true", "default");
        }

        foreach (var variable in _request.Solution.Variables.Where(variable => variable.Value is not null))
        {
            yield return new RunOption(
                $"var.{variable.Name}", outside.Line(variable.Value!.Text), outside.Line(variable.From));
        }
    }
}
