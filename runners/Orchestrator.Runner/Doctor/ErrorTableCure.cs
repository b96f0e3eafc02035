using Orchestrator.Core;
using Orchestrator.Data;
using Orchestrator.Packages;
using Orchestrator.Runner.Doctor.Probes;

namespace Orchestrator.Runner.Doctor;

/// <summary>Drops error tables that have the rows which they had when somebody agreed, and no others.</summary>
internal static class ErrorTableCure
{
    /// <summary>Drops them, each in a transaction of its own.</summary>
    /// <param name="cure">The tables.</param>
    /// <param name="ledger">Id of the ledger.</param>
    /// <param name="written">Opens the database for writing.</param>
    /// <param name="transaction">Does something in one transaction.</param>
    /// <param name="cancellation">Stops reading.</param>
    public static CureResult Do(
        Cure cure, string ledger, Func<Func<IDatabase, CureResult>, CureResult> written,
        Action<IDatabase, Action> transaction, CancellationToken cancellation) => written(database =>
    {
        List<string> kept = [];
        foreach (var table in cure.Tables)
        {
            transaction(database, () =>
            {
                if (database.Platform.Dialect.LockTable(table.Name) is { Length: > 0 } take)
                {
                    database.Execute(take);
                }

                if (IsAsFound(database, table) && !IsOfOthers(database, ledger, cancellation))
                {
                    database.Execute(database.Platform.Dialect.Drop(table.Name));
                }
                else
                {
                    kept.Add($"{table.Name}");
                }
            });
        }

        return kept.Count > 0
            ? new CureResult($"{string.Join(", ", kept)} of {cure.Of}: somebody has written there meanwhile", false)
            : new CureResult(
                $"{Words.Count(cure.Tables.Count, "error table")} of {cure.Of} "
                + $"{(cure.Tables.Count == 1 ? "is" : "are")} dropped", true);
    });

    private static bool IsAsFound(IDatabase database, ErrorTableState table)
    {
        var now = KeptRows.ByAttempt(database, table.Name);
        return now.Sum(one => one.Rows) == table.Rows
            && now.Select(one => one.Attempt).ToHashSet().SetEquals(table.Attempts);
    }

    private static bool IsOfOthers(IDatabase database, string ledger, CancellationToken cancellation) =>
        TextRows.Of(database, new MarkerDialect(database.Platform.Dialect).All, cancellation)
            .Any(row => row[2].Length > 0 && row[2] != ledger);
}
