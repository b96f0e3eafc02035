using Orchestrator.Metadata.Keys;
using Orchestrator.Ssis.Model;

namespace Orchestrator.Import.Ssis.Drafts;

/// <summary>Something that a person has to decide, at the object that waits for it.</summary>
/// <param name="Path">Which executable or component of the package it is about.</param>
/// <param name="Reason">Why.</param>
internal sealed record OpenEntry(string Path, OpenReason Reason)
{
    /// <summary>What somebody has decided of it in an earlier import, as lines of YAML; empty = nothing yet.</summary>
    public IReadOnlyList<DraftEntry> Decided { get; init; } = [];

    /// <summary>Whether `validate` lets it pass.</summary>
    public bool IsDecided => Decided.Any(each => each.Key == OpenKeys.Decided);
}
