namespace Orchestrator.Ssis.Flows.Sets;

/// <summary>How statements are laid out, so that a person reads them.</summary>
internal static class SqlLayout
{
    private const int LineMax = 100;

    /// <summary>`value AS name`; a column that is called so already is its name alone.</summary>
    public static string Named(string sql, string name) => sql == name ? name : $"{sql} AS {name}";

    public static string With(IReadOnlyList<SqlStep> steps) => steps.Count == 0
        ? "" : "WITH " + string.Join(",\n", steps.Select(Step)) + "\n";

    public static string Select(string head, IEnumerable<string> columns, string from, string tail)
    {
        var lines = new List<string>();
        var line = "SELECT " + head;
        foreach (var column in columns.Index())
        {
            var next = (column.Index == 0 ? "" : ", ") + column.Item;
            if (column.Index > 0 && line.Length + next.Length > LineMax)
            {
                lines.Add(line + ",");
                line = "  " + column.Item;
                continue;
            }

            line += next;
        }

        lines.Add(line);
        lines.Add("FROM " + from);
        if (tail.Length > 0)
        {
            lines.Add(tail);
        }

        return string.Join('\n', lines);
    }

    /// <summary>A condition, or a further one behind that which is there.</summary>
    public static string Where(IEnumerable<string> conditions) => "WHERE " + string.Join("\n  AND ", conditions);

    private static string Step(SqlStep step) =>
        step.Name.Length == 0 ? step.Body : $"{step.Name} AS (\n{Indented(step.Body)}\n)";

    // A literal may go over lines, which are then its own. A comment may end the body, so the bracket stands alone.
    private static string Indented(string body) => body.Contains('\'', StringComparison.Ordinal)
        ? body : "  " + body.Replace("\n", "\n  ", StringComparison.Ordinal);
}
