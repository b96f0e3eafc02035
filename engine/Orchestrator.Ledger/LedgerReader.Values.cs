namespace Orchestrator.Ledger;

/// <summary>What it tells of the values that packages have set.</summary>
public sealed partial class LedgerReader
{
    /// <summary>
    /// What the attempts of a run have set whose success stands, those of one attempt by the names of the variables.
    /// </summary>
    public IReadOnlyList<RunValueRecord> Values(long run) =>
        All(() => _statements["select_run_values"].Bind(run), RunValueStatements.Read);

    /// <summary>The turns that the loops of a run have had, those of a loop in their order.</summary>
    public IReadOnlyList<RunTurnRecord> Turns(long run) =>
        All(() => _statements["select_run_turns"].Bind(run), RunTurnStatements.Read);

    /// <summary>What an attempt has set, by the names of the variables.</summary>
    public IReadOnlyList<RunValueRecord> ValuesOf(long attempt) =>
        All(() => _statements["select_run_values_of_attempt"].Bind(attempt), RunValueStatements.Read);
}
