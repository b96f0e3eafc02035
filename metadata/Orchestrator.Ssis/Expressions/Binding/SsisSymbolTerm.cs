using Orchestrator.Ssis.Expressions.Faults;

namespace Orchestrator.Ssis.Expressions.Binding;

/// <summary>The value of a column or a variable.</summary>
public sealed record SsisSymbolTerm(SsisSymbol Symbol, SsisPlace Place) : SsisTerm(Symbol.Type, Place);
