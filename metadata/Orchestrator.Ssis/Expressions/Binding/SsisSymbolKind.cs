namespace Orchestrator.Ssis.Expressions.Binding;

/// <summary>What a name stands for: a value of the row, or one of the run.</summary>
public enum SsisSymbolKind
{
    Column,
    Variable,
}
