namespace Orchestrator.Data.MariaDb;

/// <summary>A temporary table that a statement makes.</summary>
/// <param name="Database">Its database as the statement names it; null = that of the connection.</param>
internal sealed record MariaDbTemporaryTable(string? Database, string Name)
{
    // CREATE OR REPLACE TEMPORARY TABLE IF NOT EXISTS database.name, and what the server runs of comments.
    private const int PiecesMax = 24;

    private static readonly HashSet<string> FrameOfRun = ["/", "*", "!"];

    /// <summary>Whether it has a name that only tables of the engine's own have.</summary>
    public bool IsNamedAsOwn => Name.StartsWith(Dialect.OwnPrefix, StringComparison.OrdinalIgnoreCase);

    /// <summary>The one that a statement makes; null = it makes none.</summary>
    public static MariaDbTemporaryTable? In(string sql)
    {
        var pieces = Pieces(sql).Take(PiecesMax).ToList();
        var table = pieces.FindIndex(piece => Is(piece, "TABLE"));
        if (table < 2 || !Is(pieces[0], "CREATE") || !pieces.Take(table).Any(piece => Is(piece, "TEMPORARY")))
        {
            return null;
        }

        var name = table + 1;
        if (name < pieces.Count && Is(pieces[name], "IF"))
        {
            name += 3;
        }

        if (name >= pieces.Count)
        {
            return null;
        }

        return name + 2 < pieces.Count && pieces[name + 1] == "."
            ? new MariaDbTemporaryTable(MariaDbNames.Bare(pieces[name]), MariaDbNames.Bare(pieces[name + 2]))
            : new MariaDbTemporaryTable(null, MariaDbNames.Bare(pieces[name]));
    }

    /// <summary>Whether it is in the database of a connection.</summary>
    public bool IsIn(string database) =>
        Database is null || string.Equals(Database, database, StringComparison.OrdinalIgnoreCase);

    private static IEnumerable<string> Pieces(string sql)
    {
        for (var place = 0; place < sql.Length;)
        {
            var length = MariaDbToken.Length(sql, place);
            var piece = sql.Substring(place, length);
            if (MariaDbToken.CommentLength(sql, place) == 0 && !string.IsNullOrWhiteSpace(piece)
                && !FrameOfRun.Contains(piece))
            {
                yield return piece;
            }

            place += length;
        }
    }

    private static bool Is(string piece, string word) => string.Equals(piece, word, StringComparison.OrdinalIgnoreCase);
}
