using System.Collections.Concurrent;

namespace Orchestrator.Data.Conformance.Hunt;

/// <summary>
/// What becomes of values otherwise than hazards.txt and expressions.txt say, in one platform or in files of one
/// format. It stands in a file of the folder Otherwise that is called so; who has none does everything as it is said.
/// </summary>
/// <param name="Hazards">By the name of a line of hazards.txt.</param>
/// <param name="Expressions">By the name of a line of expressions.txt.</param>
internal sealed record Deviations(
    IReadOnlyDictionary<string, Outcome> Hazards, IReadOnlyDictionary<string, string> Expressions)
{
    private const string OfHazard = "hazard";
    private const string OfExpression = "expression";

    private static readonly ConcurrentDictionary<string, Deviations> Known = new(StringComparer.Ordinal);

    /// <summary>What the files are called.</summary>
    public static IEnumerable<string> Names =>
        Directory.EnumerateFiles(Folder, "*.txt").Select(path => Path.GetFileNameWithoutExtension(path));

    private static string Folder => Path.Combine(AppContext.BaseDirectory, "Hunt", "Otherwise");

    /// <summary>Those of a platform or a format.</summary>
    public static Deviations Of(string name) => Known.GetOrAdd(name, Read);

    private static Deviations Read(string name)
    {
        var file = Path.Combine(Folder, $"{name}.txt");
        var lines = (File.Exists(file) ? File.ReadLines(file) : [])
            .Where(line => line.Length > 0 && line[0] != '#').Select(Cells).ToLookup(cells => cells[0]);
        return new Deviations(
            lines[OfHazard].ToDictionary(cells => cells[1], cells => Outcome.Parse(cells[2])),
            lines[OfExpression].ToDictionary(cells => cells[1], cells => cells[2]));
    }

    private static string[] Cells(string line)
    {
        var cells = line.Split('|').Select(cell => cell.Trim(' ')).ToArray();
        return cells is [OfHazard or OfExpression, _, _] ? cells : throw new FormatException($"no deviation: {line}");
    }
}
