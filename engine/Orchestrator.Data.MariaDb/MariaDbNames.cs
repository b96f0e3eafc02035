namespace Orchestrator.Data.MariaDb;

/// <summary>The quoted names in a statement.</summary>
internal static class MariaDbNames
{
    private const char Quote = '`';

    /// <summary>The names in order, as they are without quotes; none of strings and comments.</summary>
    public static IEnumerable<string> In(string sql)
    {
        for (var place = 0; place < sql.Length;)
        {
            var length = MariaDbToken.Length(sql, place);
            if (sql[place] == Quote)
            {
                yield return Bare(sql.Substring(place, length));
            }

            place += length;
        }
    }

    /// <summary>A name as it is without quotes, if it has some.</summary>
    public static string Bare(string written) => written.Length > 0 && written[0] == Quote
        ? written.Substring(1, Math.Max(0, written.Length - 2)).Replace("``", "`", StringComparison.Ordinal)
        : written;
}
