using Orchestrator.Metadata.Model;

namespace Orchestrator.Metadata.Compile;

/// <summary>Which of those that set a variable comes last: the edges that are drawn say it of any two.</summary>
internal sealed class SetterOrder(PlanDraft draft, ILookup<string, DraftNode> setters)
{
    private readonly EndedBefore _before = new(draft);

    /// <summary>Refuses a variable of which two setters may be at work side by side, but in turns that see nothing of
    /// each other.</summary>
    public void Check(RunVariableDefinition variable)
    {
        DraftNode[] all = [.. setters[variable.Name].Where(setter => setter.Definition!.Enabled)];
        for (var i = 0; i < all.Length; i++)
        {
            for (var j = i + 1; j < all.Length; j++)
            {
                var (first, second) = (all[i], all[j]);
                if (!_before.Holds(first, second) && !_before.Holds(second, first)
                    && !OtherTurns.Are(first, second))
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
        List<DraftNode> ordered = [];
        foreach (var setter in bound.OrderByDescending(setter => setter.Index))
        {
            var place = ordered.FindIndex(earlier => _before.Holds(earlier, setter));
            ordered.Insert(place < 0 ? ordered.Count : place, setter);
        }

        return [.. ordered.Select(setter => setter.Index)];
    }
}
