using Orchestrator.Metadata.Model;

namespace Orchestrator.Metadata.Compile;

/// <summary>Which of those that set a variable comes last: the edges that are drawn say it of any two.</summary>
internal sealed class SetterOrder(PlanDraft draft, ILookup<string, DraftNode> setters)
{
    private readonly EndedBefore _before = new(draft);

    /// <summary>Refuses a variable of which two setters may be at work side by side, but in turns that see nothing of
    /// each other.</summary>
    /// <param name="variable">The variable.</param>
    /// <param name="bound">For each of its readers the setters that it is bound to.</param>
    public void Check(RunVariableDefinition variable, IReadOnlyList<DraftNode[]> bound)
    {
        DraftNode[] all = [.. setters[variable.Name].Where(setter => setter.Definition!.Enabled)];
        if (IsLine(all))
        {
            return;
        }

        var seen = new SettersSeen(all);
        foreach (var first in all)
        {
            foreach (var second in seen.By(first).Where(other => other.Index > first.Index))
            {
                if (!_before.Holds(first, second) && !_before.Holds(second, first)
                    && (!OtherTurns.AreOfProject(first, second) || AreReadTogether(first, second, bound)))
                {
                    var set = second.Definition!.Sets!.Each.First(one => one.Variable == variable.Name);
                    draft.Error("ORC2018", set.At, $"{first.Name} and {second.Name} may set '{variable.Name}' side by "
                        + "side, so that nobody knows whose value is read",
                        "Let one depend on the other (dependsOn), or set two variables.");
                    return;
                }
            }
        }
    }

    /// <summary>Setters by their places in the plan. Of disabled ones, which nothing orders, the one that is declared
    /// later comes first.</summary>
    public int[] LatestFirst(DraftNode[] bound)
    {
        DraftNode[] declared = [.. bound.OrderBy(setter => setter.Index)];
        if (IsLine(declared))
        {
            return [.. declared.Select(setter => setter.Index).OrderDescending()];
        }

        List<DraftNode> ordered = [];
        foreach (var setter in declared.OrderByDescending(setter => setter.Index))
        {
            var place = ordered.FindIndex(earlier => _before.Holds(earlier, setter));
            ordered.Insert(place < 0 ? ordered.Count : place, setter);
        }

        return [.. ordered.Select(setter => setter.Index)];
    }

    /// <summary>Whether each has ended before the next one starts, and so before all behind that.</summary>
    private bool IsLine(DraftNode[] setters) =>
        setters.Zip(setters.Skip(1)).All(pair => _before.Holds(pair.First, pair.Second));

    /// <summary>Whether somebody reads what either of them has set: for which value of a `forEach` he does so nobody
    /// says.</summary>
    private static bool AreReadTogether(DraftNode first, DraftNode second, IReadOnlyList<DraftNode[]> bound) =>
        bound.Any(its => its.Length > 1 && Array.IndexOf(its, first) >= 0 && Array.IndexOf(its, second) >= 0);
}
