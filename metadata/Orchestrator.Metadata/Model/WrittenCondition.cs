using Orchestrator.Core.Expressions;
using Orchestrator.Metadata.Diagnostics;

namespace Orchestrator.Metadata.Model;

/// <summary>A condition that the run asks, as it was written.</summary>
/// <param name="Is">What it says: facts of packages by the names that were written, and what a turn gives put in.
/// </param>
/// <param name="At">Where it stands.</param>
public sealed record WrittenCondition(Expression Is, Origin At)
{
    /// <summary>Its text with LF.</summary>
    public string Text => Is.Text.ReplaceLineEndings("\n");
}
