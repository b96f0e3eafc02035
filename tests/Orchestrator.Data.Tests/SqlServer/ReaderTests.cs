using Orchestrator.Core.Types;
using Orchestrator.Tds;

namespace Orchestrator.Data.Tests.SqlServer;

internal sealed class ReaderTests
{
    [TestCaseSource(typeof(BulkCase), nameof(BulkCase.All))]
    public void A_value_of_every_type_is_read_as_it_is(BulkCase one)
    {
        using var scripted = new ScriptedDatabase();
        scripted.Returns("SELECT b", ["a int", $"b {one.Declared}"], [1, Sent(one)], [2, null], [3, Sent(one)]);
        using var database = scripted.Open(isTarget: false);

        using var reader = database.Read("SELECT b");
        var rows = TextRows.Read(reader);

        Assert.That(reader.Columns[1].Type, Is.EqualTo(Databases.Type(one.Type)));
        Assert.That(rows, Is.EqualTo(new string?[][] { ["1", Shown(one)], ["2", null], ["3", Shown(one)] }));
    }

    [TestCase("SELECT b WHERE c > @since", "@since")]
    [TestCase("SELECT b WHERE c > @SINCE OR d > @since", "@SINCE")]
    [TestCase("SELECT b WHERE c > '@Since' OR c > @SinceThen -- @Since", null)]
    public void A_variable_is_a_parameter_as_the_statement_writes_it(string sql, string? expected)
    {
        using var scripted = new ScriptedDatabase();
        string[] sent = [];
        scripted.Server.On(sql, (request, reply) =>
        {
            sent = [.. (request as Call)?.Parameters.Select(parameter => parameter.Name) ?? []];
            reply.Rows(["b int"], [1]);
        });
        using var database = scripted.Open(isTarget: false);

        TextRows.Read(database, sql, ("@Since", 1L));

        Assert.That(sent, Is.EqualTo(expected is null ? Array.Empty<string>() : [expected]));
    }

    [Test]
    public void Half_of_a_surrogate_pair_is_seen_by_the_guard()
    {
        using var scripted = new ScriptedDatabase();
        scripted.Returns("SELECT b", ["b nvarchar(10)"], ["ok"], ["a\ud834z"]);
        using var database = scripted.Open(isTarget: false);
        using var reader = database.Read("SELECT b");
        using var pool = new RowBatchPool(new RunResources().Memory, reader.Columns);
        var batch = pool.RentNow();

        reader.Read(batch, CancellationToken.None);
        using var guard = new Guard(
            reader.Columns,
            [
                TextRows.GuardOf(Databases.Platform.Dialect, reader.Columns[0], 0) with
                {
                    OnEncodingLoss = GuardPolicy.Redirect,
                },
            ],
            new RunResources());
        using var passed = guard.Check(batch);

        Assert.That(passed.Count, Is.EqualTo(1));
        Assert.That(passed.Rejected.Select(row => (row.Row, row.Reason)),
            Is.EqualTo(new[] { (2L, RejectReason.EncodingLoss) }));
    }

    [Test]
    public void A_long_text_comes_whole_whatever_its_pieces()
    {
        var text = string.Concat(Enumerable.Range(0, 9000).Select(i => i % 3 == 0 ? "𝄞" : "é"));
        using var scripted = new ScriptedDatabase();
        scripted.Returns("SELECT b", ["b nvarchar(max)"], [text], ["x" + text]);
        using var database = scripted.Open(isTarget: false);

        Assert.That(TextRows.Read(database, "SELECT b"), Is.EqualTo(new string?[][] { [text], ["x" + text] }));
    }

    [Test]
    public void A_long_text_comes_whole_however_the_network_cuts_it()
    {
        var text = new string('日', 100_000);
        using var scripted = new ScriptedDatabase();
        scripted.Returns("SELECT b", ["a int", "b nvarchar(max)"], [1, text], [2, null], [3, text]);
        using var database = scripted.Open(isTarget: false);

        for (var i = 0; i < 100; i++)
        {
            Assert.That(
                TextRows.Read(database, "SELECT b").Select(row => row[1]), Is.EqualTo(new[] { text, null, text }));
            Assert.That(database.Ask("SELECT b").First, Is.EqualTo(new[] { "1", text }));
        }
    }

    [Test]
    public void A_row_over_its_limit_is_an_error_and_not_memory()
    {
        using var scripted = new ScriptedDatabase();
        scripted.Returns("SELECT b", ["a int", "b nvarchar(max)"], [1, "x"], [2, new string('y', 50_000)]);
        using var database = scripted.Open(isTarget: false, rowBytesMax: 20_000);

        var refused = Assert.Throws<DataRefusedException>(() => TextRows.Read(database, "SELECT b"))!;

        Assert.That((refused.Code, refused.Row), Is.EqualTo(("ORC3107", 2)));
    }

    [Test]
    public void Many_rows_come_in_batches_and_are_numbered()
    {
        using var scripted = new ScriptedDatabase();
        scripted.Server.On("SELECT a", reply => reply.Rows(
            [Column.Parse("a int"), Column.Parse("b varchar(20)")],
            Enumerable.Range(0, 5000).Select(i => new object?[] { i, $"row {i}" })));
        using var database = scripted.Open(isTarget: false);

        var rows = TextRows.Read(database, "SELECT a");

        Assert.That(rows, Has.Count.EqualTo(5000));
        Assert.That(rows[4999], Is.EqualTo(new[] { "4999", "row 4999" }));
    }

    [Test]
    public void Nothing_is_allocated_for_a_row_of_fixed_width()
    {
        string[] types =
        [
            "bit", "tinyint", "smallint", "int", "bigint", "decimal(9,2)", "decimal(38,10)", "money", "real", "float",
            "date", "time(7)", "datetime", "datetime2(7)", "datetimeoffset(7)", "uniqueidentifier", "binary(8)",
        ];
        using var scripted = new ScriptedDatabase();
        var moment = new DateTime(2026, 1, 31, 12, 0, 0);
        object?[] row =
        [
            true, (byte)1, (short)1, 1, 1L, 1.25m, 1.25m, 1.25m, 1.5f, 1.5, new DateOnly(2026, 1, 31),
            moment.TimeOfDay, moment, moment, new DateTimeOffset(moment, TimeSpan.FromHours(2)), Guid.Empty,
            new byte[8],
        ];
        scripted.Server.On("SELECT 1", reply => reply.Rows(
            [.. types.Select((type, i) => Column.Parse($"c{i} {type}"))], Enumerable.Repeat(row, 20_000)));
        using var database = scripted.Open(isTarget: false);
        using var reader = database.Read("SELECT 1");
        using var pool = new RowBatchPool(new RunResources().Memory, reader.Columns);
        using var batch = pool.RentNow();
        reader.Read(batch, CancellationToken.None);
        var rows = 0;

        var before = GC.GetAllocatedBytesForCurrentThread();
        while (reader.Read(batch, CancellationToken.None))
        {
            rows += batch.Count;
        }

        // The smallest object has 24 bytes. A read that has to wait for the network costs the client a few, whatever
        // it then brings.
        Assert.That(rows, Is.GreaterThan(10_000));
        Assert.That((GC.GetAllocatedBytesForCurrentThread() - before) / (double)rows, Is.LessThan(8));
    }

    [Test]
    public void Parameters_go_as_what_they_are()
    {
        using var scripted = new ScriptedDatabase();
        scripted.Returns("SELECT a FROM t WHERE a > @from AND b = @b", ["a int"], [1]);
        using var database = scripted.Open(isTarget: false);

        TextRows.Read(database, "SELECT a FROM t WHERE a > @from AND b = @b", ("from", 5L), ("@b", "x"));

        Assert.That(scripted.Server.Recorder.Of(1), Does.Contain(
            "sp_executesql SELECT a FROM t WHERE a > @from AND b = @b | @from bigint = 5, @b nvarchar(4000) = N'x'"));
    }

    [Test]
    public void The_server_is_told_of_the_parameters_when_it_is_asked_what_a_query_returns()
    {
        using var scripted = new ScriptedDatabase();
        scripted.Returns("SELECT a FROM t WHERE a > @from AND b = @b", ["a int"], [1]);
        using var database = scripted.Open(isTarget: false);
        (string, object?)[] values = [("from", 5L), ("@b", "x"), ("elsewhere", 7L)];

        TextRows.Read(database, "SELECT a FROM t WHERE a > @from AND b = @b", values);
        database.ResultRefusal("SELECT a * @from FROM t", new RowColumn("a", Databases.Type("int")), values);

        Assert.That(
            scripted.Server.Recorder.Of(1).Where(line => line.Contains("describe", StringComparison.Ordinal)),
            Is.EqualTo(new[] { "= N'@from bigint, @b nvarchar(max)'", "= N'@from bigint'" }).Using<string, string>(
                (line, declared) => line.EndsWith($"@parameters nvarchar(4000) {declared}", StringComparison.Ordinal)));
    }

    [TestCase("date", "2026-02-01")]
    [TestCase("datetime", "2026-02-01 10:00:00.123")]
    [TestCase("smalldatetime", "2026-02-01 10:00:00")]
    [TestCase("datetime2(3)", "2026-02-01 10:00:00.123")]
    [TestCase("datetimeoffset(0)", "2026-02-01 10:00:00 +00:00")]
    [TestCase("time(0)", "10:00:00")]
    [TestCase("decimal(9,4)", "1.2345")]
    [TestCase("money", "1.2345")]
    public void A_variable_goes_with_its_type_and_no_language_or_other_scale_reads_it(string type, string text)
    {
        const string query = "SELECT a FROM t WHERE a > @since";
        using var scripted = new ScriptedDatabase();
        scripted.Returns(query, ["a int"], [1]);
        using var database = scripted.Open(isTarget: false);
        TypedValue.TryParse(Databases.Type(type), text, out var value, out _);

        TextRows.Read(database, query, ("@since", value));

        var sent = string.Join('\n', scripted.Server.Recorder.Of(1));
        var declared = type.Replace("(3)", "(7)").Replace("(0)", "(7)").Replace("money", "decimal(19,4)");
        Assert.That(sent, Does.Contain($"sp_executesql {query} | @since {declared.Replace("decimal", "numeric")} = "));
        Assert.That(sent, Does.Contain($"@parameters nvarchar(4000) = N'@since {declared}'"), "it is described so");
    }

    [TestCase(ReadIsolation.ReadCommitted, "ReadCommitted")]
    [TestCase(ReadIsolation.Snapshot, "Snapshot")]
    [TestCase(ReadIsolation.ReadUncommitted, "ReadUncommitted")]
    [TestCase(ReadIsolation.RepeatableRead, "RepeatableRead")]
    public void Reading_is_a_transaction_of_its_isolation_that_is_rolled_back(ReadIsolation isolation, string level)
    {
        using var scripted = new ScriptedDatabase();
        scripted.Returns("SELECT a", ["a int"], [1]);
        using (var database = scripted.Open(isTarget: false, isolation))
        {
            TextRows.Read(database, "SELECT a");
            database.Commit();
        }

        Assert.That(scripted.Server.Recorder.Of(1), Does.Contain($"begin {level}").And.Contain("rollback"));
        Assert.That(scripted.Server.Recorder.Of(1), Does.Not.Contain("commit"));
    }

    [TestCase("ORC3413", "no columns")]
    [TestCase("ORC3413", "several results")]
    public void A_query_is_one_result(string code, string why)
    {
        using var scripted = new ScriptedDatabase();
        scripted.Server.On("no columns", reply => reply.Done(1));
        scripted.Server.On("several results", reply => reply.Value("int", 1).Value("int", 2));
        using var database = scripted.Open(isTarget: false);

        var refused = Assert.Throws<DataRefusedException>(() => TextRows.Read(database, why))!;

        Assert.That(refused.Code, Is.EqualTo(code));
        Assert.That(refused.Message, Does.Contain(why));
    }

    [Test]
    public async Task A_reader_that_is_given_up_does_not_read_to_the_end()
    {
        using var scripted = new ScriptedDatabase();
        var gate = new Gate();
        var sent = 0;
        scripted.Server.On("SELECT a", reply => reply.Rows([Column.Parse("a int")], Endless(() => sent++)));
        using var database = scripted.Open(isTarget: false);

        await Task.Run(() =>
        {
            using var reader = database.Read("SELECT a");
            using var pool = new RowBatchPool(new RunResources().Memory, reader.Columns);
            using var batch = pool.RentNow();
            reader.Read(batch, CancellationToken.None);
        });

        Assert.That(sent, Is.GreaterThan(0));
        gate.Open();
    }

    [Test]
    public async Task A_token_stops_a_read_that_waits_for_the_server()
    {
        using var scripted = new ScriptedDatabase();
        var gate = new Gate();
        scripted.Server.On("SELECT a", reply => reply.Rows([Column.Parse("a int")], [[1]]).Wait(gate));
        using var database = scripted.Open(isTarget: false);
        using var reader = database.Read("SELECT a");
        using var pool = new RowBatchPool(new RunResources().Memory, reader.Columns);
        using var batch = pool.RentNow();
        using var stop = new CancellationTokenSource();

        var work = Task.Run(() => Assert.Catch(() =>
        {
            while (reader.Read(batch, stop.Token))
            {
            }
        }));
        await gate.Reached;
        await stop.CancelAsync();

        Assert.That(await work, Is.InstanceOf<OperationCanceledException>());
    }

    [Test]
    public void A_variant_is_read_as_text()
    {
        using var scripted = new ScriptedDatabase();
        scripted.Returns(
            "SELECT v", ["v sql_variant"], [new VariantValue("int", 7)], [new VariantValue("decimal(10,3)", 12.345m)],
            [new VariantValue("nvarchar(4)", "日本")], [new VariantValue("datetime", new DateTime(2026, 1, 31))],
            [null]);
        using var database = scripted.Open(isTarget: false);

        Assert.That(TextRows.Read(database, "SELECT v").Select(row => row[0]),
            Is.EqualTo(new[] { "7", "12.345", "日本", "2026-01-31 00:00:00.000", null }));
    }

    private static IEnumerable<object?[]> Endless(Action sent)
    {
        for (var i = 0; ; i++)
        {
            sent();
            yield return [i];
        }
    }

    private static object Sent(BulkCase one) => one.Type == "date" ? DateOnly.FromDateTime((DateTime)one.Client)
        : one.Client;

    // The client writes xml anew.
    private static string Shown(BulkCase one) => one.Text;
}
