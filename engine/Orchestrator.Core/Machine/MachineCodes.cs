namespace Orchestrator.Core.Machine;

/// <summary>What the machine itself finds at fault; each stands at the beginning of the reason of its transition.
/// </summary>
public static class MachineCodes
{
    private static readonly string[] All = [NoValue, UnsetValue, NoTurn, TooManyTurns];

    /// <summary>A condition has no value: the node fails before it starts.</summary>
    public const string NoValue = "ORC3526";

    /// <summary>Nobody has set what is read: the node fails before it starts.</summary>
    public const string UnsetValue = "ORC3529";

    /// <summary>A loop has no turn and was to fail then.</summary>
    public const string NoTurn = "ORC3610";

    /// <summary>A loop has more turns than it may have.</summary>
    public const string TooManyTurns = "ORC3611";

    /// <summary>An attempt took longer than it may and was asked to stop.</summary>
    public const string TimedOut = "ORC4005";

    /// <summary>An attempt did not stop when it was asked to.</summary>
    public const string Abandoned = "ORC4004";

    /// <summary>The code that a reason begins with, and the reason without it; no code where it begins with none.
    /// </summary>
    public static (string? Code, string Why) Split(string why) =>
        All.Any(code => why.StartsWith($"{code} ", StringComparison.Ordinal))
            ? (why[..NoValue.Length], why[(NoValue.Length + 1)..])
            : (null, why);
}
