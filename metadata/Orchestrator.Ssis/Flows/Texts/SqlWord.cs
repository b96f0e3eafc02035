namespace Orchestrator.Ssis.Flows.Texts;

/// <summary>A word or sign of a statement that stands in no literal and no comment.</summary>
/// <param name="Text">In capitals; of a sign the sign. A name in brackets or quotes is one word, as written.</param>
/// <param name="At">Where it begins.</param>
/// <param name="Depth">The parentheses around it.</param>
internal readonly record struct SqlWord(string Text, int At, int Depth)
{
    public int End => At + Text.Length;

    public bool Is(string word) => Depth == 0 && Text == word;
}
