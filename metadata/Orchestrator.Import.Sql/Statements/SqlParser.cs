using Microsoft.SqlServer.TransactSql.ScriptDom;

namespace Orchestrator.Import.Sql.Statements;

/// <summary>The parser of T-SQL, of the newest version that there is, which takes what older ones take.</summary>
internal static class SqlParser
{
    /// <summary>The statements of a batch; what is wrong comes beside them.</summary>
    public static IEnumerable<TSqlStatement> Statements(string text, out IList<ParseError> errors)
    {
        using var reader = new StringReader(text);
        return Parser().Parse(reader, out errors) is TSqlScript script
            ? script.Batches.SelectMany(batch => batch.Statements) : [];
    }

    /// <summary>A value; null where the text is none.</summary>
    public static ScalarExpression? Value(string text)
    {
        using var reader = new StringReader(text);
        var value = Parser().ParseExpression(reader, out var errors);
        return errors.Count == 0 ? value : null;
    }

    private static TSql170Parser Parser() => new(initialQuotedIdentifiers: true);
}
