using Orchestrator.Metadata.Schema;

namespace Orchestrator.Metadata.Keys;

/// <summary>What comes down from solution to object; nothing else does.</summary>
internal static class CascadeKeys
{
    public static IReadOnlyList<Key> All { get; } =
    [
        new(LoadKeys.Section.Name, LoadKeys.Section.Shape, "How objects are loaded."),
        new(ErrorKeys.Section.Name, ErrorKeys.Section.Shape, "What happens to rows that the guard refuses."),
        new(RetryKeys.Section.Name, RetryKeys.Section.Shape, "What happens after a failed attempt."),
        new("packageTimeout", Parts.Duration, "Longest time of one attempt; default no limit."),
        .. PolicyKeys.Keys,
    ];
}
