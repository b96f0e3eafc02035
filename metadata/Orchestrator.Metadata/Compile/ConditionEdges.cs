using Orchestrator.Core;
using Orchestrator.Core.Expressions;
using Orchestrator.Core.RunValues;
using Orchestrator.Metadata.Model;

namespace Orchestrator.Metadata.Compile;

/// <summary>
/// Draws the edges of conditions: who asks for a fact of a package, container or project waits until that has ended,
/// however it does, and is asked again where a package runs again. In the plan each fact has the name of its node.
/// </summary>
internal sealed class ConditionEdges
{
    private readonly PlanDraft _draft;
    private readonly ConditionSubjects _subjects;
    private readonly List<(DraftNode Asking, DraftNode Subject, int Own)> _edges = [];

    private ConditionEdges(PlanDraft draft) => (_draft, _subjects) = (draft, new ConditionSubjects(draft));

    public static void Add(PlanDraft draft)
    {
        DraftNode[] asking = [.. draft.Nodes.Where(node => node.Conditions.Any())];
        if (asking.Length == 0)
        {
            return;
        }

        var edges = new ConditionEdges(draft);
        // All are asked who is over before whom while no edge of a condition is drawn yet.
        foreach (var node in asking)
        {
            foreach (var (when, own) in node.Conditions)
            {
                edges.Bind(node, when, own);
            }
        }

        edges.Draw();
    }

    /// <summary>What a condition of a node means in the plan; null = there is none.</summary>
    public static Expression? Meaning(DraftNode node, WrittenCondition? when) =>
        when is null ? null : node.Meanings[when];

    /// <summary>The constraints of a node in groups of which one is enough.</summary>
    public static IReadOnlyList<IReadOnlyList<PrecedenceConstraint>> Any(DraftNode node) =>
    [
        .. node.Any.Select(group => group.Select(one => new PrecedenceConstraint(one.On.Index, one.Outcome)
        {
            When = Meaning(node, one.When),
        }).ToArray()),
    ];

    private void Bind(DraftNode asking, WrittenCondition when, int own)
    {
        var names = new Dictionary<ExpressionReference, string>();
        foreach (var reference in when.Is.References)
        {
            if (_subjects.Find(asking, when, reference) is { } subject
                && FactName.TryParse(reference.Word, reference.Name, out var fact))
            {
                names[reference] = fact.Part.Length == 0 ? subject.Name : $"{subject.Name}.{fact.Part}";
                _edges.Add((asking, subject, own));
            }
        }

        try
        {
            asking.Meanings[when] = when.Is.Renamed(reference => names.GetValueOrDefault(reference))
                .At($"{when.At}");
        }
        catch (ExpressionException wrong)
        {
            asking.Meanings[when] = when.Is;
            _draft.Error("ORC1064", when.At, $"with the full names of what it asks for, {wrong.Message}",
                "Let a package set a variable of the run, and ask for that.");
        }
    }

    private void Draw()
    {
        foreach (var (asking, subject, _) in _edges.Where(edge => edge.Subject.Index != edge.Own))
        {
            // Where it reads its rows, too, it is as if it depended on it.
            var readsRows = asking.Reads.Contains(subject.Index)
                && asking.Container is not { RunsAfterFailure: true };
            asking.Constraints.TryAdd(subject.Index, readsRows ? Outcome.Success : Outcome.Completion);
            if (subject.Kind == NodeKind.Package)
            {
                asking.Reads.Add(subject.Index);
            }
        }
    }
}
