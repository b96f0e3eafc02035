namespace Orchestrator.Data.Files;

/// <summary>Texts of a file without quotes, none of which is a word that would read back as NULL.</summary>
/// <param name="inner">What else it keeps.</param>
/// <param name="words">The words.</param>
/// <param name="isTrimmed">Whether blanks at the end are not written.</param>
internal sealed class NullTexts(TextRule inner, byte[][] words, bool isTrimmed) : TextRule
{
    public override string Refused => $"{inner.Refused}, and no text is one of the words for NULL (`nulls`)";

    public override bool Keeps(ReadOnlySpan<byte> text) => inner.Keeps(text) && !IsWord(text);

    public override byte[] Repaired(ReadOnlySpan<byte> text) =>
        inner.Repaired(text) is var repaired && IsWord(repaired) ? "\uFFFD"u8.ToArray() : repaired;

    private bool IsWord(ReadOnlySpan<byte> text) => NullWords.Has(words, isTrimmed ? text.TrimEnd((byte)' ') : text);
}
