using System.Text.RegularExpressions;

namespace Orchestrator.Tds;

/// <summary>A batch of SQL without parameters.</summary>
public sealed partial class Batch : Request
{
    internal Batch(Session session, string sql)
        : base(session)
    {
        Sql = sql;
    }

    /// <inheritdoc/>
    public override string Sql { get; }

    /// <summary>The table that the client's bulk copy asks about before it loads; null for any other batch.</summary>
    internal string? AsksAbout =>
        Metadata().Match(OneLine(Sql)) is { Success: true } match
            ? match.Groups[1].Value.Replace("''", "'", StringComparison.Ordinal)
            : null;

    internal bool IsInsertBulk => Sql.StartsWith("insert bulk ", StringComparison.OrdinalIgnoreCase);

    /// <inheritdoc/>
    public override string ToString() => AsksAbout is { } table ? $"metadata of {table}"
        : IsInsertBulk ? OneLine(Sql)
        : $"batch {OneLine(Sql)}";

    /// <summary>It reads the names of the columns first, and then selects them where no row is sent.</summary>
    [GeneratedRegex(
        @"^SELECT @@TRANCOUNT; .+ SET FMTONLY ON; EXEC\(N'SELECT ' \+ @Column_Names \+ N' FROM (.+)'\); "
        + @"SET FMTONLY OFF; EXEC .*sp_tablecollations_100")]
    private static partial Regex Metadata();
}
