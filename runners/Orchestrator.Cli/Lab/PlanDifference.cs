using Orchestrator.Import;
using Orchestrator.Lab.Monitoring;
using Orchestrator.Packages;

namespace Orchestrator.Cli.Lab;

/// <summary>What two plans do not have in common.</summary>
/// <param name="Before">The one.</param>
/// <param name="After">The other.</param>
/// <param name="IsOfShapes">Whether their shapes are compared: costs and estimates left out, which always differ.
/// </param>
/// <param name="Different">The lines.</param>
internal sealed record PlanDifference(
    PlanRecord Before, PlanRecord After, bool IsOfShapes, IReadOnlyList<DifferentLine> Different)
{
    /// <summary>Compares their shapes; where these are the same, their texts.</summary>
    public static PlanDifference Of(PlanRecord before, PlanRecord after)
    {
        var isOfShapes = before.Shape != after.Shape;
        return new PlanDifference(before, after, isOfShapes,
            isOfShapes ? LineDifference.Of(ShapeOf(before), ShapeOf(after))
                : LineDifference.Of(before.Text, after.Text));
    }

    private static string ShapeOf(PlanRecord plan) =>
        ConnectionAccess.PlatformNamed(plan.Platform)?.Dialect.QueryPlans is { } dialect
            ? dialect.Shape(plan.Text) : plan.Text;
}
