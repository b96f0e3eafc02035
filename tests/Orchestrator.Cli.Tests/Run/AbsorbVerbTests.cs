using System.Text.Json;
using Microsoft.Data.Sqlite;

namespace Orchestrator.Cli.Tests.Run;

/// <summary>What operators do with a buffer.</summary>
internal sealed class AbsorbVerbTests
{
    private TemporaryFolder _solution = null!;

    [SetUp]
    public void Before()
    {
        _solution = new TemporaryFolder();
        Define("interval: 1h");
    }

    [TearDown]
    public void After() => _solution.Dispose();

    [Test]
    public void Rows_that_are_piped_in_wait_in_the_buffer_and_are_drained()
    {
        var piped = Called.Piped(
            _solution.Path, "{\"Id\":1,\"State\":\"new\"}\n{\"Id\":1,\"State\":\"paid\"}\n",
            "absorb", "ingest", "orders", "--format", "jsonl");
        var status = Call("absorb", "status", "-o", "json");
        var drained = Call("absorb", "drain", "orders");

        Assert.That((piped.ExitCode, piped.Out), Is.EqualTo((0, "2 read = 2 inserted, into the buffer\n")));
        var buffer = JsonDocument.Parse(status.Out).RootElement.GetProperty("buffers")[0];
        Assert.That((buffer.GetProperty("backlog").GetInt64(), buffer.GetProperty("drainer").GetString()),
            Is.EqualTo((2, "")));
        Assert.That(drained.Out, Does.StartWith("2 drained = 1 inserted + 0 updated + 1 duplicate + 0 older, "));
        Assert.That(Rows("orders"), Is.EqualTo((string[])["1|paid"]));
    }

    [Test]
    public void A_row_that_does_not_fit_is_refused_with_its_place_and_nothing_of_its_piece_is_in_the_buffer()
    {
        var piped = Called.Piped(_solution.Path, "Id,State\n1,new\nx,new\n", "absorb", "ingest", "orders");

        Assert.That(piped.ExitCode, Is.EqualTo(1));
        Assert.That(piped.Error, Does.Contain("row 2, column Id").And.Contain("No row of standard input is in the"));
        Assert.That(Rows("orders_buffer"), Is.Empty);
    }

    [Test]
    public void Ctrl_C_drains_what_is_there_and_gives_the_buffer_back()
    {
        RunningCommand.OnLinuxOnly();
        Define("interval: 1h, printStatistics: true");
        using var run = new RunningCommand(_solution.Path, "absorb", "run", "orders");
        run.AwaitLine("0 waiting");
        Called.Piped(_solution.Path, "Id,State\n1,new\n2,new\n", "absorb", "ingest", "orders");
        var before = Call("absorb", "status", "-o", "json").Out;

        run.Send("INT");

        Assert.That(run.ExitCode(), Is.EqualTo(130), run.Said);
        Assert.That(run.Said, Does.Contain("2 drained = 2 inserted"));
        Assert.That(before, Does.Contain("\"drainer\": \"process "));
        Assert.That(Call("absorb", "status").Out, Does.Contain("nobody"));
        Assert.That(Rows("orders"), Is.EqualTo((string[])["1|new", "2|new"]));
    }

    [Test]
    public void A_second_drainer_is_told_who_drains()
    {
        RunningCommand.OnLinuxOnly();
        Define("interval: 1h, printStatistics: true");
        using var run = new RunningCommand(_solution.Path, "absorb", "run", "orders");
        run.AwaitLine("0 waiting");

        var second = Call("absorb", "drain", "orders");

        Assert.That(second.ExitCode, Is.EqualTo(3));
        Assert.That(second.Error, Does.Contain($"is drained by process {run.Id} on "));
    }

    [Test]
    public void Who_drains_without_an_end_waits_for_who_drains_and_goes_on_behind_it()
    {
        RunningCommand.OnLinuxOnly();
        Define("interval: 1s, printStatistics: true");
        using var first = new RunningCommand(_solution.Path, "absorb", "run", "orders");
        first.AwaitLine("0 waiting");
        using var second = new RunningCommand(_solution.Path, "absorb", "run", "orders");
        second.AwaitLine($"waiting for 'orders_buffer', which process {first.Id} on ");

        first.Send("INT");

        second.AwaitLine("0 waiting");
    }

    [Test]
    public void What_is_waited_for_in_a_locked_file_is_said()
    {
        RunningCommand.OnLinuxOnly();
        Call("absorb", "create", "orders");
        using var other = Open();
        using var turn = other.BeginTransaction();
        using var drain = new RunningCommand(_solution.Path, "absorb", "drain", "orders");

        drain.AwaitLine("waiting for Mart.db, held by another process");
        turn.Rollback();

        Assert.That(drain.ExitCode(), Is.Zero, drain.Said);
    }

    [Test]
    public void Who_asks_to_stop_while_it_waits_is_no_failure()
    {
        RunningCommand.OnLinuxOnly();
        Call("absorb", "create", "orders");
        using var other = Open();
        using var turn = other.BeginTransaction();
        using var drain = new RunningCommand(_solution.Path, "absorb", "drain", "orders");
        drain.AwaitLine("waiting for Mart.db, held by another process");

        drain.Send("INT");

        Assert.That(drain.ExitCode(), Is.EqualTo(130), drain.Said);
        Assert.That(drain.Said, Does.Not.Contain("failed"));
    }

    [Test]
    public void A_buffer_with_rows_is_not_dropped_without_a_yes()
    {
        Called.Piped(_solution.Path, "Id,State\n1,new\n", "absorb", "ingest", "orders");

        var refused = Call("absorb", "drop", "orders");
        var dropped = Call("absorb", "drop", "orders", "--yes");

        Assert.That((refused.ExitCode, dropped.ExitCode), Is.EqualTo((2, 0)));
        Assert.That(refused.Error, Does.Contain("with 1 row not drained yet"));
        Assert.That(dropped.Out, Is.EqualTo("orders_buffer was dropped\n"));
    }

    [TestCase("absorb", "ingest", "orders", "--format", "xml")]
    [TestCase("absorb", "run", "orders", "--format", "csv")]
    [TestCase("absorb", "run", "nothing")]
    [TestCase("absorb", "fill")]
    public void What_cannot_be_meant_is_a_usage_error(params string[] arguments)
    {
        var called = Call(arguments);

        Assert.That(called.ExitCode, Is.EqualTo(2));
        Assert.That(called.ErrorLines, Has.Length.LessThanOrEqualTo(3), called.Error);
    }

    private void Define(string absorb) => _solution.Write("solution.yaml", $$"""
        formatVersion: 1
        solution: Shop
        connections:
          - {connection: Mart, platform: Sqlite}
        batches:
          - {batch: Nightly, projects: [Mart]}
        projects:
          - project: Mart
            target: Mart
            objects:
              - object: orders
                kind: absorb
                absorb: { {{absorb}} }
                columns:
                  - {column: Id, dataType: int, key: 1}
                  - {column: State, dataType: nvarchar(20)}
        """);

    private Called Call(params string[] arguments) => Called.With(_solution.Path, arguments);

    private SqliteConnection Open()
    {
        var connection = new SqliteConnection(
            $"Data Source={Path.Combine(_solution.Path, ".orchestrator", "data", "Mart.db")};Pooling=False");
        connection.Open();
        return connection;
    }

    private List<string> Rows(string table)
    {
        using var connection = Open();
        using var command = new SqliteCommand($"SELECT \"Id\", \"State\" FROM {table} ORDER BY 1", connection);
        using var reader = command.ExecuteReader();
        var rows = new List<string>();
        while (reader.Read())
        {
            rows.Add($"{reader.GetValue(0)}|{reader.GetValue(1)}");
        }

        return rows;
    }
}
