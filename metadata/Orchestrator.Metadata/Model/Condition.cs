using Orchestrator.Core.Types;

namespace Orchestrator.Metadata.Model;

/// <summary>An expression over variables that is true or false: what `enabled` may say.</summary>
public abstract record Condition
{
    /// <summary>Whether it holds; null where a variable in it has no value yet.</summary>
    internal abstract bool? Holds(IReadOnlyDictionary<string, Variable> variables);

    internal sealed record Compared(string Name, string Operator, TypedValue With) : Condition
    {
        internal override bool? Holds(IReadOnlyDictionary<string, Variable> variables) =>
            variables[Name].Value is not { } value ? null : Operator switch
            {
                "=" => value.CompareTo(With) == 0,
                "<>" => value.CompareTo(With) != 0,
                "<" => value.CompareTo(With) < 0,
                "<=" => value.CompareTo(With) <= 0,
                ">" => value.CompareTo(With) > 0,
                _ => value.CompareTo(With) >= 0,
            };
    }

    internal sealed record Not(Condition Inner) : Condition
    {
        internal override bool? Holds(IReadOnlyDictionary<string, Variable> variables) => !Inner.Holds(variables);
    }

    internal sealed record Both(Condition Left, Condition Right) : Condition
    {
        internal override bool? Holds(IReadOnlyDictionary<string, Variable> variables) =>
            Left.Holds(variables) & Right.Holds(variables);
    }

    internal sealed record Either(Condition Left, Condition Right) : Condition
    {
        internal override bool? Holds(IReadOnlyDictionary<string, Variable> variables) =>
            Left.Holds(variables) | Right.Holds(variables);
    }
}
