namespace Orchestrator.Import;

/// <summary>One line that only one of two texts has.</summary>
/// <param name="Number">Its number there, from 1.</param>
/// <param name="IsNew">Whether the new text has it.</param>
/// <param name="Text">The line.</param>
internal sealed record DifferentLine(int Number, bool IsNew, string Text);

/// <summary>What two texts do not have in common, line by line, by their longest common subsequence.</summary>
internal static class LineDifference
{
    // 16 MB of them. Where more lies between the heads and tails that are equal, nobody reads what moved.
    private const long CellsMax = 4_000_000;

    public static IReadOnlyList<DifferentLine> Of(string before, string after)
    {
        var (old, now) = (Lines(before), Lines(after));
        var head = old.AsSpan().CommonPrefixLength(now);
        var tail = Tail(old.AsSpan(head), now.AsSpan(head));
        var found = Of(old[head..^tail], now[head..^tail]);
        return [.. found.Select(line => line with { Number = line.Number + head })];
    }

    private static List<DifferentLine> Of(string[] old, string[] now) =>
        (old.Length + 1L) * (now.Length + 1L) <= CellsMax ? ByCommonLines(old, now) :
        [
            .. old.Select((line, at) => new DifferentLine(at + 1, false, line)),
            .. now.Select((line, at) => new DifferentLine(at + 1, true, line)),
        ];

    private static int Tail(ReadOnlySpan<string> old, ReadOnlySpan<string> now)
    {
        var equal = 0;
        while (equal < Math.Min(old.Length, now.Length) && old[^(equal + 1)] == now[^(equal + 1)])
        {
            equal++;
        }

        return equal;
    }

    private static List<DifferentLine> ByCommonLines(string[] old, string[] now)
    {
        var common = Common(old, now);
        var found = new List<DifferentLine>();
        for (int i = 0, j = 0; i < old.Length || j < now.Length;)
        {
            if (i < old.Length && j < now.Length && old[i] == now[j])
            {
                (i, j) = (i + 1, j + 1);
            }
            else if (j == now.Length || (i < old.Length && common[i + 1, j] >= common[i, j + 1]))
            {
                found.Add(new DifferentLine(i + 1, false, old[i++]));
            }
            else
            {
                found.Add(new DifferentLine(j + 1, true, now[j++]));
            }
        }

        return found;
    }

    /// <summary>How long the longest common subsequence of the rests from (i, j) is.</summary>
    private static int[,] Common(string[] old, string[] now)
    {
        var common = new int[old.Length + 1, now.Length + 1];
        for (var i = old.Length - 1; i >= 0; i--)
        {
            for (var j = now.Length - 1; j >= 0; j--)
            {
                common[i, j] = old[i] == now[j]
                    ? common[i + 1, j + 1] + 1
                    : Math.Max(common[i + 1, j], common[i, j + 1]);
            }
        }

        return common;
    }

    private static string[] Lines(string text) => text.ReplaceLineEndings("\n").TrimEnd('\n').Split('\n');
}
