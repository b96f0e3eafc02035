using Orchestrator.Data;
using Orchestrator.Metadata.Diagnostics;
using Orchestrator.Metadata.Model;
using Orchestrator.Packages.Sql;
using Orchestrator.Packages.Store;
using Orchestrator.Packages.Texts;

namespace Orchestrator.Packages.Hooks;

/// <summary>A hook around a batch, project or container: statements in a transaction of their own.</summary>
internal sealed class HookKind : IPackageKind
{
    private readonly SqlKind _statements = new();

    public string Name => KindTable.Hook.Word;

    public IEnumerable<Diagnostic> Check(ObjectDefinition definition, Solution solution) =>
    [
        .. SqlChecks.Of(definition, solution), .. ParameterChecks.Of(definition, solution),
        .. TextChecks.Of(definition, solution),
    ];

    public PackageResult Run(PackageContext context)
    {
        var result = CrashPoint.Around("hook.own", () => _statements.Run(context));
        return result with { Error = HookFailure.Named(context.Object.Target.Name, result.Error) };
    }

    public IEnumerable<SqlStatement> Statements(ObjectDefinition definition, Solution solution) =>
        _statements.Statements(definition, solution);
}
