using System.Text.RegularExpressions;

namespace Orchestrator.Import.Sql.Reading;

/// <summary>
/// Counts what stands within something else, line by line: the parser goes down one level for each, and has no limit
/// of its own.
/// </summary>
internal sealed partial class NestLimit
{
    /// <summary>Brackets within brackets.</summary>
    public const int BracketsMax = 200;

    /// <summary>Signs before a value, and NOT before a condition.</summary>
    public const int SignsMax = 100;

    /// <summary>IF, CASE, BEGIN and WHILE of one batch.</summary>
    public const int BlocksMax = 10_000;

    private int _brackets;
    private int _signs;
    private int _blocks;

    /// <summary>The next line, its code alone; the column from 1 where it goes too deep, else 0.</summary>
    public int Over(string code)
    {
        foreach (Match piece in Piece().Matches(code))
        {
            _brackets += piece.ValueSpan switch { "(" => 1, ")" => -1, _ => 0 };
            _brackets = Math.Max(_brackets, 0);
            _signs = piece.Groups["sign"].Success ? _signs + 1 : 0;
            _blocks += piece.Groups["block"].Success ? 1 : 0;
            if (_brackets > BracketsMax || _signs > SignsMax || _blocks > BlocksMax)
            {
                return piece.Index + 1;
            }
        }

        return 0;
    }

    /// <summary>Whether a text goes too deep.</summary>
    public static bool IsOver(string text)
    {
        var (limit, scan) = (new NestLimit(), new SqlScan());
        return text.Split('\n').Any(line => limit.Over(scan.Code(line)) > 0);
    }

    /// <summary>Begins the next batch.</summary>
    public void Reset() => (_brackets, _signs, _blocks) = (0, 0, 0);

    [GeneratedRegex(@"(?<sign>[-+~]|\bNOT\b)|(?<block>\b(?:IF|CASE|BEGIN|WHILE)\b)|[^\s\w]|\w+",
        RegexOptions.IgnoreCase)]
    private static partial Regex Piece();
}
