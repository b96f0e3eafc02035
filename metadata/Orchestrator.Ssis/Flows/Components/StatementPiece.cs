using Orchestrator.Ssis.Expressions.Syntax;
using Orchestrator.Ssis.Model;

namespace Orchestrator.Ssis.Flows.Components;

/// <summary>A piece of a statement that an expression puts together.</summary>
/// <param name="Text">A text as it stands in the statement; empty of a value.</param>
/// <param name="Value">The value; null of a text.</param>
internal sealed record StatementPiece(string Text, SsisNode? Value = null)
{
    /// <summary>Our name of the variable or parameter that the value is; empty where it is reckoned.</summary>
    public string Name { get; init; } = "";

    /// <summary>The variable, where the value is one.</summary>
    public SsisVariable? Variable { get; init; }

    /// <summary>The same pieces, with one text for those that stand beside one another.</summary>
    public static List<StatementPiece> Joined(IEnumerable<StatementPiece> pieces)
    {
        List<StatementPiece> joined = [];
        foreach (var piece in pieces)
        {
            if (piece.Value is null && joined is [.., { Value: null } last])
            {
                joined[^1] = last with { Text = last.Text + piece.Text };
            }
            else
            {
                joined.Add(piece);
            }
        }

        return joined;
    }
}
