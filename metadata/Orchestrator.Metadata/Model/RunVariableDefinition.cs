using Orchestrator.Core.RunValues;
using Orchestrator.Metadata.Diagnostics;

namespace Orchestrator.Metadata.Model;

/// <summary>A variable with `scope: run`: it has no value before the run, and packages of the run set it.</summary>
/// <param name="Is">Its name, its type and whether it is sensitive.</param>
/// <param name="At">Where it was declared.</param>
public sealed record RunVariableDefinition(RunVariable Is, Origin At)
{
    public string Name => Is.Name;

    public RunValueType Type => Is.Type;
}
