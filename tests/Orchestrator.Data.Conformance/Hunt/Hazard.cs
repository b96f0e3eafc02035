using System.Text;
using System.Text.RegularExpressions;
using Orchestrator.Data.Conformance.Places;
using Orchestrator.Metadata.Model;

namespace Orchestrator.Data.Conformance.Hunt;

/// <summary>One line of hazards.txt.</summary>
/// <param name="Name">What could change.</param>
/// <param name="Source">Type of the PostgreSQL column that it comes from; null = a file.</param>
/// <param name="Value">The value: bytes of a field, or an SQL expression; null = NULL.</param>
/// <param name="Type">The target's type.</param>
/// <param name="IsNullable">Whether the target takes NULL.</param>
/// <param name="Outcome">What becomes of it where nobody makes something else of it: <see cref="Deviations"/>.</param>
internal sealed partial record Hazard(
    string Name, string? Source, byte[]? Value, string Type, bool IsNullable,
    Outcome Outcome)
{
    private const string Null = "NULL";

    /// <summary>What becomes of it by a path.</summary>
    public Outcome OutcomeOf(HazardEnd end, LoadWay way)
    {
        var outcome = end.Deviations.Hazards.GetValueOrDefault(Name, Outcome);
        var isTyped = way is LoadWay.Batches or LoadWay.RowByRow or LoadWay.Halved;
        return isTyped && outcome.OfTyped is { } typed ? typed : outcome;
    }

    /// <summary>All of them.</summary>
    public static IReadOnlyList<Hazard> All { get; } =
    [
        .. File.ReadLines(Path.Combine(AppContext.BaseDirectory, "Hunt", "hazards.txt"))
            .Where(line => line.Length > 0 && line[0] != '#').Select(Parse),
    ];

    private static Hazard Parse(string line)
    {
        var parts = line.Split('|').Select(part => part.Trim(' ')).ToArray();
        return parts.Length != 5
            ? throw new FormatException($"not a hazard: {line}")
            : new Hazard(
                parts[0], parts[1] == "file" ? null : parts[1]["pg ".Length..],
                parts[2] == Null ? null : Bytes(parts[2]), parts[3].TrimEnd('!'), !parts[3].EndsWith('!'),
                Outcome.Parse(parts[4]));
    }

    /// <summary>Text with what its escapes stand for.</summary>
    public static string Text(string escaped) => Encoding.UTF8.GetString(Bytes(escaped));

    private static byte[] Bytes(string escaped)
    {
        var bytes = new List<byte>();
        var at = 0;
        foreach (Match match in Escapes().Matches(escaped))
        {
            bytes.AddRange(Encoding.UTF8.GetBytes(escaped[at..match.Index]));
            bytes.AddRange(match.Value switch
            {
                "\\r" => "\r"u8.ToArray(),
                "\\n" => "\n"u8.ToArray(),
                ['\\', 'x', ..] => Convert.FromHexString(match.Value[2..]),
                _ => Encoding.UTF8.GetBytes([(char)Convert.ToInt32(match.Value[2..], 16)]),
            });
            at = match.Index + match.Length;
        }

        bytes.AddRange(Encoding.UTF8.GetBytes(escaped[at..]));
        return [.. bytes];
    }

    [GeneratedRegex(@"\\u[0-9A-F]{4}|\\x[0-9A-F]{2}|\\r|\\n")]
    private static partial Regex Escapes();
}

/// <summary>Where values go.</summary>
/// <param name="Kind">The kind of place.</param>
/// <param name="Style">The format of files.</param>
internal sealed record HazardEnd(PlaceKind Kind, FileStyle Style = FileStyle.Csv)
{
    /// <summary>What becomes of values there otherwise than it is said.</summary>
    public Deviations Deviations =>
        Deviations.Of(Kind == PlaceKind.Files ? $"{Style}" : $"{PlaceTable.Of(Kind).Platform}");

    public override string ToString() => Kind == PlaceKind.Files ? $"{Style}" : $"{Kind}";
}

/// <summary>What becomes of a value.</summary>
/// <param name="Reason">Why it is refused; null = it is kept.</param>
/// <param name="Value">What is stored: where it is kept, or under truncate; null = NULL.</param>
/// <param name="IsCut">Whether truncate makes something of it.</param>
internal sealed record Outcome(RejectReason? Reason, string? Value, bool IsCut)
{
    private const string Typed = " / ";

    /// <summary>What becomes of it where rows do not pass through; null = the same.</summary>
    public Outcome? OfTyped { get; private init; }

    /// <summary>Reads `=VALUE`, `REASON` or `REASON>VALUE`, and a second one behind ` / `.</summary>
    public static Outcome Parse(string text)
    {
        if (text.Split(Typed) is [var passed, var typed])
        {
            return Parse(passed) with { OfTyped = Parse(typed) };
        }

        if (text.StartsWith('='))
        {
            return new Outcome(null, text == "=NULL" ? null : Hazard.Text(text[1..]), false);
        }

        var parts = text.Split('>', 2);
        return new Outcome(
            Enum.Parse<RejectReason>(parts[0]),
            parts.Length == 1 || parts[1] == "NULL" ? null : Hazard.Text(parts[1]), parts.Length > 1);
    }

    public override string ToString() => Reason is null ? "kept" : $"{Reason}";
}
