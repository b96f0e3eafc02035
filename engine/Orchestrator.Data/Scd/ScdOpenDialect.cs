namespace Orchestrator.Data.Scd;

/// <summary>
/// Statements that bring versions without an end to what the metadata says that these hold. Text only; parameters are
/// @open and @attempt.
/// </summary>
/// <param name="dialect">How the platform writes.</param>
/// <param name="rows">Its columns.</param>
public sealed class ScdOpenDialect(Dialect dialect, TableName target, VersionedRows rows)
{
    private readonly ScdWords _w = new(dialect, rows);

    /// <summary>Counts the versions without an end that hold another one.</summary>
    public string Count => $"SELECT {dialect.CountRows} FROM {dialect.Quote(target)} AS t WHERE {IsOther}";

    /// <summary>Counts those that would end before they began; null = NULL is behind all.</summary>
    public string? CountBehind =>
        rows.To.Nullable ? null : $"{Count} AND {_w.C("t", rows.From.Name)} >= {_w.Open}";

    /// <summary>Writes it into them.</summary>
    public string Write => dialect.Update(target, [(rows.To.Name, _w.Open), _w.Attempt], IsOther);

    private string IsOther => $"{_w.C("t", rows.Current.Name)} = {dialect.Flag(true)} AND "
        + (rows.To.Nullable ? $"{_w.C("t", rows.To.Name)} IS NOT NULL"
            : $"({_w.C("t", rows.To.Name)} <> {_w.Open} OR {_w.C("t", rows.To.Name)} IS NULL)");
}
