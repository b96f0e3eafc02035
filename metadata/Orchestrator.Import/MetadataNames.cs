using System.Globalization;
using System.Text;
using Orchestrator.Data;

namespace Orchestrator.Import;

/// <summary>Which names of a database the metadata can say.</summary>
internal static class MetadataNames
{
    private const int NameMax = 128;

    /// <summary>Why a name cannot stand in an object, as the end of a sentence; null where it can.</summary>
    public static string? Refusal(string name) =>
        name.Length > 0 && name.Trim() != name ? "it begins or ends with a blank" : ColumnRefusal(name);

    /// <summary>The same of a column, which may have blanks around its name.</summary>
    public static string? ColumnRefusal(string name) =>
        name.Length is 0 or > NameMax ? $"it has {name.Length} characters, and 1 to {NameMax} are taken"
        : name.Any(char.IsControl) ? "it holds a control character"
        : name.Trim().Length == 0 ? "it is nothing but blanks"
        : name.Contains("${", StringComparison.Ordinal) ? "it holds '${', which would be taken for a variable"
        : name.EnumerateRunes().Any(rune => rune == Rune.ReplacementChar) ? "it is no valid Unicode text"
        : null;

    /// <summary>
    /// What columns are called in the target, in their order: as in the source, with a number where the target or the
    /// metadata take the name for another one's.
    /// </summary>
    public static IReadOnlyList<string> InTarget(IReadOnlyList<string> names, Dialect target)
    {
        var isExact = target.Fold("a") != target.Fold("A");
        var taken = new HashSet<string>(isExact ? StringComparer.Ordinal : StringComparer.OrdinalIgnoreCase);
        var own = names.ToHashSet(StringComparer.OrdinalIgnoreCase);
        return [.. names.Select(name => taken.Add(name) ? name : Enumerable.Range(2, int.MaxValue - 2)
            .Select(number => string.Create(CultureInfo.InvariantCulture, $"{name}_{number}"))
            .First(free => !own.Contains(free) && taken.Add(free)))];
    }
}
