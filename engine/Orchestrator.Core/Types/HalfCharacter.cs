namespace Orchestrator.Core.Types;

/// <summary>Half of a character: text in UTF-16 may hold it, and nothing in UTF-8 can.</summary>
public static class HalfCharacter
{
    /// <summary>Whether a text holds one.</summary>
    public static bool IsIn(string text)
    {
        for (var i = 0; i < text.Length; i++)
        {
            if (char.IsHighSurrogate(text[i]) && i + 1 < text.Length && char.IsLowSurrogate(text[i + 1]))
            {
                i++;
            }
            else if (char.IsSurrogate(text[i]))
            {
                return true;
            }
        }

        return false;
    }

    /// <summary>The beginning of a longer text: so many chars, or one less where the last would be half of a
    /// character.</summary>
    public static string Cut(string text, int length) =>
        text[..(char.IsHighSurrogate(text[length - 1]) ? length - 1 : length)];
}
