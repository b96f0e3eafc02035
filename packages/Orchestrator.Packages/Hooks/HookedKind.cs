using Orchestrator.Metadata.Diagnostics;
using Orchestrator.Metadata.Model;
using Orchestrator.Packages.Store;

namespace Orchestrator.Packages.Hooks;

/// <summary>A kind whose packages may have hooks, each of their attempts repeating them.</summary>
internal sealed class HookedKind(IPackageKind inner) : KindAround(inner)
{
    private readonly HookKind _hooks = new();

    public override IEnumerable<Diagnostic> Check(ObjectDefinition definition, Solution solution) =>
    [
        .. base.Check(definition, solution), .. HookChecks.Of(definition, solution),
        .. ParameterChecks.Of(definition, solution),
    ];

    public override PackageResult Run(PackageContext context) =>
        context.Object.Hooks.Count == 0 ? Inner.Run(context) : new HookedRun(Inner, _hooks, context).Run();

    public override IEnumerable<SqlStatement> Statements(ObjectDefinition definition, Solution solution) =>
    [
        .. Statements(definition, solution, HookTime.Before), .. base.Statements(definition, solution),
        .. Statements(definition, solution, HookTime.After),
    ];

    private IEnumerable<SqlStatement> Statements(ObjectDefinition definition, Solution solution, HookTime when) =>
        HookedRun.Of(definition, when).SelectMany(hook => _hooks
            .Statements(HookedRun.PackageOf(definition, hook), solution)
            .Select(statement => statement with { Purpose = $"hook {hook.Name}: {statement.Purpose}" }));
}
