namespace Orchestrator.Metadata.Tests.Keys;

/// <summary>A part of the guide that is made of what is declared.</summary>
/// <param name="Page">The page that it stands in.</param>
/// <param name="Before">What stands before it, and nowhere else in the page.</param>
/// <param name="Text">What it says.</param>
/// <param name="Behind">What stands behind it.</param>
internal sealed record GuidePart(string Page, string Before, string Text, string Behind)
{
    /// <summary>A table with that head, which ends with a blank line.</summary>
    public static GuidePart Table(string page, string[] head, IEnumerable<string[]> rows)
    {
        var line = "|" + string.Concat(head.Select(_ => "---|"));
        return new(page, Row(head) + "\n", string.Join('\n', rows.Select(Row).Prepend(line)), "\n\n");
    }

    /// <summary>The page with it.</summary>
    public string PutInto(string page)
    {
        var from = page.IndexOf(Before, StringComparison.Ordinal) + Before.Length;
        var to = page.IndexOf(Behind, from, StringComparison.Ordinal);
        return from < Before.Length || to < 0 || page.IndexOf(Before, from, StringComparison.Ordinal) >= 0
            ? throw new InvalidOperationException($"not once in {Page}: '{Before}', and '{Behind}' behind it")
            // Where a line is broken is up to who writes the page, save in a table.
            : page[..from] + (Flowing(page[from..to]) == Text ? page[from..to] : Text) + page[to..];
    }

    private static string Flowing(string text) =>
        string.Join(' ', text.Split((char[]?)null, StringSplitOptions.RemoveEmptyEntries));

    private static string Row(string[] cells) => $"| {string.Join(" | ", cells)} |";
}
