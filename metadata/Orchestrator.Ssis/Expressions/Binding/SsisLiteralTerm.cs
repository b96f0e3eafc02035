using Orchestrator.Ssis.Expressions.Faults;
using Orchestrator.Ssis.Expressions.Types;

namespace Orchestrator.Ssis.Expressions.Binding;

/// <summary>A constant, null too.</summary>
public sealed record SsisLiteralTerm(SsisValue Value, SsisPlace Place) : SsisTerm(Value.Type, Place);
