using Orchestrator.Ssis.Expressions.Faults;
using Orchestrator.Ssis.Expressions.Syntax;

namespace Orchestrator.Ssis.Expressions;

/// <summary>What an Expression Task and a For Loop hold: a variable, and the expression it is set to.</summary>
public sealed class SsisAssignment
{
    private SsisAssignment(SsisVariableNode target, SsisExpression value) => (Target, Value) = (target, value);

    public SsisVariableNode Target { get; }

    public SsisExpression Value { get; }

    public static SsisOutcome<SsisAssignment> Parse(string text) => SsisOutcome<SsisAssignment>.Of(() =>
    {
        var (target, value) = SsisParser.ParseAssignment(text);
        return new SsisAssignment(target, new SsisExpression(text, value));
    });
}
