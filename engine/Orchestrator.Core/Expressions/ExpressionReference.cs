using Orchestrator.Core.Types;

namespace Orchestrator.Core.Expressions;

/// <summary>Something that an expression reads: `${WORD:NAME}`; a name alone is a variable, `${var:NAME}`.</summary>
/// <param name="Word">What it is: var, run, rows …</param>
/// <param name="Name">Which one.</param>
/// <param name="Type">Its declared type.</param>
public sealed record ExpressionReference(string Word, string Name, SqlType Type)
{
    public override string ToString() => $"${{{Word}:{Name}}}";
}
