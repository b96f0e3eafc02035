using FsCheck;
using FsCheck.Fluent;

namespace Orchestrator.Core.Tests.Dataflow.Stress;

/// <summary>What becomes of a random flow.</summary>
internal enum Fate
{
    /// <summary>Nothing happens to it.</summary>
    Undisturbed,

    /// <summary>A worker fails at some row.</summary>
    Fails,

    /// <summary>Somebody cancels it after a few milliseconds.</summary>
    IsCancelled,
}

/// <summary>A worker, or a few that belong together, behind any open outputs.</summary>
internal enum Part
{
    Source,
    Transform,
    Filter,
    Multicast,
    Split,
    Union,
    Sort,
    UnionSorted,
    Distinct,
    Aggregate,
    Join,
    Lookup,
    PartialLookup,
    Rejecting,
    Buffer,
    Composite,
}

/// <summary>
/// What a random flow is made of. Any part may be left out, and what is left is a flow again: so a failure is shrunk to
/// the fewest parts that still fail.
/// </summary>
/// <param name="Fate">What becomes of it.</param>
/// <param name="Delays">Which of its workers are slow at times: 0 = none.</param>
/// <param name="Moment">The row at which it fails, or the millisecond at which it is cancelled.</param>
/// <param name="Threads">Its threads.</param>
/// <param name="Parts">Its parts, each with a number that says the rest: sizes, outputs, rows.</param>
internal sealed record FlowShape(
    Fate Fate, int Delays, int Moment, int Threads, IReadOnlyList<(Part Part, int Number)> Parts)
{
    private const int PartsMax = 60;

    /// <summary>Any shape.</summary>
    public static Arbitrary<FlowShape> Any => Arb.From(Shapes, Smaller);

    /// <summary>Set where a flow hangs: to shrink that would take a minute for each try.</summary>
    public static bool HasHung { get; set; }

    private static Gen<FlowShape> Shapes =>
        from fate in Gen.Choose(0, 7)
        from delays in Gen.Choose(0, 2)
        from moment in Gen.Choose(0, 2999)
        from threads in Gen.Choose(1, 4)
        from count in Gen.Choose(2, PartsMax)
        from parts in Gen.ListOf(OnePart, count)
        select new FlowShape(fate switch { 0 => Fate.Fails, 1 => Fate.IsCancelled, _ => Fate.Undisturbed }, delays,
            moment, threads, [.. parts]);

    private static Gen<(Part Part, int Number)> OnePart =>
        from part in Gen.Choose(0, Enum.GetValues<Part>().Length - 1)
        from number in Gen.Choose(0, int.MaxValue - 1)
        select ((Part)part, number);

    public override string ToString() => $"{Fate} at {Moment}, delays {Delays}, {Threads} threads: "
        + string.Join(' ', Parts.Select(each => $"{each.Part}:{each.Number}"));

    private static IEnumerable<FlowShape> Smaller(FlowShape shape)
    {
        if (HasHung)
        {
            yield break;
        }

        // Halves first, so that few tries are needed.
        for (var size = shape.Parts.Count / 2; size > 0; size /= 2)
        {
            for (var at = 0; at < shape.Parts.Count; at += size)
            {
                yield return shape with { Parts = [.. shape.Parts.Take(at), .. shape.Parts.Skip(at + size)] };
            }
        }
    }
}
