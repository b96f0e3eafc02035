using Orchestrator.Core.Expressions;
using Orchestrator.Core.RunValues;
using Orchestrator.Core.Types;
using Orchestrator.Metadata.Diagnostics;

namespace Orchestrator.Metadata.Compile;

/// <summary>
/// The condition of a loop that goes on while it is true. It is asked before each turn, so what it reads has a value
/// before the first one, and then that of the latest turn that has set it.
/// </summary>
internal sealed class LoopCondition(PlanDraft draft, ILookup<string, DraftNode> setters)
{
    /// <summary>Reads it and says what it reads.</summary>
    /// <param name="loop">The loop.</param>
    /// <param name="bind">Lets the loop wait for whoever sets a variable before it.</param>
    public void Bind(DraftNode loop, Action<string, Origin> bind)
    {
        var written = loop.Loop!;
        try
        {
            loop.While = Expression.ReadCondition(written.While!, TypeOf).At($"{written.At}");
        }
        catch (ExpressionException wrong)
        {
            draft.Error("ORC1064", written.At, $"'while' of {loop.Name}: {wrong.Message}",
                "Compare variables of the run: \"${var:Left} > 0\".");
            return;
        }

        var reads = new List<ValueRead>();
        foreach (var name in loop.While.References.Select(read => read.Name).Distinct(StringComparer.Ordinal))
        {
            DraftNode[] all = [.. setters[name].Where(setter => setter.Definition!.Enabled)];
            if (all.Length > 0 && Array.TrueForAll(all, setter => setter.IsWithin(loop)))
            {
                draft.Error("ORC2029", written.At, $"{loop.Name} asks for '{name}' before its first turn, and only "
                    + $"{all[0].Name} sets it, in a turn",
                    "Let a package before the loop set the first value.");
                continue;
            }

            if (Array.Find(all, setter =>
                setter.IsWithin(loop) && LoopsAround.Between(setter, loop).Any()) is { } inner)
            {
                draft.Error("ORC2028", written.At, $"{loop.Name} asks for '{name}', which {inner.Name} sets in each "
                    + "turn of a loop within it, so that nobody knows which of them is meant",
                    "Let a statement behind the inner loop set it.");
                continue;
            }

            bind(name, written.At);
            // What stands in the turns comes behind what stands before them.
            int[] inside = [.. all.Where(setter => setter.IsWithin(loop)).Select(setter => setter.Index)
                .OrderDescending()];
            if (inside.Length > 0)
            {
                reads.Add(new ValueRead(draft.IndexOf(name), inside));
            }
        }

        loop.WhileReads = [.. reads.OrderBy(read => read.Variable)];
    }

    private SqlType? TypeOf(string word, string name) =>
        word == "var" && draft.IndexOf(name) is >= 0 and var variable ? draft.Variables[variable].Type.Scalar : null;
}
