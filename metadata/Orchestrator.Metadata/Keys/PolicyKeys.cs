using Orchestrator.Core.Types;
using Orchestrator.Metadata.Compile;
using Orchestrator.Metadata.Model;
using Orchestrator.Metadata.Schema;

namespace Orchestrator.Metadata.Keys;

/// <summary>
/// The keys that say what becomes of a value which does not fit; they stand beside `load`, and at a column.
/// </summary>
internal static class PolicyKeys
{
    private static readonly Policies Standard = new();

    public static PolicyKey OnTruncation { get; } = One(
        "onTruncation", Parts.Policy, "What happens to text or bytes that are too long",
        policies => policies.OnTruncation, (policies, value) => policies with { OnTruncation = value });

    public static PolicyKey OnScaleLoss { get; } = One(
        "onScaleLoss", Parts.Policy, "What happens to digits behind the point that do not fit",
        policies => policies.OnScaleLoss, (policies, value) => policies with { OnScaleLoss = value });

    public static PolicyKey OnEncodingLoss { get; } = One(
        "onEncodingLoss", Parts.Policy, "What happens to what is no text, or no character of the column",
        policies => policies.OnEncodingLoss, (policies, value) => policies with { OnEncodingLoss = value });

    public static PolicyKey OnRangeLoss { get; } = One(
        "onRangeLoss", Parts.Refusal, "What happens to values outside the column's range",
        policies => policies.OnRangeLoss, (policies, value) => policies with { OnRangeLoss = value });

    public static PolicyKey OnNull { get; } = One(
        "onNull", Parts.Refusal, "What happens to NULL where none may be",
        policies => policies.OnNull, (policies, value) => policies with { OnNull = value });

    /// <summary>All, in the order in which people are told of them.</summary>
    public static IReadOnlyList<PolicyKey> All { get; } =
        [OnTruncation, OnScaleLoss, OnEncodingLoss, OnRangeLoss, OnNull];

    /// <summary>What each takes, and its text.</summary>
    public static IReadOnlyList<Key> Keys { get; } = [.. All.Select(policy => policy.Key)];

    /// <summary>The one for what a narrower column may lose.</summary>
    public static PolicyKey For(Loss loss) => loss switch
    {
        Loss.Truncation => OnTruncation,
        Loss.Scale => OnScaleLoss,
        Loss.Encoding => OnEncodingLoss,
        _ => OnRangeLoss,
    };

    private static PolicyKey One(string name, Shape shape, string what, Func<Policies, Setting<Policy>> get,
        Func<Policies, Setting<Policy>, Policies> set) =>
        new(new Key(name, shape, $"{what}; default {PropertyList.Word(get(Standard).Value)}."), get, set);
}
