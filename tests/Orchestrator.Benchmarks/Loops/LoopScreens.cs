using Orchestrator.Benchmarks.Nights;

namespace Orchestrator.Benchmarks.Loops;

/// <summary>What a person gets to see of a loop of which one turn has failed: how much it is, and how soon.</summary>
internal static class LoopScreens
{
    private const int LinesMax = 50;

    /// <summary>Prints it; whether the screens are short and say first what failed.</summary>
    public static bool Run(int turns)
    {
        var failing = Math.Max(1, turns / 2);
        var work = LoopedWork.OfRows(turns) with
        {
            Table = $"create table if not exists made (id integer check (id <> {failing}), name text); "
                + "delete from made",
        };
        using var solution = work.Solution(isLooped: true);
        Console.WriteLine($"screens of {turns:N0} turns of which one has failed");
        Told(solution, "run -q", exitCode: 1);
        bool[] good =
        [
            Told(solution, "status latest") <= LinesMax,
            solution.SaidLast.Contains("1 failed", StringComparison.Ordinal),
            Told(solution, "status latest --turns") > 0,
            IsFirst(solution.SaidLast, $"Each[{failing}]"),
            Told(solution, "plan") <= LinesMax,
            LoopPages.RunAsync(solution).GetAwaiter().GetResult(),
        ];
        Console.WriteLine($"  at most {LinesMax} lines of status and of plan, what failed first, pages short: "
            + (good.All(each => each) ? "reached" : "SHORT OF IT"));
        Told(solution, "status latest -o json");
        Told(solution, "report latest --file report.html");
        return good.All(each => each);
    }

    private static int Told(NightSolution solution, string arguments, int exitCode = 0)
    {
        var cost = solution.Watch(arguments, exitCode);
        var said = solution.SaidLast;
        var lines = said.Count(sign => sign == '\n');
        Console.WriteLine($"  {arguments}: {lines:N0} lines, {said.Length:N0} characters, {cost.Seconds:0.00} s, "
            + $"{cost.Memory:0} MB");
        return lines;
    }

    // No other turn stands before it.
    private static bool IsFirst(string said, string turn) =>
        said.IndexOf(turn, StringComparison.Ordinal) is >= 0 and var place
        && place == said.IndexOf("Each[", StringComparison.Ordinal);
}
