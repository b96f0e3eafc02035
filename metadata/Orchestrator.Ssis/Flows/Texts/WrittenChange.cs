using System.Text.RegularExpressions;

namespace Orchestrator.Ssis.Flows.Texts;

/// <summary>An UPDATE or DELETE of rows of one table.</summary>
/// <param name="Table">As written.</param>
/// <param name="Changes">Behind SET; empty of DELETE.</param>
/// <param name="Condition">Behind WHERE.</param>
internal sealed partial record WrittenChange(string Table, string Changes, string Condition)
{
    /// <summary>The statement; null of any other, and of one that reads another table, too.</summary>
    public static WrittenChange? Of(string written)
    {
        var words = SqlWords.Of(written);
        var first = words.Count > 0 ? words[0].Text : "";
        var own = words.Where(each => each.Depth == 0).ToList();
        var where = own.FindIndex(each => each.Text == "WHERE");
        if (where < 0 || own.Exists(each => each.Text is ";" or "JOIN" or "OUTPUT" or "RETURNING")
            || own.Skip(1).Any(each => each.Text is "UPDATE" or "DELETE" or "INSERT" or "EXEC" or "SELECT"))
        {
            return null;
        }

        var condition = written[own[where].End..].Trim();
        var isAlone = own.FindAll(each => each.Text == "FROM").Count == (first == "DELETE" ? 1 : 0);
        var set = own.FindIndex(each => each.Text == "SET");
        return first switch
        {
            "UPDATE" when isAlone && set > 0 && set < where => Named(
                written[own[0].End..own[set].At], written[own[set].End..own[where].At].Trim(), condition),
            "DELETE" when isAlone && own[1].Text == "FROM" =>
                Named(written[own[1].End..own[where].At], "", condition),
            _ => null,
        };
    }

    /// <summary>The columns that take a parameter each and nothing else, in the order of the parameters; null where
    /// more is computed.</summary>
    public IReadOnlyList<string>? Columns => NamesOf(Changes, Assignments());

    /// <summary>The columns that are compared with a parameter each; null where more is asked.</summary>
    public IReadOnlyList<string>? Keys => NamesOf(Condition, Comparisons());

    /// <summary>Whether it does the same for all rows at once as for one behind another, whichever comes last: it reads
    /// no column that it sets, removes no row by others of its table, and calls nothing that may see what the rows
    /// before it have done.</summary>
    public bool IsSameAtOnce
    {
        get
        {
            HashSet<string> assigned = new(StringComparer.OrdinalIgnoreCase);
            List<SqlWord> read = [.. SqlWords.Of(Condition)];
            if (WrittenEach.DiffersByRow(read) || WrittenEach.DiffersByRow(SqlWords.Of(Changes))
                || (Changes.Length == 0 && AsksItsTable(read)))
            {
                return false;
            }

            foreach (var piece in Pieces(Changes))
            {
                var equals = piece.FindIndex(each => each.Is("="));
                if (equals is not (1 or 3) || (equals == 3 && piece[1].Text != "."))
                {
                    return false;
                }

                assigned.Add(Bare(piece[equals - 1].Text));
                read.AddRange(piece.Skip(equals + 1));
            }

            return !read.Exists(each => assigned.Contains(Bare(each.Text)));
        }
    }

    // As a table, and not as the table of a column.
    private bool AsksItsTable(List<SqlWord> words)
    {
        var table = WrittenTable.PartsOf(Table)[^1];
        return words.Exists(each => each.Text == "SELECT") && words.Index().Any(each =>
            Bare(each.Item.Text).Equals(table, StringComparison.OrdinalIgnoreCase)
                && (each.Index + 1 == words.Count || words[each.Index + 1].Text != "."));
    }

    private static string Bare(string word) => WrittenTable.PartsOf(word) is [var name] ? name : word;

    // What stands between commas that are in no brackets.
    private static IEnumerable<List<SqlWord>> Pieces(string text)
    {
        List<SqlWord> piece = [];
        foreach (var word in SqlWords.Of(text))
        {
            if (word.Is(","))
            {
                yield return piece;
                piece = [];
                continue;
            }

            piece.Add(word);
        }

        if (piece.Count > 0)
        {
            yield return piece;
        }
    }

    private static IReadOnlyList<string>? NamesOf(string text, Regex form) =>
        WrittenText.IsShort(text) && form.Match(text) is { Success: true } match
            ? [.. match.Groups["column"].Captures.Select(each => WrittenTable.PartsOf(each.Value)[^1])] : null;

    private static WrittenChange? Named(string table, string changes, string condition)
    {
        var parts = WrittenTable.PartsOf(table);
        var isOneWord = parts.All(each => !each.Contains(' ', StringComparison.Ordinal)
            || table.Contains('[', StringComparison.Ordinal));
        return parts.Count is >= 1 and <= 3 && isOneWord ? new(table.Trim(), changes, condition) : null;
    }

    [GeneratedRegex(@"^(?:\s*(?<column>\[[^\]]+\]|\w+)\s*=\s*\?\s*(?:,|$))+$", RegexOptions.Singleline)]
    private static partial Regex Assignments();

    [GeneratedRegex(@"^(?:\s*\(?\s*(?<column>\[[^\]]+\]|\w+)\s*=\s*\?\s*\)?\s*(?:\bAND\b|$))+$",
        RegexOptions.IgnoreCase | RegexOptions.Singleline)]
    private static partial Regex Comparisons();
}
