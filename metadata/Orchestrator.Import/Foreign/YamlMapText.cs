namespace Orchestrator.Import.Foreign;

/// <summary>Pieces of YAML: maps of one line, and lines of a document.</summary>
internal static class YamlMapText
{
    /// <summary>`key: value`; none where there is no value.</summary>
    public static string[] Pair(string key, string? value) =>
        string.IsNullOrEmpty(value) ? [] : [$"{key}: {YamlText.Of(value)}"];

    /// <summary>`key: value` where the value is YAML already; none where it is empty.</summary>
    public static string[] Raw(string key, string value) => value.Length == 0 ? [] : [$"{key}: {value}"];

    /// <summary>`{a: 1, b: 2}`; empty where there are no pairs.</summary>
    public static string Map(IEnumerable<string> pairs)
    {
        var all = string.Join(", ", pairs);
        return all.Length == 0 ? "" : $"{{{all}}}";
    }

    /// <summary>`[a, b]`; empty where there are no names.</summary>
    public static string List(IEnumerable<string> names)
    {
        var all = string.Join(", ", names.Select(YamlText.Of));
        return all.Length == 0 ? "" : $"[{all}]";
    }

    /// <summary>A document of lines, whose first line names the schema.</summary>
    /// <param name="up">How far up the schema lies: `../`.</param>
    /// <param name="lines">Its lines.</param>
    public static string Document(string up, IEnumerable<string> lines) => string.Concat(
        lines.Prepend($"# yaml-language-server: $schema={up}orchestrator.schema.json").Select(line => line + "\n"));

    /// <summary>A text as a comment: its first line, without what could end it.</summary>
    public static string Comment(string text) => $"# {ForeignProblems.Shown(text)}";
}
