using Npgsql;
using Orchestrator.Core.Durability;

namespace Orchestrator.Faults.Tests.Durability;

/// <summary>
/// What goes wrong around a relaxed PostgreSQL database while a run is at work, or between two of them.
/// </summary>
[Parallelizable(ParallelScope.Self)] // They mostly wait for processes.
internal sealed class RelaxedTroubleTests
{
    private const string Forced = "delayedDurability: {mode: forced, scope: database}";

    private RelaxedPlace _place = null!;
    private RelaxedPlace _other = null!;
    private CrashNight _night = null!;

    [SetUp]
    public void Make()
    {
        _place = RelaxedPlace.Of(Relaxable.PostgreSqlDatabase);
        _other = RelaxedPlace.Of(Relaxable.PostgreSqlDatabase);
        _night = new CrashNight(_place);
        File.WriteAllText(Path.Combine(_night.Folder, "in", "d.csv"), "id,name\n1,Ann\n");
    }

    [TearDown]
    public void Remove()
    {
        _night.Dispose();
        _place.Dispose();
        _other.Dispose();
    }

    [Test]
    public void A_database_that_lets_nobody_in_any_more_keeps_no_other_one_relaxed()
    {
        _night.Replace(Forced, Forced.Replace("forced", "forced, flush: run"));
        Connect("Also", _other, Forced);
        Connect("Admin", _place, "", "postgres");
        SecondWrites("Also");
        Further("Third", $$"""
              - project: Third
                source: Admin
                target: Admin
                objects:
                  - object: close
                    kind: sql
                    sql: "ALTER DATABASE {{_place.Name}} ALLOW_CONNECTIONS false; SELECT pg_terminate_backend(pid) FROM
                      pg_stat_activity WHERE datname = '{{_place.Name}}'"
            """);

        var run = _night.Run();

        Assert.That(run.ExitCode, Is.EqualTo(1), run.Said);
        Assert.That(_other.Setting, Is.Empty);
        Assert.That(run.Said, Does.Contain("ORC4010"));
        Assert.That(_night.OpenScopes().Select(scope => scope.Database), Is.EqualTo(new[] { _place.Name }));
    }

    [Test]
    public void A_connection_that_could_not_be_relaxed_keeps_another_one_to_that_database_durable()
    {
        var loader = $"loader_{_place.Name}";
        Execute(_place.Name, $"CREATE ROLE {loader} LOGIN PASSWORD '{Server.Cluster.Password}'",
            $"GRANT ALL ON SCHEMA public TO {loader}", $"GRANT CREATE ON DATABASE {_place.Name} TO {loader}");
        Connect("Also", _place, Forced);
        _night.Replace(_place.Connection(_night.Folder),
            _place.Connection(_night.Folder).Replace("Username=orchestrator", $"Username={loader}"));
        _night.Replace("projects: [Night]", "projects: [Night, Second]");
        SecondWrites("Also");

        var run = _night.Run();

        Assert.That(_night.Scopes().Select(scope => scope.State), Is.All.EqualTo(ScopeState.Refused), run.Said);
        Assert.That(run.Said, Does.Contain("Target stays durable: the user does not own the database"));
        Assert.That(run.Said, Does.Contain("Also stays durable: the connection 'Target' leads to the same database"));
    }

    [Test]
    public void Where_markers_cannot_be_read_the_setting_is_put_back_all_the_same()
    {
        _place.Setting = "local";
        Assert.That(_night.Run("durability.flush.before").ExitCode, Is.EqualTo(137));
        Execute(_place.Name, "ALTER TABLE orchestrator.attempt_markers RENAME attempt TO kept");

        var restored = _night.Call("", "durability", "restore");
        var found = _place.Setting;
        Execute(_place.Name, "ALTER TABLE orchestrator.attempt_markers RENAME kept TO attempt");
        var again = _night.Call("", "durability", "restore");

        Assert.That((restored.ExitCode, found), Is.EqualTo((1, "local")), restored.Said);
        Assert.That(restored.Said, Does.Contain("is put back, but").And.Contain("durability restore Target"));
        Assert.That((again.ExitCode, _place.Setting), Is.EqualTo((0, "local")), again.Said);
        Assert.That(again.Said, Does.Contain("2 are on disk, 0 are lost"));
        Assert.That(_night.OpenScopes(), Is.Empty);
    }

    [Test]
    public void A_connection_with_another_name_by_now_leads_to_what_a_dead_run_left()
    {
        _place.Setting = "local";
        Assert.That(_night.Run("durability.work.after").ExitCode, Is.EqualTo(137));
        _night.Replace("connection: Target", "connection: Renamed");
        _night.Replace("target: Target", "target: Renamed");
        _night.Replace(", " + Forced, "");

        var run = _night.Run();

        Assert.That((run.ExitCode, _place.Setting), Is.EqualTo((0, "local")), run.Said);
        Assert.That(_night.OpenScopes(), Is.Empty);
    }

    [Test]
    public void Who_reads_it_through_a_connection_of_another_name_waits_for_its_flush()
    {
        Connect("Reading", _place, "");
        Connect("Elsewhere", _other, "");
        Further("Third", """
              - project: Third
                source: Reading
                target: Elsewhere
                objects:
                  - {object: read, source: {name: a}, load: {pattern: TruncateInsert}}
            """);
        _night.Replace(Forced, Forced.Replace("forced", "forced, flush: run"));

        var killed = _night.Run("durability.flush.before");

        Assert.That(killed.ExitCode, Is.EqualTo(137), killed.Said);
        Assert.That(() => _other.Rows(_night.Folder, "read"), Throws.InstanceOf<PostgresException>());
        Assert.That(_night.Run().ExitCode, Is.Zero);
        Assert.That(_other.Rows(_night.Folder, "read"), Has.Count.EqualTo(2));
    }

    private void Connect(string name, RelaxedPlace to, string rest, string? database = null)
    {
        var text = to.Connection(_night.Folder).Replace("connection: Target", $"connection: {name}");
        text = text.Replace(", " + Forced, rest.Length > 0 ? ", " + rest : "");
        if (database is not null)
        {
            text = text.Replace($"Database={to.Name}", $"Database={database}");
        }

        _night.Replace("batches:", $"  - {text}\nbatches:");
    }

    private void SecondWrites(string connection) => _night.Replace(
        "project: Second\n    source: Files\n    target: Target",
        $"project: Second\n    source: Files\n    target: {connection}");

    private void Further(string project, string text)
    {
        _night.Replace("projects: [Night]", $"projects: [Night, Second, {project}]");
        _night.Append(text);
    }

    private static void Execute(string database, params string[] statements)
    {
        using var connection =
            new NpgsqlConnection(Server.Cluster.ConnectionString(database) + ";Pooling=false");
        connection.Open();
        foreach (var statement in statements)
        {
            using var command = new NpgsqlCommand(statement, connection);
            command.ExecuteNonQuery();
        }
    }
}
