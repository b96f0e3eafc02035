using System.Text;
using Microsoft.SqlServer.TransactSql.ScriptDom;

namespace Orchestrator.Import.Sql.Statements;

/// <summary>Pieces of a script as they stand there.</summary>
internal static class FragmentText
{
    /// <summary>The text of a piece with one blank for blanks and comments; texts keep their own.</summary>
    public static string Of(TSqlFragment piece)
    {
        var text = new StringBuilder();
        var isApart = false;
        for (var i = Math.Max(0, piece.FirstTokenIndex); i <= piece.LastTokenIndex; i++)
        {
            var token = piece.ScriptTokenStream[i];
            if (token.TokenType is TSqlTokenType.WhiteSpace or TSqlTokenType.SingleLineComment
                or TSqlTokenType.MultilineComment)
            {
                isApart = text.Length > 0;
                continue;
            }

            text.Append(isApart ? " " : "").Append(token.Text);
            isApart = false;
        }

        return text.ToString();
    }
}
