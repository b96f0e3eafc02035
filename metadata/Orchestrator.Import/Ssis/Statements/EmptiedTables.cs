namespace Orchestrator.Import.Ssis.Statements;

/// <summary>A table as a statement names it.</summary>
/// <param name="Schema">Its schema; empty = none is written.</param>
/// <param name="Name">Its name.</param>
internal readonly record struct NamedTable(string Schema, string Name)
{
    /// <summary>The schema that is meant where none is written.</summary>
    public const string Usual = "dbo";

    /// <summary>The same table for whoever compares them.</summary>
    public string Key => $"{(Schema.Length == 0 ? Usual : Schema)}.{Name}".ToUpperInvariant();

    /// <summary>The table of a name that is written with dots and quotes; null = it is none.</summary>
    public static NamedTable? Of(string text) => Read(StatementTokens.Of(text), 0) is { } read
        && read.Next == StatementTokens.Of(text).Count ? read.Table : null;

    /// <summary>The table that is named at a place, and what comes behind; null = none is.</summary>
    public static (NamedTable Table, int Next)? Read(IReadOnlyList<SqlToken> tokens, int at)
    {
        var parts = new List<string>();
        while (at < tokens.Count && tokens[at].IsName)
        {
            parts.Add(tokens[at++].Name);
            if (at >= tokens.Count || !tokens[at].IsSign('.'))
            {
                break;
            }

            at++;
            // `base..table`
            if (at < tokens.Count && tokens[at].IsSign('.'))
            {
                parts.Add("");
                at++;
            }
        }

        return parts.Count is 0 or > 2 ? null
            : (new NamedTable(parts.Count > 1 ? parts[0] : "", parts[^1]), at);
    }
}

/// <summary>The tables that a statement empties, if it does nothing else.</summary>
internal static class EmptiedTables
{
    /// <summary>The tables; null = it does something else, or names none.</summary>
    public static List<NamedTable>? Of(string text)
    {
        var tokens = StatementTokens.Of(text);
        var found = new List<NamedTable>();
        for (var at = 0; at < tokens.Count;)
        {
            if (tokens[at].IsSign(';') || tokens[at].Is("GO"))
            {
                at++;
                continue;
            }

            var name = tokens[at].Is("TRUNCATE") && at + 1 < tokens.Count && tokens[at + 1].Is("TABLE") ? at + 2
                : tokens[at].Is("DELETE") ? at + (at + 1 < tokens.Count && tokens[at + 1].Is("FROM") ? 2 : 1)
                : -1;
            if (name < 0 || NamedTable.Read(tokens, name) is not { } read)
            {
                return null;
            }

            found.Add(read.Table);
            at = read.Next;
        }

        return found.Count > 0 ? found : null;
    }
}
