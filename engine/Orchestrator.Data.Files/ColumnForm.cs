using Orchestrator.Data.Forms;

namespace Orchestrator.Data.Files;

/// <summary>What one column of a file has of its own, in place of what its format says.</summary>
public sealed record ColumnForm
{
    /// <summary>How it writes dates and times, whichever it has; null = as the format says.</summary>
    public TimeForm? Times { get; init; }

    /// <summary>The words that stand for NULL in it; null = those of the format.</summary>
    public IReadOnlyList<string>? Nulls { get; init; }
}
