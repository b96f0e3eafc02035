using System.Globalization;

namespace Orchestrator.Data;

/// <summary>Statements that find and remove the rows of old attempts in an error table. Text only.</summary>
/// <param name="dialect">How the platform writes.</param>
/// <param name="table">The error table.</param>
/// <param name="attempt">Its column with the number of the attempt.</param>
/// <param name="last">The greatest number of an old attempt.</param>
/// <param name="kept">Attempts up to it whose rows stay.</param>
public sealed class OldRowsDialect(
    Dialect dialect, TableName table, string attempt, long last, IReadOnlyList<long> kept)
{
    private string Old => string.Create(CultureInfo.InvariantCulture, $"{dialect.Quote(attempt)} <= {last}")
        + (kept.Count == 0 ? "" : $" AND {dialect.Quote(attempt)} NOT IN ("
            + string.Join(", ", kept.Select(one => one.ToString(CultureInfo.InvariantCulture))) + ")");

    /// <summary>How many there are.</summary>
    public string Count => $"{dialect.Count(table)} WHERE {Old}";

    /// <summary>Removes some of them.</summary>
    /// <param name="rows">How many at most.</param>
    public string Remove(int rows) => dialect.DeleteSome(table, Old, rows);
}
