using Orchestrator.Ssis.Expressions.Binding;
using Orchestrator.Ssis.Expressions.Evaluation;
using Orchestrator.Ssis.Expressions.Types;

namespace Orchestrator.Ssis.Expressions.Generation;

/// <summary>
/// What the names of an expression are in a statement. Columns are taken to have the type that the engine gives them on
/// the platform, and texts to hold no character NUL.
/// </summary>
/// <param name="Columns">SQL of a column, quoted and fit to be an operand; null = there is none.</param>
/// <param name="Variables">The name of ours for a variable, without the sign in front; null = there is none.</param>
public sealed record SsisSqlNames(Func<SsisSymbol, string?> Columns, Func<SsisSymbol, string?> Variables)
{
    /// <summary>What a variable always holds, which stands there in its place; null = a name of ours stands for it.
    /// </summary>
    public Func<SsisSymbol, SsisValue?>? Constants { get; init; }

    /// <summary>SQL of what GETDATE gives; null = the clock of the server, looked at once per statement.</summary>
    public string? Now { get; init; }

    /// <summary>The same of GETUTCDATE.</summary>
    public string? UtcNow { get; init; }

    /// <summary>What becomes of a text that is cast to fewer characters.</summary>
    public SsisTruncation Truncation { get; init; }

    /// <summary>Which component or column it is of, as what stops the statement says it; empty = nobody knows.
    /// </summary>
    public string Place { get; init; } = "";

    /// <summary>What would stop the statement by a condition of ours is NULL instead.</summary>
    internal bool FaultsAreNull { get; init; }

    /// <summary>Each name as it is called there.</summary>
    public static SsisSqlNames Same(SsisSqlDialect dialect) =>
        new(symbol => SsisSqlText.Name(symbol.Name, dialect), symbol => symbol.Name);
}
