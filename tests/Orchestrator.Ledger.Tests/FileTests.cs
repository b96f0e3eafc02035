using Orchestrator.Core;

namespace Orchestrator.Ledger.Tests;

internal sealed class FileTests(Place place) : ConformanceFixture(place)
{
    private static string Node => Plans.Of("Nightly", 3).Nodes[1].Name;

    [Test]
    public void Files_are_recorded_in_the_commit_that_records_the_end_of_their_attempt()
    {
        using (var run = Begin())
        {
            run.Writer.Record(Turns.Running(1));
            var before = run.Writer.Commits;
            run.Writer.Record(Turns.Ended(1, NodeState.Succeeded) with { Results = [Used(File("a.csv"))] });
            Assert.That(run.Writer.Commits - before, Is.EqualTo(1));
        }

        using var reader = Read();
        var found = reader.Files(1).Single();
        Assert.That((found.Attempt, found.Environment, found.Node, found.File, found.MovedTo, found.Begun),
            Is.EqualTo((1L, "default", Node, File("a.csv"), "", Began.AddSeconds(1))));
    }

    [Test]
    public void What_a_node_has_read_is_found_by_name_and_size()
    {
        using (var run = Begin())
        {
            run.Writer.Record(Turns.Running(1));
            run.Writer.Record(Turns.Ended(1, NodeState.Succeeded) with
            {
                Results = [Used(File("in/ä'[b].csv"), File("in/ä'[b].csv") with { Hash = "" }, File("A.csv"),
                    File("a.csv") with { Size = long.MaxValue })],
            });
        }

        using var reader = Read();
        Assert.That(reader.FilesOf("default", Node, "in/ä'[b].csv", 5).Select(one => one.File.Hash),
            Is.EqualTo(new[] { "00ff", "" }));
        Assert.That(reader.FilesOf("default", Node, "a.csv", 5), Is.Empty);
        Assert.That(reader.FilesOf("prod", Node, "A.csv", 5), Is.Empty);
        Assert.That(reader.FilesOf("default", "other", "A.csv", 5), Is.Empty);
        Assert.That(
            new[] { ("default", Node), ("prod", Node), ("default", "other") }
                .Select(of => reader.HasLoadedFiles(of.Item1, of.Item2)),
            Is.EqualTo(new[] { true, false, false }));
    }

    [Test]
    public void A_file_is_to_be_moved_until_it_is_recorded_as_moved()
    {
        using (var run = Begin())
        {
            run.Writer.Record(Turns.Running(1));
            run.Writer.Record(Turns.Ended(1, NodeState.Succeeded) with
            {
                Results = [Used(File("a.csv") with { Move = FileMove.Archive }, File("b.csv"),
                    File("c.csv") with { Outcome = FileOutcome.Refused, Move = FileMove.Reject })],
            });
        }

        var solution = Plans.Of("Nightly", 3).Solution;
        using (var reader = Read())
        {
            Assert.That(reader.FilesToMove(solution, "Nightly", "default").Select(one => one.File.Name),
                Is.EqualTo(new[] { "a.csv", "c.csv" }));
            Assert.That(reader.FilesToMove(solution, "Nightly", "prod"), Is.Empty);
            Assert.That(reader.FilesToMove(solution, "Weekly", "default"), Is.Empty);
            Assert.That(reader.FilesToMove("other", "Nightly", "default"), Is.Empty);
        }

        using (Begin())
        {
            FileWriter.Moved(
                Location, TimeProvider.System, new LeaseFence("Nightly", "default"), [(1, "done/a.csv")]);
        }

        using var afterwards = Read();
        Assert.That(afterwards.FilesToMove(solution, "Nightly", "default").Select(one => one.File.Name),
            Is.EqualTo(new[] { "c.csv" }));
        Assert.That(afterwards.Files(1)[0].MovedTo, Is.EqualTo("done/a.csv"));
        Assert.That(afterwards.Files(1)[0].File.Move, Is.EqualTo(FileMove.None));
    }

    [Test]
    public void A_backup_keeps_them_and_a_restore_gives_no_number_twice()
    {
        RunWith("a.csv");
        var file = Path.Combine(Folder, "copy", "ledger.db");
        LedgerBackup.Make(Location, file, "user", TimeProvider.System);
        RunWith("b.csv");

        LedgerBackup.Restore(Location, file, TimeProvider.System);
        RunWith("c.csv");

        using var reader = Read();
        Assert.That(reader.Files(1).Concat(reader.Files(3)).Select(one => (one.Number, one.File.Name)),
            Is.EqualTo(new[] { (1L, "a.csv"), (3L, "c.csv") }));
    }

    private void RunWith(string file)
    {
        using var run = Begin();
        run.Writer.Record(Turns.Running(1));
        run.Writer.Record(Turns.Ended(1, NodeState.Succeeded) with { Results = [Used(File(file))] });
        run.Writer.Record(Turns.End(RunVerdict.Succeeded));
    }

    private static AttemptResult Used(params ReadFile[] files) => new() { Node = 1, Attempt = 1, Files = files };

    private static ReadFile File(string name) => new()
    {
        Connection = "Inbox",
        Name = name,
        Size = 5,
        Written = Began.AddMicroseconds(-7),
        Hash = "00ff",
        Outcome = FileOutcome.Loaded,
    };
}
