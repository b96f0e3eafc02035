using Microsoft.SqlServer.TransactSql.ScriptDom;

namespace Orchestrator.Import.Sql.Statements;

/// <summary>The parser of T-SQL, of the newest version that there is, which takes what older ones take.</summary>
internal static class SqlParser
{
    /// <summary>The statements of a batch; what is wrong comes beside them.</summary>
    public static IEnumerable<TSqlStatement> Statements(string text, out IList<ParseError> errors)
    {
        try
        {
            using var reader = new StringReader(text);
            return Parser().Parse(reader, out errors) is TSqlScript script
                ? script.Batches.SelectMany(batch => batch.Statements) : [];
        }
        catch (Exception fault) when (IsItsOwn(fault))
        {
            errors = [new ParseError(0, 0, 1, 1, "the parser gave it up")];
            return [];
        }
    }

    /// <summary>A value; null where the text is none.</summary>
    public static ScalarExpression? Value(string text)
    {
        try
        {
            using var reader = new StringReader(text);
            var value = Parser().ParseExpression(reader, out var errors);
            return errors.Count == 0 ? value : null;
        }
        catch (Exception fault) when (IsItsOwn(fault))
        {
            return null;
        }
    }

    // A mistake of the parser's is one of a single batch to who has a thousand of them.
    private static bool IsItsOwn(Exception fault) => fault is ArgumentException or InvalidOperationException
        or NullReferenceException or IndexOutOfRangeException or FormatException or OverflowException;

    private static TSql170Parser Parser() => new(initialQuotedIdentifiers: true);
}
