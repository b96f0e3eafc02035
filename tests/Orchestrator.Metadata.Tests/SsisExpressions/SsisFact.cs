namespace Orchestrator.Metadata.Tests.SsisExpressions;

/// <summary>One line of the table of facts: what an expression is worth, and the page that says so.</summary>
internal sealed record SsisFact(
    string Page, int Line, IReadOnlyList<string> Lets, string Expression, string Expected)
{
    private const string Arrow = " → ";

    public static IReadOnlyList<SsisFact> All { get; } = [.. Read(File.ReadAllLines(FilePath))];

    private static string FilePath =>
        Path.Combine(TestContext.CurrentContext.TestDirectory, "SsisExpressions", "facts.txt");

    public override string ToString() => $"{Page}:{Line} {Expression}";

    private static IEnumerable<SsisFact> Read(string[] lines)
    {
        var (page, lets) = ("", new List<string>());
        foreach (var (index, line) in lines.Index())
        {
            if (line.Length == 0)
            {
                lets = [];
            }
            else if (line.StartsWith("## ", StringComparison.Ordinal))
            {
                page = line[3..];
            }
            else if (line.StartsWith("let ", StringComparison.Ordinal))
            {
                lets.Add(line[4..]);
            }
            else if (!line.StartsWith("# ", StringComparison.Ordinal) && line != "#")
            {
                var arrow = line.LastIndexOf(Arrow, StringComparison.Ordinal);
                yield return new SsisFact(
                    page, index + 1, [.. lets], line[..arrow], line[(arrow + Arrow.Length)..]);
            }
        }
    }
}
