using Orchestrator.Ssis.Expressions;
using Orchestrator.Ssis.Expressions.Generation;
using Orchestrator.Ssis.Expressions.Syntax;
using Orchestrator.Ssis.Expressions.Types;
using Orchestrator.Ssis.Flows.Dialects;
using Orchestrator.Ssis.Flows.Sets;
using Orchestrator.Ssis.Flows.Texts;
using Orchestrator.Ssis.Flows.Types;
using Orchestrator.Ssis.Flows.Work;

namespace Orchestrator.Ssis.Flows.Components;

/// <summary>
/// The values of a statement that an expression puts together. Where it puts one between quotes, or a number into the
/// text, it becomes a parameter, or SQL that reckons the same; where a name into brackets, a name. Everything else is
/// text that only a run knows.
/// </summary>
internal sealed class StatementValues(FlowWork work, string expression, SsisSqlDialect? dialect)
{
    // What takes a literal as it is written, and nothing that is reckoned.
    private static readonly string[] OfLiterals = ["OPENQUERY", "OPENROWSET", "OPENDATASOURCE"];

    private static readonly string[] Calls = ["EXEC", "EXECUTE", "CALL"];

    // What else a statement, or a part of one, begins with.
    private static readonly string[] Begins =
        ["SELECT", "INSERT", "UPDATE", "DELETE", "MERGE", "SET", "IF", "DECLARE", "WHERE", "VALUES"];

    /// <summary>The statement of its pieces, of which no two texts stand beside one another.</summary>
    public string Of(List<StatementPiece> pieces)
    {
        var text = "";
        for (var at = 0; at < pieces.Count; at++)
        {
            if (pieces[at].Value is null)
            {
                text += pieces[at].Text;
                continue;
            }

            var open = WrittenLiterals.Open(text);
            if (open >= 0)
            {
                text = Quoted(text, open, pieces, ref at);
                continue;
            }

            var next = at + 1 < pieces.Count ? pieces[at + 1] : new("");
            if (text.EndsWith('[') && next.Text.StartsWith(']') && pieces[at].Name.Length > 0)
            {
                text = text[..^1] + $"${{name:{pieces[at].Name}}}";
                pieces[at + 1] = next with { Text = next.Text[1..] };
                continue;
            }

            text += next.Value is null && IsApart(text, next.Text) && Number(pieces[at], text) is { } number
                ? number : throw NoValue(pieces[at]);
        }

        return text;
    }

    // All of a literal, up to the quote that ends it.
    private string Quoted(string before, int open, List<StatementPiece> pieces, ref int at)
    {
        var first = at;
        List<string> parts = [];
        Add(parts, before[(open + 1)..]);
        for (; at < pieces.Count; at++)
        {
            if (pieces[at].Value is { } value)
            {
                parts.Add($"({SsisExpression.Print(value)})");
                continue;
            }

            var (text, end) = (pieces[at].Text, WrittenLiterals.End(pieces[at].Text, 0));
            Add(parts, end < 0 ? text : text[..end]);
            if (end >= 0)
            {
                pieces[at] = pieces[at] with { Text = text[(end + 1)..] };
                at--;
                var begin = IsWide(before[..open]) ? before[..(open - 1)] : before[..open];
                return begin + (parts.Count == 1 && pieces[first].Name.Length > 0 && !IsText(pieces[first], begin)
                    ? "@" + pieces[first].Name : Reckoned(begin, parts));
            }
        }

        throw FlowOpenException.MadeStatement("its statement has a text that no quote ends", expression);
    }

    private string Reckoned(string before, List<string> parts)
    {
        var words = SqlWords.Of(before);
        if (dialect is not { } known || words.Count == 0 || IsCall(before)
            || words.Any(each => OfLiterals.Contains(each.Text)))
        {
            throw FlowOpenException.MadeStatement(
                "its statement has a text that an expression makes where it takes none that is reckoned", expression);
        }

        // Others than T-SQL may read such a sign as the begin of an escape.
        if (!TransactSql.Is(known) && parts.Exists(each =>
            each[0] == '"' && each.Contains(@"\\", StringComparison.Ordinal)))
        {
            throw FlowOpenException.MadeStatement("a text of its statement has signs of escapes in it", expression);
        }

        return $"({work.Expressions.OfVariables(string.Join(" + ", parts), known).Sql})";
    }

    // Whether it stands among the arguments of a procedure, which takes no more than a literal or a parameter.
    private static bool IsCall(string before) => SqlWords.Of(before).Select(each => each.Text)
        .LastOrDefault(each => Calls.Contains(each) || Begins.Contains(each)) is { } last && Calls.Contains(last);

    // A number in quotes is compared as a text, where `05` is not `5`; a procedure makes of either what it takes.
    private bool IsText(StatementPiece piece, string before) => dialect is { } known && !IsCall(before)
        && piece.Value is SsisCastNode { Operand: var operand }
        && work.Expressions.OfVariables(SsisExpression.Print(operand), known).Type is var type
        && (type.IsNumber || type.Kind == SsisKind.Bool);

    // Behind TOP stands no parameter without brackets.
    private string? Number(StatementPiece piece, string before)
    {
        if (piece is { Name: { Length: > 0 } name, Variable: { } variable }
            && FlowColumnTypes.Of(variable.Type) is { IsNumber: true })
        {
            return SqlWords.Of(before) is [.., { Text: "TOP" }] ? $"(@{name})" : "@" + name;
        }

        return piece is { Variable: null, Value: SsisCastNode { Type.IsText: true } cast } && dialect is { } known
            && work.Expressions.OfVariables(SsisExpression.Print(cast.Operand), known) is var (type, sql)
            && (type.IsInteger || type.IsExact) ? $"({sql})" : null;
    }

    private FlowOpenException NoValue(StatementPiece piece) => FlowOpenException.MadeStatement(piece.Name.Length > 0
        ? $"the variable {piece.Name} makes a part of the statement that is no value"
        : "its statement is made by an expression that is more than texts and values", expression);

    private static void Add(List<string> parts, string text)
    {
        if (text.Length > 0)
        {
            parts.Add(SsisStringLiteral.Write(text.Replace("''", "'", StringComparison.Ordinal)));
        }
    }

    // What stands beside it makes no name with it, and no longer number.
    private static bool IsApart(string before, string next) =>
        !(before.Length > 0 && IsOfName(before[^1])) && !(next.Length > 0 && IsOfName(next[0]));

    private static bool IsOfName(char sign) =>
        char.IsLetterOrDigit(sign) || sign is '_' or '@' or '#' or '$' or '.' or '[' or ']' or '"' or '`';

    // The N of N'…'.
    private static bool IsWide(string before) => before is [.., 'N' or 'n']
        && (before.Length == 1 || !(char.IsLetterOrDigit(before[^2]) || before[^2] == '_'));
}
