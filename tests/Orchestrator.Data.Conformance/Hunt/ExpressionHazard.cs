namespace Orchestrator.Data.Conformance.Hunt;

/// <summary>One line of expressions.txt.</summary>
/// <param name="Name">What could change.</param>
/// <param name="Expression">The expression, in which the column of numbers is called "n".</param>
/// <param name="Value">What the field holds that it is given.</param>
/// <param name="Type">The target's type.</param>
/// <param name="IsNullable">Whether the target takes NULL.</param>
/// <param name="Outcome">What becomes of it.</param>
internal sealed record ExpressionHazard(
    string Name, string Expression, string Value, string Type, bool IsNullable, string Outcome)
{
    /// <summary>All of them.</summary>
    public static IReadOnlyList<ExpressionHazard> All { get; } =
    [
        .. File.ReadLines(Path.Combine(AppContext.BaseDirectory, "Hunt", "expressions.txt"))
            .Where(line => line.Length > 0 && line[0] != '#').Select(Parse),
    ];

    private static ExpressionHazard Parse(string line)
    {
        var parts = line.Split('|').Select(part => part.Trim(' ')).ToArray();
        return parts.Length != 5
            ? throw new FormatException($"not an expression: {line}")
            : new ExpressionHazard(
                parts[0], parts[1], parts[2], parts[3].TrimEnd('!'), !parts[3].EndsWith('!'), parts[4]);
    }
}
