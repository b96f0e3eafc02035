using Orchestrator.Metadata.Diagnostics;
using Orchestrator.Metadata.Model;
using Orchestrator.Packages.Store;

namespace Orchestrator.Packages.Hooks;

/// <summary>A kind whose packages may have hooks, each of their attempts repeating them.</summary>
internal sealed class HookedKind(IPackageKind inner) : IPackageKind
{
    private readonly HookKind _hooks = new();

    /// <inheritdoc/>
    public string Name => inner.Name;

    /// <inheritdoc/>
    public IEnumerable<Diagnostic> Check(ObjectDefinition definition, Solution solution) =>
    [
        .. inner.Check(definition, solution), .. HookChecks.Of(definition, solution),
        .. ParameterChecks.Of(definition, solution),
    ];

    /// <inheritdoc/>
    public PackageResult Run(PackageContext context) =>
        context.Object.Hooks.Count == 0 ? inner.Run(context) : new HookedRun(inner, _hooks, context).Run();

    /// <inheritdoc/>
    public bool RunsOnce(ObjectDefinition definition) => inner.RunsOnce(definition);

    /// <inheritdoc/>
    public bool LeavesUnknown(EarlierAttempt earlier) => inner.LeavesUnknown(earlier);

    /// <inheritdoc/>
    public IEnumerable<SqlStatement> Statements(ObjectDefinition definition, Solution solution) =>
    [
        .. Statements(definition, solution, HookTime.Before), .. inner.Statements(definition, solution),
        .. Statements(definition, solution, HookTime.After),
    ];

    /// <inheritdoc/>
    public string LoadPath(ObjectDefinition definition, Solution solution) => inner.LoadPath(definition, solution);

    private IEnumerable<SqlStatement> Statements(ObjectDefinition definition, Solution solution, HookTime when) =>
        HookedRun.Of(definition, when).SelectMany(hook => _hooks
            .Statements(HookedRun.PackageOf(definition, hook), solution)
            .Select(statement => statement with { Purpose = $"hook {hook.Name}: {statement.Purpose}" }));
}
