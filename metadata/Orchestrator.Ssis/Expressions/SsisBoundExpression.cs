using Orchestrator.Ssis.Expressions.Binding;
using Orchestrator.Ssis.Expressions.Evaluation;
using Orchestrator.Ssis.Expressions.Faults;
using Orchestrator.Ssis.Expressions.Types;

namespace Orchestrator.Ssis.Expressions;

/// <summary>An expression whose names and types are known.</summary>
public sealed class SsisBoundExpression
{
    internal SsisBoundExpression(string text, SsisTerm root) => (Text, Root) = (text, root);

    public string Text { get; }

    public SsisTerm Root { get; }

    /// <summary>The type of each result.</summary>
    public SsisType Type => Root.Type;

    /// <summary>The value for one row and moment, or why there is none.</summary>
    public SsisOutcome<SsisValue> Evaluate(SsisScope scope) =>
        SsisOutcome<SsisValue>.Of(() => SsisEvaluator.Evaluate(Root, scope));
}
