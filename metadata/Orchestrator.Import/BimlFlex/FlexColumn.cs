using Orchestrator.Core.Types;

namespace Orchestrator.Import.BimlFlex;

/// <summary>A column of an object that becomes a load.</summary>
/// <param name="Row">Its row.</param>
/// <param name="Name">Its name in the source.</param>
internal sealed record FlexColumn(FlexRow Row, string Name)
{
    /// <summary>Its name in the target.</summary>
    public required string Target { get; init; }

    /// <summary>Its type in the target, mapped; null = as in the source.</summary>
    public SqlType? Type { get; init; }

    /// <summary>Its type in the source; null = not known.</summary>
    public SqlType? SourceType { get; init; }

    /// <summary>Its place in the key, from 1; 0 = it is not in it.</summary>
    public int Key { get; init; }

    public bool Nullable { get; init; } = true;

    /// <summary>Whether a changed value begins a new version.</summary>
    public bool IsTracked { get; init; }
}
