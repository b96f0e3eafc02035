namespace Orchestrator.Ledger;

/// <summary>The texts of plans, each set of files once.</summary>
internal static class PlanFileStatements
{
    /// <summary>Stores a set that is not there yet, inside the transaction of the caller.</summary>
    public static void Insert(StatementCache statements, string hash, IReadOnlyList<PlanFile> files)
    {
        if (files.Count == 0
            || LedgerRows.Single(statements["count_plan_files"].Bind(hash), row => row.Number(0)) > 0)
        {
            return;
        }

        for (var place = 0; place < files.Count; place++)
        {
            statements["insert_plan_file"].Bind(hash).Bind(place).Bind(files[place].Path).Bind(files[place].Content)
                .Run();
        }
    }
}
