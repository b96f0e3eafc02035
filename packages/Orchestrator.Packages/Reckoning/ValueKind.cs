using Orchestrator.Core;
using Orchestrator.Metadata.Diagnostics;
using Orchestrator.Metadata.Model;
using Orchestrator.Packages.Shape;
using Orchestrator.Packages.Store;

namespace Orchestrator.Packages.Reckoning;

/// <summary>Kind `value`: reckons values of the run from others, and touches nothing.</summary>
internal sealed class ValueKind : IPackageKind
{
    public string Name => KindTable.Value.Word;

    public IEnumerable<Diagnostic> Check(ObjectDefinition definition, Solution solution) =>
        ExpectChecks.Of(definition);

    public PackageResult Run(PackageContext context)
    {
        try
        {
            return new PackageResult { Outcome = NodeState.Succeeded, Sets = ReckonedValues.Of(context) };
        }
        catch (PackageRefusedException refused)
        {
            return Faults.Result(refused, Name, "", context.Cancellation);
        }
    }

    public IEnumerable<SqlStatement> Statements(ObjectDefinition definition, Solution solution) => [];
}
