using System.Text.RegularExpressions;

namespace Orchestrator.Tds;

/// <summary>Lists as they stand in a statement.</summary>
internal static partial class StoredNames
{
    /// <summary>The names in brackets.</summary>
    public static string[] Of(string list) =>
        [.. Bracketed().Matches(list).Select(match => match.Groups[1].Value.Replace("]]", "]"))];

    /// <summary>Schema and name in brackets, however they are written.</summary>
    public static string Quoted(string name) => name.StartsWith('[') && name.Contains("].[", StringComparison.Ordinal)
        ? name
        : $"[{string.Join("].[", Name.Full(name).Split('.'))}]";

    /// <summary>The schema of a quoted name, quoted.</summary>
    public static string First(string name) => name[..(name.IndexOf("].[", StringComparison.Ordinal) + 1)];

    /// <summary>The name without its schema, quoted.</summary>
    public static string Last(string name) => name[(name.IndexOf("].[", StringComparison.Ordinal) + 2)..];

    /// <summary>The parts between the commas that stand in no parentheses.</summary>
    public static IEnumerable<string> Parts(string list) => Comma().Split(list).Select(part => part.Trim());

    [GeneratedRegex(@"\[((?:[^\]]|\]\])*)\]")]
    private static partial Regex Bracketed();

    [GeneratedRegex(@",(?![^(\[]*[)\]])")]
    private static partial Regex Comma();
}
