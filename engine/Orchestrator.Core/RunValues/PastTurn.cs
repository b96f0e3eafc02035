using System.Collections.ObjectModel;

namespace Orchestrator.Core.RunValues;

/// <summary>What an earlier run has done of a package in a turn of a loop.</summary>
/// <param name="Why">What is recorded of it.</param>
/// <param name="Rows">
/// What the turns around it were given, the outermost first: with other values it is not done.
/// </param>
public sealed record PastTurn(string Why, IReadOnlyList<string> Rows)
{
    /// <summary>What else is known of it.</summary>
    public AttemptFacts Facts { get; init; } = AttemptFacts.None;

    /// <summary>What it has set, by the index of the variable.</summary>
    public IReadOnlyDictionary<int, RunValue> Values { get; init; } = ReadOnlyDictionary<int, RunValue>.Empty;
}
