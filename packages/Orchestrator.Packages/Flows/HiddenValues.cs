using Orchestrator.Core.RunValues;
using Orchestrator.Packages.Store;

namespace Orchestrator.Packages.Flows;

/// <summary>
/// Takes the sensitive values that the run or a turn gives an attempt out of what its class says: in quotes or without,
/// as only the class knows what it says of them.
/// </summary>
internal sealed class HiddenValues(PackageContext context)
{
    private const string Instead = "(hidden)";

    // The longest first, as one may be a part of another.
    private readonly string[] _values =
    [
        .. SensitiveVariables.Of(context).Select(name => context.Given.GetValueOrDefault(name)).OfType<RunValue>()
            .Where(value => !value.Type.IsRows)
            .Select(value => value.Scalar?.Text).OfType<string>().Where(text => text.Length > 0)
            .OrderByDescending(text => text.Length),
    ];

    /// <summary>What an attempt is given, whose messages go on without them.</summary>
    public PackageContext Given => context with { Message = text => context.Message(OutOf(text)) };

    /// <summary>A result whose failure is told without them.</summary>
    public PackageResult OutOf(PackageResult result) => result.Error is not { } error ? result
        : result with { Error = error with { Message = OutOf(error.Message) } };

    /// <summary>A text without them.</summary>
    public string OutOf(string text) => _values.Aggregate(
        text, (shown, value) => shown.Replace(value, Instead, StringComparison.Ordinal));
}
