namespace Orchestrator.Cli.Tests.Run.Load;

/// <summary>Append into files, as runs do it: what an attempt takes back is never its own.</summary>
internal sealed class AppendedFileTests
{
    private SmallSolution _solution = null!;

    [SetUp]
    public void Make()
    {
        _solution = new SmallSolution();
        Directory.CreateDirectory(Out);
        _solution.Write("connections/Outbox.yaml", "connection: Outbox\nplatform: Files\nfolder: out\n");
        _solution.Write("batches/Export.yaml", "batch: Export\nprojects: [Export]\n");
        _solution.Write("projects/Export/project.yaml", "project: Export\nsource: Files\ntarget: Outbox\n");
        _solution.Write("projects/Export/objects/bill.yaml", """
            object: bill
            source: {file: bill.csv}
            target: {file: bill.csv, format: csv}
            load: {pattern: Append}
            columns: [{column: Id, dataType: int, nullable: false}]
            """);
    }

    [TearDown]
    public void Remove() => _solution.Dispose();

    [Test]
    public void An_attempt_keeps_its_own_file_and_takes_back_those_of_attempts_without_a_success()
    {
        var first = Run("Id\n1\n");
        var second = Run("Id\n2\n");
        // As if the process had died before the second could be recorded: its file is there, and does not count.
        LedgerTables.Execute(_solution.Folder, "UPDATE attempts SET state = 'EndedUnexpectedly' WHERE attempt = 2");

        var third = Run("Id\n3\n");

        Assert.That((first.ExitCode, second.ExitCode, third.ExitCode), Is.EqualTo((0, 0, 0)), third.Error);
        Assert.That(Files(), Is.EqualTo(new[] { "bill.0000000001.csv: 1", "bill.0000000003.csv: 3" }));
    }

    private string Out => Path.Combine(_solution.Folder, "out");

    private Called Run(string rows)
    {
        _solution.Write("data/bill.csv", rows);
        return _solution.Call("run", "Export");
    }

    private string[] Files() => [.. Directory.GetFiles(Out, "bill.*").Order(StringComparer.Ordinal)
        .Select(file => $"{Path.GetFileName(file)}: {File.ReadAllLines(file)[^1]}")];
}
