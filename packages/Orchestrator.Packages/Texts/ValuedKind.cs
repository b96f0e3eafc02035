using Orchestrator.Metadata.Diagnostics;
using Orchestrator.Metadata.Model;
using Orchestrator.Packages.Store;

namespace Orchestrator.Packages.Texts;

/// <summary>A kind whose attempts are given their object with the values of the run in its texts.</summary>
internal sealed class ValuedKind(IPackageKind inner) : KindAround(inner)
{
    public override IEnumerable<Diagnostic> Check(ObjectDefinition definition, Solution solution) =>
        [.. base.Check(definition, solution), .. TextChecks.Of(definition, solution)];

    public override PackageResult Run(PackageContext context)
    {
        ObjectDefinition filled;
        try
        {
            filled = RunTexts.Of(context);
        }
        catch (PackageRefusedException refused)
        {
            return Faults.Result(refused, "open", "", context.Cancellation);
        }

        return Inner.Run(context with { Object = filled });
    }
}
