using Orchestrator.Ssis.Expressions.Faults;
using Orchestrator.Ssis.Expressions.Types;

namespace Orchestrator.Ssis.Expressions.Binding;

/// <summary>
/// A part of an expression whose names and types are known. All conversions are said: what the language converts by
/// itself is a <see cref="SsisCastTerm"/> that is implicit, so that operands have the type that they are computed in.
/// </summary>
public abstract record SsisTerm(SsisType Type, SsisPlace Place)
{
    /// <summary>The parts that it is computed from, in the order of the text.</summary>
    public virtual IReadOnlyList<SsisTerm> Children => [];

    /// <summary>It and all that it is computed from, in the order of the text.</summary>
    public IEnumerable<SsisTerm> Terms()
    {
        Stack<SsisTerm> left = new([this]);
        while (left.TryPop(out var term))
        {
            yield return term;
            foreach (var child in term.Children.Reverse())
            {
                left.Push(child);
            }
        }
    }
}
