using System.Globalization;
using System.Text;
using Orchestrator.Core;

namespace Orchestrator.Packages.Transfer;

/// <summary>
/// Names that a server tells. Whoever runs it may tell anything: what is no name of a file in one folder leads
/// nowhere here.
/// </summary>
internal static class RemoteName
{
    private const int ShownMax = 80;

    /// <summary>Why a file by that name is not taken, as a clause behind its name; null = it may be.</summary>
    public static string? Refusal(string name) =>
        name.Length == 0 ? "is empty"
        : name is "." or ".." || name.AsSpan().IndexOfAny('/', '\\') >= 0 ? "leads to another folder"
        : name.Contains('\uFFFD') ? "is not written in UTF-8"
        : name.Any(IsHidden) ? "holds a line break or another character that nobody sees"
        : OperatingSystem.IsWindows() && PortableName.Refusal(name) is not null ? "is none that a file may have here"
        : null;

    /// <summary>The name as people can read it, whatever is in it.</summary>
    public static string Shown(string name)
    {
        var text = new StringBuilder();
        foreach (var sign in name.Take(ShownMax))
        {
            text.Append(IsHidden(sign)
                ? string.Create(CultureInfo.InvariantCulture, $"\\u{(int)sign:X4}") : sign.ToString());
        }

        return name.Length > ShownMax ? $"{text}…" : $"{text}";
    }

    /// <summary>A path on the server of a folder and what is below it.</summary>
    public static string Join(params string[] parts)
    {
        var path = "";
        foreach (var part in parts.Where(part => part.Length > 0))
        {
            path = path.Length == 0 || path.EndsWith('/') ? path + part : $"{path}/{part}";
        }

        return path;
    }

    // Signs that turn the direction of writing make one name look like another.
    private static bool IsHidden(char sign) => char.GetUnicodeCategory(sign)
        is UnicodeCategory.Control or UnicodeCategory.Format or UnicodeCategory.LineSeparator
        or UnicodeCategory.ParagraphSeparator;
}
