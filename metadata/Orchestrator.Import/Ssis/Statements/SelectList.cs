namespace Orchestrator.Import.Ssis.Statements;

/// <summary>The columns of what the last query of a statement returns, as far as its text says them.</summary>
internal static class SelectList
{
    private static readonly string[] Ends =
    [
        "FROM", "WHERE", "INTO", "GROUP", "HAVING", "ORDER", "UNION", "EXCEPT", "INTERSECT", "OPTION", "FOR", "SELECT",
        "INSERT", "UPDATE", "DELETE", "EXEC", "EXECUTE", "DECLARE", "SET", "IF", "BEGIN", "GO", "WITH", "RETURN",
        "VALUES", "DEFAULT",
    ];

    private static readonly string[] Parts = ["UNION", "EXCEPT", "INTERSECT"];

    /// <summary>The columns; null = they cannot be told from the text.</summary>
    public static List<SelectedColumn>? Of(string text)
    {
        var tokens = StatementTokens.Of(text);
        if ((First(tokens) ?? OutputRows.Begin(tokens)) is not { } begin || IsOneOfMany(tokens, begin))
        {
            return null;
        }

        var at = begin + 1;
        at += At(tokens, at).Is("DISTINCT") || At(tokens, at).Is("ALL") ? 1 : 0;
        at = BehindTop(tokens, at);
        var depth = tokens[begin].Depth;
        var columns = new List<SelectedColumn>();
        var from = at;
        for (; at <= tokens.Count; at++)
        {
            var isEnd = at == tokens.Count || tokens[at].Depth < depth
                || (tokens[at].Depth == depth && (tokens[at].IsSign(';') || Ends.Any(tokens[at].Is)));
            if (isEnd || (tokens[at].Depth == depth && tokens[at].IsSign(',')))
            {
                if (at == from)
                {
                    return null;
                }

                columns.Add(Column(tokens, from, at));
                from = at + 1;
            }

            if (isEnd)
            {
                // What goes into a table is returned to nobody.
                if (tokens[begin].Is("OUTPUT") && At(tokens, at).Is("INTO"))
                {
                    return null;
                }

                break;
            }
        }

        return columns;
    }

    /// <summary>
    /// The statement with these names for its first columns, `AS` them where they are called otherwise; null = it
    /// cannot be done.
    /// </summary>
    public static string? Named(string text, IReadOnlyDictionary<int, string> names)
    {
        if (Of(text) is not { } columns || columns.Any(column => column.IsStar)
            || names.Keys.Any(place => place < 0 || place >= columns.Count))
        {
            return null;
        }

        var (made, end) = (text, columns[^1].End);
        foreach (var (place, name) in names.OrderByDescending(each => columns[each.Key].Start))
        {
            var column = columns[place];
            if (column.Name == name)
            {
                continue;
            }

            if (column.ValueEnd != column.End || column.ValueStart != column.Start)
            {
                if (OrderNames.Changed(made, end, column.Name, name) is not { } ordered)
                {
                    return null;
                }

                made = ordered;
            }

            var value = made[column.ValueStart..column.ValueEnd].TrimEnd();
            var named = $"{made[..column.Start]}{value} AS [{name}]{made[column.End..]}";
            end += named.Length - made.Length;
            made = named;
        }

        return made;
    }

    // Of several queries of which one is asked nobody knows which.
    private static bool IsOneOfMany(IReadOnlyList<SqlToken> tokens, int begin) =>
        DecidedStatements.AreIn(tokens) && (DecidedStatements.Has(tokens, begin)
            || Enumerable.Range(0, begin).Any(at => tokens[at].Depth == 0 && tokens[at].Is("SELECT")
                && !IsPart(tokens, at) && !IsAssignment(tokens, at)));

    // Of the last statement the first query, which names the columns of all that it is joined with.
    private static int? First(IReadOnlyList<SqlToken> tokens)
    {
        int? found = null;
        for (var at = 0; at < tokens.Count; at++)
        {
            if (tokens[at].Depth > 0)
            {
                continue;
            }

            if (tokens[at].Is("SELECT") && !IsPart(tokens, at))
            {
                found = at;
            }
            else if (tokens[at].Is("EXEC") || tokens[at].Is("EXECUTE"))
            {
                found = null;
            }
        }

        // What sets variables or makes a table returns nothing.
        return found is { } at0 && IsAssignment(tokens, at0) ? null : found;
    }

    private static bool IsPart(IReadOnlyList<SqlToken> tokens, int at)
    {
        var before = at > 0 && tokens[at - 1].Is("ALL") ? at - 2 : at - 1;
        return before >= 0 && Parts.Any(tokens[before].Is);
    }

    private static bool IsAssignment(IReadOnlyList<SqlToken> tokens, int select) =>
        At(tokens, select + 1).Kind == SqlTokenKind.Parameter && At(tokens, select + 2).IsSign('=')
        || (select > 0 && tokens.Take(select).Any(token => token.Is("INSERT"))
            && !tokens.Take(select).Reverse().TakeWhile(token => !token.Is("INSERT")).Any(token => token.IsSign(';')
                || token.Is("VALUES") || token.Is("SELECT") || token.Is("GO")));

    private static int BehindTop(IReadOnlyList<SqlToken> tokens, int at)
    {
        if (!At(tokens, at).Is("TOP"))
        {
            return at;
        }

        at++;
        if (At(tokens, at).IsSign('('))
        {
            var depth = tokens[at].Depth;
            at++;
            while (at < tokens.Count && tokens[at].Depth > depth)
            {
                at++;
            }
        }

        at++;
        return At(tokens, at).Is("PERCENT") ? at + 1 : at;
    }

    private static SelectedColumn Column(IReadOnlyList<SqlToken> tokens, int from, int to)
    {
        var last = tokens[to - 1];
        var (start, end) = (tokens[from].Start, last.End);
        var isStar = last.IsSign('*') && (to - from == 1 || tokens[to - 2].IsSign('.'));

        // `Name = value`, as T-SQL allows.
        if (to - from > 2 && tokens[from].IsName && tokens[from + 1].IsSign('='))
        {
            return new(tokens[from].Name, start, end, end, IsStar: false) { ValueStart = tokens[from + 2].Start };
        }

        if (to - from == 1)
        {
            return new(last.IsName ? last.Name : "", start, end, end, isStar);
        }

        var before = tokens[to - 2];
        if (!last.IsName || last.Is("END") || last.Is("NULL"))
        {
            return new("", start, end, end, isStar);
        }

        // Behind a dot it is the column's own name; behind a value it is the one that it is given.
        return before.IsSign('.') ? new(last.Name, start, end, end, isStar)
            : before.Is("AS") ? new(last.Name, start, end, tokens[to - 3].End, isStar)
            : before.Kind == SqlTokenKind.Sign && !before.IsSign(')') ? new("", start, end, end, isStar)
            : new(last.Name, start, end, before.End, isStar);
    }

    private static SqlToken At(IReadOnlyList<SqlToken> tokens, int at) => at < tokens.Count ? tokens[at] : default;
}
