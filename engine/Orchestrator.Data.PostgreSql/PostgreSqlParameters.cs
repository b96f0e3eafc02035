using System.Text;
using System.Text.RegularExpressions;
using Orchestrator.Data.Servers;

namespace Orchestrator.Data.PostgreSql;

/// <summary>Finds the `@name` of given values in a statement and puts something else in their place.</summary>
internal static partial class PostgreSqlParameters
{
    // An @ behind one of these is the end of an operator such as &lt;@.
    private const string OperatorSigns = "+-*/<>=~!@#%^&|`?";

    /// <summary>
    /// The statement with what is given for each of the names, but that a value which is asked for NULL itself becomes
    /// a constant that says so: a parameter has the type of what stands beside it, and beside IS NULL stands nothing.
    /// </summary>
    public static string ReplaceTyped(
        string sql, IReadOnlyList<(string Name, object? Value)> values, Func<int, string> replace) =>
        Replace(sql, values, replace, index => PostgreSqlCommands.Text(values[index].Value) is null ? "NULL" : "''");

    /// <summary>The statement with what <paramref name="replace"/> gives for each of the names.</summary>
    public static string Replace(
        string sql, IReadOnlyList<(string Name, object? Value)> values, Func<int, string> replace) =>
        Replace(sql, values, replace, replace);

    private static string Replace(
        string sql, IReadOnlyList<(string Name, object? Value)> values, Func<int, string> replace,
        Func<int, string> asked)
    {
        if (values.Count == 0)
        {
            return sql;
        }

        var text = new StringBuilder(sql.Length + 16);
        for (var place = 0; place < sql.Length;)
        {
            var length = PostgreSqlToken.Length(sql, place);
            if (sql[place] == '@' && place + 1 < sql.Length && SqlPieces.WordLength(sql, place + 1) is var word
                && word > 0 && (place == 0 || !OperatorSigns.Contains(sql[place - 1], StringComparison.Ordinal))
                && Find(values, sql.AsSpan(place + 1, word)) is var index && index >= 0)
            {
                length = word + 1;
                text.Append(IsAskedForNull(sql, place, length) ? asked(index) : replace(index));
            }
            else
            {
                text.Append(sql, place, length);
            }

            place += length;
        }

        return text.ToString();
    }

    // As an operand of something else it has the type of what stands beside it, and '' may be no value of that.
    private static bool IsAskedForNull(string sql, int place, int length)
    {
        var before = sql.AsSpan(0, place).TrimEnd();
        return IsNull().IsMatch(sql, place + length) && (before.IsEmpty
            || before.EndsWith("*/", StringComparison.Ordinal)
            || !OperatorSigns.Contains(before[^1], StringComparison.Ordinal));
    }

    private static int Find(IReadOnlyList<(string Name, object? Value)> values, ReadOnlySpan<char> name)
    {
        var alike = -1;
        for (var i = 0; i < values.Count; i++)
        {
            var known = values[i].Name.AsSpan().TrimStart('@');
            if (name.SequenceEqual(known))
            {
                return i;
            }

            alike = name.Equals(known, StringComparison.OrdinalIgnoreCase) ? i : alike;
        }

        // @ is an operator, too: of a column of that name it would be the absolute value, and nobody would notice.
        return alike < 0 ? -1 : throw new DataRefusedException("ORC3417", $"The statement names @{name}, and the "
            + $"variable is called @{values[alike].Name.TrimStart('@')}. Correct the name; for the absolute value of a "
            + $"column write abs({name}).");
    }

    [GeneratedRegex(@"\G\s+IS\s+(NOT\s+)?NULL\b", RegexOptions.IgnoreCase | RegexOptions.CultureInvariant)]
    private static partial Regex IsNull();
}
