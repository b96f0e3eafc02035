using Orchestrator.Metadata.Diagnostics;
using Orchestrator.Metadata.Model;

namespace Orchestrator.Metadata.Building;

/// <summary>Bounds of watermarks as arguments of procedures: whether there is one, and the procedure takes both.
/// </summary>
internal static class WatermarkArguments
{
    private const string Advice = "name both bounds in its arguments (\"${watermark:NAME.from}\" and "
        + "\"${watermark:NAME.to}\"), and give the watermark toSql: there is no column to ask for the upper bound";

    /// <summary>What is wrong with a watermark of a load that reads a procedure; null = nothing, else what helps.
    /// </summary>
    public static string? Lack(ObjectDefinition definition)
    {
        var sides = Bounds(definition.Source?.Procedure).Select(bound => bound.IsFrom).ToHashSet();
        return sides.Count == 2 && definition.Watermark?.ToSql is not null ? null : Advice;
    }

    /// <summary>Reports bounds of what is no watermark of the object, or of what reads no rows.</summary>
    public static void Check(DiagnosticBag bag, ObjectDefinition definition)
    {
        foreach (var bound in Bounds(definition.Procedure))
        {
            bag.Error("ORC1198", definition.Procedure!.At,
                $"'{bound.Watermark}' has no bounds here: the object reads no rows behind a watermark",
                "a load has them, in the arguments of the procedure that it reads");
        }

        foreach (var bound in Bounds(definition.Source?.Procedure)
            .Where(bound => bound.Watermark != definition.Watermark?.Name))
        {
            bag.Error("ORC1198", definition.Source!.Procedure!.At,
                $"the object has no watermark '{bound.Watermark}'", definition.Watermark is { } own
                    ? $"its watermark is '{own.Name}'" : "declare it under watermarks of the object");
        }
    }

    private static IEnumerable<WatermarkBound> Bounds(Procedure? procedure) =>
        procedure?.Arguments.Select(argument => argument.Bound).OfType<WatermarkBound>() ?? [];
}
