namespace Orchestrator.Cli.Tests.Run.Load;

/// <summary>What nights have in common that load out of a store, whichever it is.</summary>
internal static class StoredNight
{
    /// <summary>Two runs that are killed at a point.</summary>
    public static void Kill(string folder, Dictionary<string, string> secrets, string point)
    {
        RunningCommand.OnLinuxOnly();
        for (var kill = 0; kill < 2; kill++)
        {
            using var run = new RunningCommand(
                folder, new Dictionary<string, string>(secrets) { ["ORCHESTRATOR_TEST_CRASH"] = point }, "run");
            // The second may not come by the point again, where what is done is done.
            Assert.That(run.ExitCode(), Is.EqualTo(137).Or.EqualTo(kill == 0 ? 137 : 0), run.Said);
        }
    }

    /// <summary>The names that were loaded.</summary>
    public static List<string> Loaded(string folder) =>
        DataFile.Rows(folder, "Staging.db", "select Name from sale order by Id");

    /// <summary>All texts that runs have left in a folder.</summary>
    public static IEnumerable<string> Texts(string folder) => Directory
        .EnumerateFiles(folder, "*", SearchOption.AllDirectories)
        .Where(file => Path.GetExtension(file) is ".log" or ".json" or ".html" or ".jsonl")
        .Select(File.ReadAllText);
}
