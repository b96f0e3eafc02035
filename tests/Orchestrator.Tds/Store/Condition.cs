using System.Globalization;
using System.Text.RegularExpressions;

namespace Orchestrator.Tds;

/// <summary>The condition of a WHERE over one table: comparisons and IN, with AND, OR and parentheses.</summary>
internal sealed partial class Condition
{
    private readonly string[] _words;
    private readonly StoredTable _table;
    private readonly Func<string, object?> _parameter;
    private int _place;

    private Condition(string text, StoredTable table, Func<string, object?> parameter)
    {
        _words = [.. Word().Matches(text).Select(match => match.Value)];
        (_table, _parameter) = (table, parameter);
    }

    /// <summary>Reads it; an empty text holds for every row.</summary>
    public static Func<object?[], bool> Of(string text, StoredTable table, Func<string, object?> parameter) =>
        text.Length == 0 ? _ => true : new Condition(text, table, parameter).Either();

    /// <summary>The value of a parameter or a constant.</summary>
    public static object? ValueOf(string word, Func<string, object?> parameter) => word[0] switch
    {
        '@' => parameter(word),
        '\'' => word[1..^1],
        'N' => word[2..^1],
        _ => long.Parse(word, CultureInfo.InvariantCulture),
    };

    /// <summary>How two values compare, text by its characters but not their case; null where one of them is.</summary>
    public static int? Compare(object? left, object? right) => (left, right) switch
    {
        (null, _) or (_, null) => null,
        (string one, string other) => StringComparer.OrdinalIgnoreCase.Compare(one, other),
        _ => Convert.ToDecimal(left, CultureInfo.InvariantCulture)
            .CompareTo(Convert.ToDecimal(right, CultureInfo.InvariantCulture)),
    };

    private Func<object?[], bool> Either()
    {
        var holds = Both();
        while (Take("OR"))
        {
            var (left, right) = (holds, Both());
            holds = row => left(row) || right(row);
        }

        return holds;
    }

    private Func<object?[], bool> Both()
    {
        var holds = One();
        while (Take("AND"))
        {
            var (left, right) = (holds, One());
            holds = row => left(row) && right(row);
        }

        return holds;
    }

    private Func<object?[], bool> One()
    {
        if (Take("("))
        {
            var inner = Either();
            Take(")");
            return inner;
        }

        var left = Operand();
        var comparison = _words[_place++];
        if (comparison == "IN")
        {
            var among = new List<Func<object?[], object?>>();
            for (Take("("); !Take(")"); Take(","))
            {
                among.Add(Operand());
            }

            return row => among.Exists(each => Compare(left(row), each(row)) == 0);
        }

        var right = Operand();
        return row => Compare(left(row), right(row)) is { } order && Holds(comparison, order);
    }

    private static bool Holds(string comparison, int order) => comparison switch
    {
        "=" => order == 0,
        "<>" => order != 0,
        "<" => order < 0,
        "<=" => order <= 0,
        ">" => order > 0,
        ">=" => order >= 0,
        _ => throw new RefusedException(102, $"Incorrect syntax near '{comparison}'."),
    };

    private Func<object?[], object?> Operand()
    {
        var word = _words[_place++];
        if (word[0] is '@' or '\'' or '-' || char.IsDigit(word[0]) || word.StartsWith("N'", StringComparison.Ordinal))
        {
            var value = ValueOf(word, _parameter);
            return _ => value;
        }

        var column = _table.Place(Name.Plain(word));
        return row => row[column];
    }

    private bool Take(string word)
    {
        var isNext = _place < _words.Length && _words[_place].Equals(word, StringComparison.OrdinalIgnoreCase);
        _place += isNext ? 1 : 0;
        return isNext;
    }

    [GeneratedRegex(@"\[[^\]]*\]|@\w+|N?'[^']*'|-?\d+|<>|<=|>=|[=<>(),]|\w+")]
    private static partial Regex Word();
}
