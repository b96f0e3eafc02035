using System.Globalization;
using System.Text;

namespace Orchestrator.Metadata.Tests;

/// <summary>Makes control and direction characters visible, so that text from files cannot steer a terminal.</summary>
internal static class VisibleText
{
    public static string Of(string text)
    {
        if (!text.Any(IsHidden))
        {
            return text;
        }

        var shown = new StringBuilder(text.Length + 16);
        foreach (var character in text)
        {
            if (character == '\t')
            {
                shown.Append(' ');
            }
            else if (IsHidden(character))
            {
                shown.Append($"\\u{(int)character:x4}");
            }
            else
            {
                shown.Append(character);
            }
        }

        return shown.ToString();
    }

    public static bool IsHidden(char character) => char.IsControl(character)
        || CharUnicodeInfo.GetUnicodeCategory(character) is UnicodeCategory.Format or UnicodeCategory.LineSeparator
            or UnicodeCategory.ParagraphSeparator;
}
