using Orchestrator.Ssis.Expressions.Faults;
using Orchestrator.Ssis.Expressions.Types;

namespace Orchestrator.Ssis.Expressions.Syntax;

/// <summary>The smallest part of a text that means something: a name, a sign, a constant.</summary>
internal sealed record SsisToken(SsisTokenKind Kind, string Text, SsisPlace Place)
{
    public SsisValue? Value { get; init; }

    public bool Is(string sign) => Kind == SsisTokenKind.Sign && Text == sign;
}
