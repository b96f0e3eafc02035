using System.Diagnostics;
using Orchestrator.Cli.Tests;
using Orchestrator.Ledger;

namespace Orchestrator.Faults.Tests.Durability;

/// <summary>
/// A solution whose target is relaxed, run by the command: in a process of its own where that is to die or to be at
/// work meanwhile, else in this one. The batch Nightly loads two files; the batches One and Two each load a pipe, and
/// so are at work until somebody writes into it.
/// </summary>
internal sealed class CrashNight : IDisposable
{
    private const string Variable = "ORCHESTRATOR_TEST_CRASH";
    private const string Lease = "ORCHESTRATOR_TEST_LEASE";

    // So many seconds that nobody renews it meanwhile, however busy the machine is: who does looks into the ledger, and
    // would find that it is lost before the run has anything to write there.
    private const string LongLease = "1800";

    private static readonly TimeSpan Patience = TimeSpan.FromMinutes(5);

    /// <summary>Writes the solution.</summary>
    /// <param name="place">Its target.</param>
    /// <param name="ledger">The connection of its ledger, called Ledger; empty = a file.</param>
    /// <param name="statement">What the batch Three executes on the target; empty = there is none.</param>
    public CrashNight(RelaxedPlace place, string ledger = "", string statement = "")
    {
        Place = place;
        Directory.CreateDirectory(Path.Combine(Folder, "in"));
        Write("in/a.csv", "id,name\n1,Ann\n2,Bob\n");
        Write("in/b.csv", "id,name\n3,Cid\n");
        Write("solution.yaml", $$"""
            formatVersion: 1
            solution: Crash
            connections:
              - {connection: Files, platform: Files, folder: in}
              - {{place.Connection(Folder)}}
            {{(ledger.Length > 0 ? $"  - {ledger}\nledger: Ledger" : "")}}
            batches:
              - {batch: Nightly, projects: [Night], default: true}
              - {batch: One, projects: [First]}
              - {batch: Two, projects: [Second]}
            {{(statement.Length > 0 ? "  - {batch: Three, projects: [Third]}" : "")}}
            projects:
              - project: Night
                source: Files
                target: Target
                objects:
                  - {object: a, source: {file: a.csv}, load: {pattern: TruncateInsert}, {{Columns}}}
                  - {object: b, source: {file: b.csv}, load: {pattern: TruncateInsert}, {{Columns}}}
              - project: First
                source: Files
                target: Target
                objects:
                  - {object: c, source: {file: c.csv}, load: {pattern: TruncateInsert}, {{Columns}}}
              - project: Second
                source: Files
                target: Target
                objects:
                  - {object: d, source: {file: d.csv}, load: {pattern: TruncateInsert}, {{Columns}}}
            {{(statement.Length > 0 ? Third(statement) : "")}}
            """);
    }

    private static string Third(string statement) => $$"""
          - project: Third
            target: Target
            objects: [{object: e, kind: sql, idempotent: true, sql: "{{statement}}"}]
        """;

    private static string Columns =>
        "columns: [{column: id, dataType: int}, {column: name, dataType: varchar(70)}]";

    public RelaxedPlace Place { get; }

    /// <summary>The solution.</summary>
    public string Folder { get; } = Directory.CreateTempSubdirectory("orchestrator-crash-").FullName;

    private LedgerLocation Ledger => LedgerLocation.OfSolution(Folder);

    /// <summary>Makes the pipe that a batch loads.</summary>
    public void MakePipe(string file)
    {
        File.Delete(Path.Combine(Folder, "in", file));
        NamedPipe.Make(Path.Combine(Folder, "in", file));
    }

    /// <summary>Writes into a pipe, and waits until somebody has read it.</summary>
    public void Fill(string file) => Write($"in/{file}", "id,name\n5,Eve\n");

    /// <summary>Replaces a text of the solution.</summary>
    public void Replace(string text, string by)
    {
        var before = File.ReadAllText(Path.Combine(Folder, "solution.yaml"));
        Assert.That(before, Does.Contain(text));
        Write("solution.yaml", before.Replace(text, by));
    }

    /// <summary>Adds lines to the solution.</summary>
    public void Append(string text) => File.AppendAllText(Path.Combine(Folder, "solution.yaml"), $"\n{text}\n");

    /// <summary>Runs the batch Nightly to its end, which is a crash at that point unless it is empty.</summary>
    public (int ExitCode, string Said) Run(string crash = "") => Call(crash, "run", "Nightly");

    /// <summary>Calls the command; with a crash it is a process of its own.</summary>
    public (int ExitCode, string Said) Call(string crash, params string[] arguments)
    {
        if (crash.Length == 0)
        {
            var called = Called.With(Folder, Place.Variables, arguments);
            return (called.ExitCode, called.Said);
        }

        using var process = Start(crash, [], arguments);
        var said = process.StandardOutput.ReadToEndAsync();
        var told = process.StandardError.ReadToEnd();
        Assert.That(process.WaitForExit(Patience), Is.True);
        return (process.ExitCode, said.GetAwaiter().GetResult() + told);
    }

    /// <summary>Starts a batch, and waits until it has relaxed its target; one that ends before has failed.</summary>
    public Process StartRelaxed(string batch, int open)
    {
        List<string> said = [];
        var process = Begin(batch, said);
        Assert.That(() => process.HasExited || Relaxed() == open,
            Is.True.After(300).Seconds.PollEvery(50).MilliSeconds);
        Assert.That(Relaxed(), Is.EqualTo(open), () => Lines(said));
        return process;

        int Relaxed() => OpenScopes().Count(scope => scope.Changed is not null);
    }

    /// <summary>Starts a batch; what it says goes into a list, which is locked meanwhile.</summary>
    public Process Begin(string batch, List<string> said)
    {
        var process = Start("", [(Lease, LongLease)], "run", batch);
        process.OutputDataReceived += (_, line) => Add(said, line.Data);
        process.ErrorDataReceived += (_, line) => Add(said, line.Data);
        process.BeginOutputReadLine();
        process.BeginErrorReadLine();
        return process;
    }

    public IReadOnlyList<ScopeRecord> OpenScopes() => Read(reader => reader.OpenScopes()) ?? [];

    public IReadOnlyList<ScopeRecord> Scopes() => Read(reader => reader.Scopes()) ?? [];

    public T? Read<T>(Func<LedgerReader, T> ask)
    {
        using var reader = LedgerReader.Open(Ledger, TimeProvider.System);
        return reader is null ? default : ask(reader);
    }

    public void DeleteLedger()
    {
        // As a shell has them: who opens what is left without its log would see a ledger of before.
        foreach (var file in Directory.GetFiles(Path.Combine(Folder, ".orchestrator"), "ledger.db*")
            .Order(StringComparer.Ordinal))
        {
            File.Delete(file);
        }
    }

    public void Dispose() => Directory.Delete(Folder, recursive: true);

    private static void Add(List<string> said, string? line)
    {
        lock (said)
        {
            said.Add($"{line}");
        }
    }

    private static string Lines(List<string> said)
    {
        lock (said)
        {
            return string.Join('\n', said);
        }
    }

    private void Write(string name, string text) => File.WriteAllText(Path.Combine(Folder, name), text);

    private Process Start(string crash, (string Name, string Value)[] variables, params string[] arguments)
    {
        var start = new ProcessStartInfo("dotnet",
            [RunningCommand.Command, .. arguments])
        {
            WorkingDirectory = Folder,
            RedirectStandardOutput = true,
            RedirectStandardError = true,
        };
        start.Environment[Variable] = crash;
        foreach (var (name, value) in Place.Variables.Select(one => (one.Key, one.Value)).Concat(variables))
        {
            start.Environment[name] = value;
        }

        return Process.Start(start)!;
    }
}
