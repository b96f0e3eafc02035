namespace Orchestrator.Metadata.Compile;

/// <summary>What can be wrong with a plan as a whole.</summary>
internal static class GraphChecks
{
    public static void Run(PlanDraft draft) => CycleChecks.Run(draft);
}
