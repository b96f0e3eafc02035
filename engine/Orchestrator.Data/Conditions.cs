namespace Orchestrator.Data;

/// <summary>
/// Conditions as one. Many are joined in halves: a parser has them stand one within the other, and SQLite reads no
/// more than 1,000 so.
/// </summary>
public static class Conditions
{
    /// <summary>So many stand side by side.</summary>
    public const int FlatMax = 100;

    /// <summary>That all of them are met.</summary>
    public static string All(IEnumerable<string> conditions) => Join([.. conditions], " AND ");

    /// <summary>That one of them is met.</summary>
    public static string Any(IEnumerable<string> conditions) => Join([.. conditions], " OR ");

    private static string Join(string[] conditions, string word)
    {
        var half = conditions.Length / 2;
        return conditions.Length <= FlatMax ? string.Join(word, conditions)
            : $"({Join(conditions[..half], word)}){word}({Join(conditions[half..], word)})";
    }
}
