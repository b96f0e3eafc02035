using Microsoft.Data.Sqlite;
using Orchestrator.Core;

namespace Orchestrator.Faults.Tests.Durability;

/// <summary>
/// A run is killed while its target is relaxed: its retry finishes what it left, and only then judges what is done.
/// </summary>
[Parallelizable(ParallelScope.Self)] // They mostly wait for processes.
internal sealed class RetryOfRelaxedTests
{
    [TestCase(false)]
    [TestCase(true)]
    public void What_is_not_on_disk_is_not_done_although_it_had_succeeded(bool isLost)
    {
        using var place = RelaxedPlace.Of(Relaxable.Sqlite);
        using var night = new CrashNight(place);
        Assert.That(night.Run("durability.flush.before").ExitCode, Is.EqualTo(137));
        if (isLost)
        {
            Lose(night, "Night/b");
        }

        var retry = night.Call("", "retry");
        var nothing = night.Call("", "retry");

        Assert.That(retry.ExitCode, Is.Zero, retry.Said);
        Assert.That(nothing.Said, Does.StartWith("nothing to do"));
        Assert.That(States(night, 1), Is.EqualTo(new[]
        {
            ("Night/a", NodeState.Hardened), ("Night/b", isLost ? NodeState.Failed : NodeState.Hardened),
        }));
        Assert.That(place.Rows(night.Folder, "b"), Is.EqualTo(new[] { "3,Cid" }));
        Assert.That(night.OpenScopes(), Is.Empty);
        Assert.That(retry.Said, Does.Contain(
            isLost ? "1 are on disk, 1 are lost" : "nothing to do: all 2 packages of run 1 are done"));
        if (isLost)
        {
            Assert.That(States(night, 2), Is.EqualTo(new[]
            {
                ("Night/a", NodeState.Done), ("Night/b", NodeState.Hardened),
            }));
        }
    }

    [Test]
    public void Work_that_may_be_there_although_its_marker_is_not_is_not_done_again_without_a_decision()
    {
        const string load = "load: {pattern: TruncateInsert}, ", file = "source: {file: b.csv}, ";
        using var place = RelaxedPlace.Of(Relaxable.Sqlite);
        using var night = new CrashNight(place);
        night.Replace(file + load,
            file + "load: {pattern: Append}, hooks: [{hook: behind, when: after, sql: select 1}], ");
        Assert.That(night.Run("durability.flush.before").ExitCode, Is.EqualTo(137));
        Lose(night, "Night/b", hasRows: true);

        var retry = night.Call("", "retry");

        Assert.That(retry.ExitCode, Is.EqualTo(1), retry.Said);
        Assert.That(retry.Said, Does.Contain("ORC3445"));
        Assert.That(place.Rows(night.Folder, "b"), Is.EqualTo(new[] { "3,Cid" }));
        Assert.That(night.Read(reader => reader.Errors(1).Single().Error.Class),
            Is.EqualTo(ErrorClass.OutcomeUnknown));
        Assert.That(night.Call("", "retry", "-s", "Night/b").ExitCode, Is.Zero, "named, it runs");
    }

    [Test]
    public void What_the_dead_run_left_on_servers_is_ended_before_anything_of_it_is_judged()
    {
        using var place = RelaxedPlace.Of(Relaxable.PostgreSqlDatabase);
        using var night = new CrashNight(place);
        Assert.That(night.Run("durability.flush.before").ExitCode, Is.EqualTo(137));

        var retry = night.Call("recovery.sessions.after", "retry");

        Assert.That(retry.ExitCode, Is.EqualTo(137), retry.Said);
        Assert.That(night.OpenScopes(), Has.Count.EqualTo(1));
        Assert.That(States(night, 1).Select(each => each.State), Is.All.EqualTo(NodeState.Succeeded));
        Assert.That(night.Call("", "retry").ExitCode, Is.Zero);
        Assert.That(night.OpenScopes(), Is.Empty);
    }

    private static void Lose(CrashNight night, string package, bool hasRows = false)
    {
        var attempt = night.Read(reader => reader.Nodes(1).Single(node => node.Name == package).Last!.Id);
        var file = Path.Combine(night.Folder, ".orchestrator", "data", "Target.db");
        using var connection = new SqliteConnection($"Data Source={file};Pooling=False");
        connection.Open();
        using var command = connection.CreateCommand();
        command.CommandText = (hasRows ? "" : "DELETE FROM b; ")
            + "DELETE FROM orchestrator_attempt_markers WHERE attempt = $attempt";
        command.Parameters.AddWithValue("$attempt", attempt);
        command.ExecuteNonQuery();
    }

    private static (string Name, NodeState State)[] States(CrashNight night, long run) =>
        night.Read(reader => reader.Nodes(run).Where(node => node.Kind == NodeKind.Package)
            .Select(node => (node.Name, node.State)).ToArray())!;
}
