using Orchestrator.Core.RunValues;

namespace Orchestrator.Packages.Scripts;

/// <summary>
/// Takes the sensitive values of the run that an attempt is given out of what its class says: in quotes or without, as
/// only the class knows what it says of them.
/// </summary>
internal sealed class HiddenValues(PackageContext context)
{
    private const string Instead = "(hidden)";

    // The longest first, as one may be a part of another.
    private readonly string[] _values =
    [
        .. context.Solution.RunVariables.Where(variable => variable.Is.IsSensitive && !variable.Type.IsRows)
            .Select(variable => context.Given.GetValueOrDefault(variable.Name)).OfType<RunValue>()
            .Select(value => value.Scalar?.Text).OfType<string>().Where(text => text.Length > 0)
            .OrderByDescending(text => text.Length),
    ];

    /// <summary>A text without them.</summary>
    public string OutOf(string text) => _values.Aggregate(
        text, (shown, value) => shown.Replace(value, Instead, StringComparison.Ordinal));
}
