namespace Orchestrator.Cli.Import;

/// <summary>One line that only one of two texts has.</summary>
/// <param name="Number">Its number there, from 1.</param>
/// <param name="IsNew">Whether the new text has it.</param>
/// <param name="Text">The line.</param>
internal sealed record DifferentLine(int Number, bool IsNew, string Text);

/// <summary>What two texts do not have in common, line by line, by their longest common subsequence.</summary>
internal static class LineDifference
{
    public static IReadOnlyList<DifferentLine> Of(string before, string after)
    {
        var (old, now) = (Lines(before), Lines(after));
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
