using Orchestrator.Core;
using Orchestrator.Core.Expressions;
using Orchestrator.Core.RunValues;
using Orchestrator.Metadata.Diagnostics;
using Orchestrator.Metadata.Model;

namespace Orchestrator.Metadata.Compile;

/// <summary>Finds the nodes whose facts conditions read, and says what is wrong with a name.</summary>
internal sealed class ConditionSubjects(PlanDraft draft)
{
    private readonly EndedBefore _before = new(draft);
    private readonly InstancesMeant _instances = new(draft);

    /// <summary>The node whose fact a reference means; null = it means none of a node, or what is wrong was said.
    /// </summary>
    /// <param name="asking">Who asks.</param>
    /// <param name="when">The condition.</param>
    /// <param name="reference">What of it.</param>
    public DraftNode? Find(DraftNode asking, WrittenCondition when, ExpressionReference reference)
    {
        if (!FactName.TryParse(reference.Word, reference.Name, out var fact) || fact.Subject.Length == 0)
        {
            return null;
        }

        var name = fact.Subject.Contains('/', StringComparison.Ordinal) || asking.Project is null
            ? fact.Subject : $"{asking.Project.Name}/{fact.Subject}";
        var found = Package(asking, name) ?? Group(fact.Subject, name);
        if (found is null)
        {
            ReportMissing(asking, when, fact, name);
        }
        else if (found.Kind != NodeKind.Package && fact.Part.Length > 0)
        {
            draft.Error("ORC2025", when.At, $"{asking.Name} asks for {fact}, and {found.Name} is no package",
                "Of a container or project a condition knows its state: ${state:NAME}.");
            found = null;
        }
        else if (LoopsAround.Between(found, asking).FirstOrDefault() is { } loop)
        {
            draft.Error("ORC2024", when.At, $"{asking.Name} asks for {fact}, and {found.Name} is there in each turn of "
                + $"{loop.Name}: nobody knows which of them is meant", $"Ask for the loop: ${{state:{loop.Name}}}.");
            found = null;
        }
        else if (Overlaps(asking, found))
        {
            draft.Error("ORC2024", when.At, found == asking || found.IsWithin(asking)
                ? $"{asking.Name} asks for {fact}, which is known when it has ended itself"
                : $"{asking.Name} asks for {fact}, and is always over before {found.Name} has ended",
                "Ask behind that: at the same level or a later one.");
            found = null;
        }

        return found;
    }

    private bool Overlaps(DraftNode asking, DraftNode found) => found == asking || found.IsWithin(asking)
        || asking.IsWithin(found) || _before.Holds(asking, found)
        || (asking.Hooks is null && draft.BarrierBetween(asking, found));

    // What forEach has made of it is the one in the same turns, or the only one.
    private DraftNode? Package(DraftNode asking, string name) =>
        draft.Packages.TryGetValue(name, out var package) ? package
        : _instances.Of(asking, name) is [var only] ? only : null;

    private DraftNode? Group(string written, string name) =>
        DependencyGroups.Find(draft, NodeKind.Container, name)
        ?? DependencyGroups.Find(draft, NodeKind.Project, written);

    private void ReportMissing(DraftNode asking, WrittenCondition when, FactName fact, string name)
    {
        var instances = _instances.Of(asking, name).Select(node => node.Name).ToArray();
        draft.Error("ORC2024", when.At,
            instances.Length > 0
                ? $"{asking.Name} asks for {fact}, and forEach makes {instances.Length} packages of {name}"
                : $"{asking.Name} asks for {fact}, and batch {draft.Batch.Name} has no {name}",
            instances.Length > 0 ? $"Name one of them, as {instances[0]}."
                : "Write the name of an object of this project, or project/object.",
            instances.Length > 0 ? null : Nearest.Find(name, draft.Packages.Keys));
    }
}
