using Orchestrator.Core.RunValues;
using Orchestrator.Metadata.Diagnostics;

namespace Orchestrator.Metadata.Model;

/// <summary>The facts that an object declares as parameters of its SQL.</summary>
public sealed record FactReads
{
    /// <summary>One for each parameter, in written order.</summary>
    public IReadOnlyList<FactRead> Each { get; init; } = [];

    /// <summary>Where they stand.</summary>
    public Origin At { get; init; }
}

/// <summary>A fact that an object reads.</summary>
/// <param name="Parameter">The parameter of SQL that stands for it, without @; empty = it stands within a text.</param>
/// <param name="Fact">The fact.</param>
/// <param name="At">Where that was written.</param>
public sealed record FactRead(string Parameter, FactName Fact, Origin At);
