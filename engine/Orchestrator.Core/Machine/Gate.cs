namespace Orchestrator.Core.Machine;

/// <summary>The limit on packages at work in a whole run.</summary>
public static class Gate
{
    /// <summary>The slots that a written `maxConcurrency` stands for: −1 = processors + 2, otherwise itself.</summary>
    /// <exception cref="ArgumentOutOfRangeException">It is 0 or below −1.</exception>
    public static int Slots(int maxConcurrency, int processors) => maxConcurrency switch
    {
        -1 => processors + 2,
        >= 1 => maxConcurrency,
        _ => throw new ArgumentOutOfRangeException(
            nameof(maxConcurrency), maxConcurrency, "expected maxConcurrency to be -1 or at least 1"),
    };
}
