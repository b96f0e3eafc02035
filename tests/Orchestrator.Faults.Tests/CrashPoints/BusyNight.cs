using System.Diagnostics;
using Orchestrator.Cli.Tests;
using Orchestrator.Metadata.Model;

namespace Orchestrator.Faults.Tests.CrashPoints;

/// <summary>A busy solution in a folder of its own, run by the command in processes of its own.</summary>
internal sealed class BusyNight : IDisposable
{
    private const string Point = "ORCHESTRATOR_TEST_CRASH";
    private const string Log = "ORCHESTRATOR_TEST_CRASH_LOG";
    private static readonly TimeSpan Patience = TimeSpan.FromMinutes(10);

    // The databases of one, in a folder and relaxed or not.
    private static readonly Dictionary<Platform, Func<string, bool, BusyPlace>> Places = new()
    {
        [Platform.Sqlite] = (folder, isRelaxed) => new SqliteBusyPlace(folder, isRelaxed),
        [Platform.PostgreSql] = (_, isRelaxed) => new PostgreSqlBusyPlace(isRelaxed),
        [Platform.MariaDb] = (folder, isRelaxed) => new MariaDbBusyPlace(folder, isRelaxed),
    };

    private BusyNight(string folder, BusyPlace place)
    {
        (Folder, Place) = (folder, place);
        Before = NewestRun();
    }

    /// <summary>The newest run that it began with.</summary>
    public long Before { get; }

    /// <summary>The solution.</summary>
    public string Folder { get; }

    /// <summary>Its databases.</summary>
    public BusyPlace Place { get; }

    /// <summary>One of which no run has been made yet, with what its sources hold in a night.</summary>
    public static BusyNight Of(Platform platform, bool isRelaxed, int night) =>
        With(platform, isRelaxed, night, place => BusySolution.Text(place.Connections, place.Abilities));

    /// <summary>The same with another solution, whose text is made of its databases.</summary>
    public static BusyNight With(Platform platform, bool isRelaxed, int night, Func<BusyPlace, string> solution)
    {
        var folder = NewFolder();
        var place = Places[platform](folder, isRelaxed);
        var made = new BusyNight(folder, place);
        File.WriteAllText(Path.Combine(folder, "solution.yaml"), solution(place));
        made.Deliver(night);
        return made;
    }

    /// <summary>The same once more.</summary>
    public BusyNight Copy()
    {
        var folder = NewFolder();
        foreach (var from in Directory.EnumerateFiles(Folder, "*", SearchOption.AllDirectories))
        {
            var to = Path.Combine(folder, Path.GetRelativePath(Folder, from));
            Directory.CreateDirectory(Path.GetDirectoryName(to)!);
            File.Copy(from, to);
        }

        return new BusyNight(folder, Place.CopyTo(folder));
    }

    /// <summary>Lets the sources hold what they hold in a night.</summary>
    public void Deliver(int night)
    {
        Directory.CreateDirectory(Path.Combine(Folder, "inbox"));
        Directory.CreateDirectory(Path.Combine(Folder, "out"));
        BusySources.Write(Folder, night);
        Place.Deliver(night);
    }

    /// <summary>Makes a run.</summary>
    /// <param name="crash">Where it is killed; empty = nowhere.</param>
    /// <param name="log">The file that gets a line for each point that it passes; empty = none.</param>
    public Ended Run(string crash = "", string log = "") => Call(crash, log, "run");

    /// <summary>Goes on with the run that was killed, if it had begun; else makes one.</summary>
    public Ended Continue(string crash = "", string log = "") =>
        Call(crash, log, NewestRun() > Before ? "retry" : "run");

    /// <summary>A run in a process that can be sent signals.</summary>
    public RunningCommand Start() => new(
        Folder, new Dictionary<string, string>(Place.Variables) { ["DOTNET_TieredPGO"] = "0" }, "run");

    public void Dispose()
    {
        Place.Dispose();
        Directory.Delete(Folder, recursive: true);
    }

    private long NewestRun() => Place.Ledger("select run from runs order by run desc limit 1") is [var newest]
        ? long.Parse(newest) : 0;

    private static string NewFolder() => Directory.CreateTempSubdirectory("orchestrator-busy-").FullName;

    private Ended Call(string crash, string log, params string[] arguments)
    {
        var start = new ProcessStartInfo("dotnet",
            [RunningCommand.Command, .. arguments])
        {
            WorkingDirectory = Folder,
            RedirectStandardOutput = true,
            RedirectStandardError = true,
        };
        // A process lives for a second: to compile what it does often once more would not pay.
        start.Environment["DOTNET_TieredPGO"] = "0";
        (start.Environment[Point], start.Environment[Log]) = (crash, log);
        foreach (var (name, value) in Place.Variables)
        {
            start.Environment[name] = value;
        }

        using var process = Process.Start(start)!;
        var said = process.StandardOutput.ReadToEndAsync();
        var told = process.StandardError.ReadToEnd();
        Assert.That(process.WaitForExit(Patience), Is.True, told);
        Place.AwaitRest();
        return new Ended(process.ExitCode, said.GetAwaiter().GetResult() + told);
    }
}

/// <summary>How a process ended, and what it said.</summary>
internal sealed record Ended(int ExitCode, string Said)
{
    private const int Sigkill = 137;

    public bool IsKilled => ExitCode == Sigkill;
}
