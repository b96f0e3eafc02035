using Orchestrator.Core.Types;
using Orchestrator.Metadata.Diagnostics;

namespace Orchestrator.Metadata.Model;

/// <summary>A value that a run is given: `${var:NAME}` in metadata, @NAME in SQL. Never a secret.</summary>
/// <param name="Name">Its name.</param>
/// <param name="Type">Its type.</param>
/// <param name="Value">Its value; null where nobody gave one, which only reading verbs accept.</param>
/// <param name="From">Where the value comes from: "--var", a file with its line, or "default".</param>
/// <param name="At">Where it was declared.</param>
public sealed record Variable(string Name, SqlType Type, TypedValue? Value, string From, Origin At)
{
    /// <summary>Its default as written; null where it has none.</summary>
    public string? Default { get; init; }
}
