namespace Orchestrator.Data.Scd;

/// <summary>
/// Statements that bring versions without an end to what the metadata says that these hold. All of them hold the same,
/// so that one is enough to see that nothing is to be done. Text only; parameters are @open and @attempt.
/// </summary>
/// <param name="dialect">How the platform writes.</param>
/// <param name="target">The target.</param>
/// <param name="rows">Its columns.</param>
public sealed class ScdOpenDialect(Dialect dialect, TableName target, VersionedRows rows)
{
    private readonly ScdWords w = new(dialect, rows);

    /// <summary>1 where a version without an end holds what the metadata says.</summary>
    public string Find =>
        $"SELECT CASE WHEN EXISTS (SELECT 1 FROM {dialect.Quote(target)} WHERE {w.Q(rows.To.Name)} "
        + $"{(rows.To.Nullable ? "IS NULL" : $"= {w.Open}")} AND {IsCurrent}) THEN 1 ELSE 0 END";

    /// <summary>Counts the versions without an end.</summary>
    public string Count => $"SELECT {dialect.CountRows} FROM {dialect.Quote(target)} WHERE {IsCurrent}";

    /// <summary>Counts those that would end before they began; null = NULL is behind all.</summary>
    public string? CountBehind =>
        rows.To.Nullable ? null : $"{Count} AND {w.Q(rows.From.Name)} >= {w.Open}";

    /// <summary>Writes it into all of them.</summary>
    public string Write => dialect.Update(target, [(rows.To.Name, w.Open), w.Attempt], $"t.{IsCurrent}");

    private string IsCurrent => $"{w.Q(rows.Current.Name)} = {dialect.Flag(true)}";
}
