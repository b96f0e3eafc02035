using Orchestrator.Benchmarks.Contests;

namespace Orchestrator.Benchmarks.Nights;

/// <summary>What the command takes where there is next to nothing to do: `version`, and a run of three tiny packages.
/// </summary>
internal static class StartUp
{
    private const int Packages = 3;
    private const double VersionMax = 0.15;
    private const double RunMax = 0.6;

    /// <summary>`[ROUNDS]`.</summary>
    public static int Run(string[] args)
    {
        var rounds = Options.Of(args).Rounds;
        using var solution = new NightSolution();
        for (var i = 1; i <= Packages; i++)
        {
            NightFile.Write(Path.Combine(solution.Data, $"t{i}.csv"), rows: 10);
        }

        solution.Write("platform: Sqlite, stage: STG, file: stage.db",
            Enumerable.Range(1, Packages).Select(i => NightSolution.ObjectOf($"t{i}")));
        solution.Run("run -q");
        var (versions, again, runs) = (new List<Cost>(), new List<Cost>(), new List<Cost>());
        for (var i = 0; i < rounds; i++)
        {
            versions.Add(solution.Run("version"));
            runs.Add(solution.Run("run -q"));
            again.Add(solution.Run("version"));
        }

        bool[] reached =
        [
            Told("version", versions, VersionMax), Told("version again", again, VersionMax),
            Told($"run of {Packages} tiny packages", runs, RunMax),
        ];
        return reached.All(each => each) ? 0 : 1;
    }

    private static bool Told(string what, List<Cost> costs, double most)
    {
        var seconds = costs.Select(cost => cost.Seconds).Order().ToArray();
        var processor = costs.Select(cost => cost.Client).Order().ToArray();
        var median = seconds[seconds.Length / 2];
        Console.WriteLine($"{what}: {median:0.000} s ({seconds[0]:0.000} to {seconds[^1]:0.000}), processor time "
            + $"{processor[processor.Length / 2]:0.000} s (wanted ≤ {most:0.00} s): "
            + (median <= most ? "reached" : "SHORT OF IT"));
        return median <= most;
    }
}
