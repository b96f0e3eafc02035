namespace Orchestrator.Ssis.Scripts.Code;

/// <summary>The smallest part of a text in C# that means something.</summary>
/// <param name="Kind">What it is.</param>
/// <param name="Text">What it means.</param>
/// <param name="Line">Where it begins, from 1 on.</param>
internal readonly record struct CSharpToken(CSharpTokenKind Kind, string Text, int Line)
{
    public bool Is(string sign) => Kind == CSharpTokenKind.Sign && Text == sign;

    public bool IsWord(string word) => Kind == CSharpTokenKind.Word && Text == word;
}
