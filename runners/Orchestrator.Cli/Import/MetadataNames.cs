using System.Text;

namespace Orchestrator.Cli.Import;

/// <summary>Which names of a database the metadata can say.</summary>
internal static class MetadataNames
{
    private const int NameMax = 128;

    /// <summary>Why a name cannot stand in an object, as the end of a sentence; null where it can.</summary>
    public static string? Refusal(string name) =>
        name.Length is 0 or > NameMax ? $"it has {name.Length} characters, and 1 to {NameMax} are taken"
        : name.Any(char.IsControl) ? "it holds a control character"
        : name.Trim() != name ? "it begins or ends with a blank"
        : name.Contains("${", StringComparison.Ordinal) ? "it holds '${', which would be taken for a variable"
        : name.EnumerateRunes().Any(rune => rune == Rune.ReplacementChar) ? "it is no valid Unicode text"
        : null;

    /// <summary>The first name that differs from an earlier one only in case, which no object may have; null where none
    /// does.</summary>
    public static string? FirstDuplicate(IEnumerable<string> names)
    {
        var seen = new HashSet<string>(StringComparer.OrdinalIgnoreCase);
        return names.FirstOrDefault(name => !seen.Add(name));
    }
}
