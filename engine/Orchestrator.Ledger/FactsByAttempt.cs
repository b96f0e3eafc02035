namespace Orchestrator.Ledger;

/// <summary>Errors and warnings of a run by their attempts: there can be ten thousand of each.</summary>
internal sealed class FactsByAttempt(RunFacts facts)
{
    private readonly IReadOnlyList<ErrorRecord> _errors = facts.Errors;
    private readonly IReadOnlyList<WarningRecord> _warnings = facts.Warnings;
    private readonly ILookup<long, ErrorRecord> _errorsOf = facts.Errors.ToLookup(error => error.AttemptId);
    private readonly ILookup<long, string> _warningsOf =
        facts.Warnings.ToLookup(warning => warning.AttemptId, warning => warning.Text);

    public bool IsOf(RunFacts other) =>
        ReferenceEquals(_errors, other.Errors) && ReferenceEquals(_warnings, other.Warnings);

    public ErrorRecord? Error(long attempt) => _errorsOf[attempt].FirstOrDefault();

    public IReadOnlyList<string> Warnings(long attempt) => [.. _warningsOf[attempt]];
}
