using Npgsql;
using Orchestrator.Core;
using Orchestrator.Metadata.Diagnostics;
using Orchestrator.Metadata.Model;

namespace Orchestrator.Packages.Tests.Load.Paths;

/// <summary>Rows that go from one PostgreSQL database into another as the first one wrote them.</summary>
internal sealed class PassThroughTests
{
    private const string AllTypes = """
        CREATE TABLE s (
          id int NOT NULL, b boolean, i2 smallint, i8 bigint, f4 real, f8 double precision, n numeric,
          n9 numeric(9,2), n50 numeric(50,10), t text, v varchar, v5 varchar(5), c5 character(5), y bytea, d date,
          tm time, tm3 time(3), ts timestamp, ts3 timestamp(3), tz timestamptz, tz0 timestamptz(0), u uuid, j json,
          jb jsonb);
        INSERT INTO s VALUES
          (1, true, 32767, 9223372036854775807, 'NaN', 'Infinity', 'NaN', 9999999.99, 1e39::numeric(50,10), '𝄞 ö', '',
           'äöüß ', 'ab', '\x00ff', 'infinity', '24:00', '23:59:59.999', 'infinity', '294276-12-31 23:59:59.999',
           '-infinity', '0001-01-01 00:00:00+00', 'ffffffff-ffff-ffff-ffff-ffffffffffff', '{"a": 1,  "a":2}',
           '{"a": [1, null]}'),
          (2, false, -32768, -9223372036854775808, -3.4028235e38, 5e-324, -0.000000000000000000000000000000000001,
           -0.01, 0.0000000001, '', ' a ', '', '', '', '4713-01-01 BC', '00:00', '00:00:00.001',
           '4713-01-01 00:00:00 BC', '0001-01-01', '294276-12-31 23:59:59.999999+00', 'infinity',
           '00000000-0000-0000-0000-000000000000', ' null ', '"x"');
        INSERT INTO s (id) VALUES (3);
        """;

    private PostgreSqlRig _rig = null!;
    private EmptyDatabase _far = null!;

    [SetUp]
    public void Make()
    {
        _rig = new PostgreSqlRig();
        _far = EmptyDatabase.Take();
        _rig.Rig.Servers.Add(new Connection
        {
            Name = "Far",
            Platform = Platform.PostgreSql,
            ConnectionString = _far.ConnectionString,
        });
    }

    [TearDown]
    public void Remove()
    {
        _rig.Dispose();
        _far.Dispose();
    }

    [TestCase(Swap.Auto)]
    [TestCase(Swap.InPlace)]
    [TestCase(Swap.Transaction)]
    public void Every_type_that_passes_arrives_byte_for_byte(Swap swap)
    {
        _rig.Execute(AllTypes);
        var load = Load() with { Load = new LoadOptions { Swap = Rig.Written(swap) } };

        var first = _rig.Rig.Run(load);
        var again = _rig.Rig.Run(load);

        Assert.That(first.Error?.Message, Is.Null, first.LoadPath);
        Assert.That(again.LoadPath, Does.StartWith("pass-through: all columns have the same types"));
        Assert.That((again.Counts.Read, again.Counts.Inserted, again.Counts.Rejected), Is.EqualTo((3, 3, 0)));
        Assert.That(again.Work.BytesRead, Is.GreaterThan(0));
        var sent = Bytes(Database(), "SELECT * FROM s ORDER BY id");
        Assert.That(Bytes(_far.Name, "SELECT * FROM t ORDER BY id"), Is.EqualTo(sent));
    }

    [Test]
    public void Columns_that_the_engine_fills_are_filled_and_columns_come_in_the_targets_order()
    {
        _rig.Execute("CREATE TABLE s (b text, a int NOT NULL); INSERT INTO s VALUES ('x', 1), (NULL, 2)");

        var result = _rig.Rig.Run(Load(Rig.Column("a"), Rig.Column("b")) with
        {
            SystemColumns =
            [
                new SystemColumn("RowAuditId", "RowAuditId", Rig.Type("bigint"), Origin.Default),
                new SystemColumn("RowRecordSource", "From", Rig.Type("nvarchar(20)"), Origin.Default),
            ],
        });

        Assert.That(result.LoadPath, Does.StartWith("pass-through"), result.Error?.Message);
        Assert.That(Lines("SELECT a, b, \"RowAuditId\", \"From\" FROM t ORDER BY a"), Is.EqualTo((string[])
            [$"1|x|{_rig.Rig.LastAttempt}|PG", $"2|∅|{_rig.Rig.LastAttempt}|PG"]));
    }

    [Test]
    public void An_empty_table_passes_and_empties_the_target()
    {
        _rig.Execute("CREATE TABLE s (a int); INSERT INTO s VALUES (1)");
        _rig.Rig.Run(Load());
        _rig.Execute("DELETE FROM s");

        var result = _rig.Rig.Run(Load());

        Assert.That(result.LoadPath, Does.StartWith("pass-through"), result.Error?.Message);
        Assert.That(Lines("SELECT * FROM t"), Is.Empty);
    }

    [Test]
    public void Many_rows_of_every_size_pass_in_bounded_pieces()
    {
        _rig.Execute("""
            CREATE TABLE s (id int, x text);
            INSERT INTO s SELECT i, repeat('ü', i % 500) FROM generate_series(1, 60000) AS i;
            INSERT INTO s SELECT i, repeat('y', 3000000) FROM generate_series(60001, 60003) AS i
            """);

        var result = _rig.Rig.Run(Load());

        Assert.That(result.LoadPath, Does.StartWith("pass-through"), result.Error?.Message);
        Assert.That(result.Counts.Inserted, Is.EqualTo(60003));
        // Twenty-four million bytes, which the constraint would compare one by one as objects.
        var sent = Bytes(Database(), "SELECT * FROM s ORDER BY id");
        Assert.That(Bytes(_far.Name, "SELECT * FROM t ORDER BY id").AsSpan().SequenceEqual(sent), Is.True);
        Assert.That(_rig.Rig.Resources.Memory.InUse, Is.Zero);
    }

    [TestCase("v varchar(5)", "CREATE TABLE t (v varchar(5) COLLATE \"C\")", "column 'v'")]
    [TestCase("v smallint[]", null, "column 'v': smallint[] is not of the types")]
    [TestCase("v regclass", null, "column 'v': regclass")]
    [TestCase("v money", null, "column 'v': money")]
    [TestCase("v xml", null, "column 'v': xml")]
    [TestCase("v mood", null, "mood")]
    [TestCase("v interval", null, "column 'v': interval")]
    public void What_does_not_pass_goes_by_row_batches_and_says_which_column(string column, string? table, string why)
    {
        _rig.Execute($"CREATE TYPE mood AS ENUM ('ok'); CREATE TABLE s ({column}); INSERT INTO s VALUES (NULL)");
        Tell($"CREATE TYPE mood AS ENUM ('ok'); {table}");

        var result = _rig.Rig.Run(Load());

        Assert.That(result.LoadPath, Does.StartWith("row batches: ").And.Contain(why), result.Error?.Message);
        Assert.That(Lines("SELECT * FROM t"), Has.Length.EqualTo(1));
    }

    [TestCase("numeric", "1.2399", "decimal(9,2)")]
    [TestCase("varchar(9)", "abc ", "nvarchar(3)")]
    [TestCase("character(4)", "abc", "nchar(3)")]
    [TestCase("timestamp", "2024-01-01 00:00:00.123456", "datetime2(3)")]
    [TestCase("time", "00:00:00.123456", "time(3)")]
    public void A_column_that_the_server_would_round_or_cut_is_left_to_the_guard(string from, string value, string to)
    {
        _rig.Execute($"CREATE TABLE s (v {from}); INSERT INTO s VALUES ('{value}')");

        var result = _rig.Rig.Run(Load(Rig.Column("v", to)));

        Assert.That(result.LoadPath, Does.StartWith("row batches: column 'v': it is "));
        Assert.That(result.Error?.Code, Does.StartWith("ORC300"));
    }

    [TestCase("numeric(9,1)")]
    [TestCase("numeric(9,3)")]
    public void A_column_that_changes_once_the_path_is_chosen_takes_no_row_that_passes(string type)
    {
        _rig.Execute("CREATE TABLE s (v numeric(9,2)); INSERT INTO s VALUES (1.25)");
        Tell("CREATE TABLE t (v numeric(9,2))");
        var platform = new RecordedPlatform(PostgreSqlRig.PlatformOf(), PostgreSqlRig.PlatformOf().Abilities);
        var isChanged = false;
        platform.Before = entry =>
        {
            if (!isChanged && entry == platform.Dialect.Count(platform.Dialect.Table(null, "t")))
            {
                isChanged = true;
                Tell($"SET lock_timeout = '5s'; ALTER TABLE t ALTER v TYPE {type}");
            }
        };
        _rig.Rig.PlatformOf = connection => connection.Name == "Far" ? platform : PostgreSqlRig.PlatformOf();

        var result = _rig.Rig.Run(Load() with { Load = new LoadOptions { Pattern = Rig.Written(LoadPattern.Append) } });

        Assert.That(platform.Log, Does.Contain("write t"), "it was chosen to pass");
        Assert.That((result.Outcome, result.Error?.Code), Is.EqualTo((NodeState.Failed, "ORC3401")));
        Assert.That(Lines("SELECT v FROM t"), Is.Empty);
    }

    [Test]
    public void A_row_that_the_table_refuses_sends_all_rows_through_the_guard_whose_policies_then_count()
    {
        _rig.Execute("CREATE TABLE s (a int, b int); INSERT INTO s VALUES (1, 1), (2, NULL), (3, 3)");
        var load = Load(Rig.Column("a"), Rig.Column("b") with { Nullable = false }) with
        {
            Errors = new ErrorOptions { OnError = Rig.Written(Policy.Redirect) },
        };

        var result = _rig.Rig.Run(load);

        Assert.That(result.LoadPath, Does.StartWith("row batches: a row was refused when they passed through"));
        Assert.That((result.Counts.Read, result.Counts.Inserted, result.Counts.Rejected), Is.EqualTo((3, 2, 1)));
        Assert.That(Lines("SELECT a FROM t ORDER BY a"), Is.EqualTo((string[])["1", "3"]));
    }

    [TestCase("Pg", "read")]
    [TestCase("Far", "write")]
    public void A_connection_that_is_cut_in_the_middle_leaves_the_rows_that_were_there(string cut, string phase)
    {
        _rig.Execute("CREATE TABLE s (a int, x text); INSERT INTO s VALUES (7)");
        _rig.Rig.Run(Load());
        _rig.Execute("INSERT INTO s SELECT i, repeat('x', 100) FROM generate_series(1, 200000) AS i");
        _rig.Rig.Progress = (_, _) => Cut(cut == "Pg" ? Database() : _far.Name);

        var result = _rig.Rig.Run(Load());

        Assert.That(result.LoadPath, Does.StartWith("pass-through"));
        Assert.That(
            (result.Error?.Class, result.Error?.Phase, result.Error?.Connection, result.Counts.Inserted),
            Is.EqualTo((ErrorClass.Transient, phase, cut, 0)), result.Error?.Message);
        _rig.Rig.Progress = (_, _) => { };
        Assert.That(Lines("SELECT a FROM t"), Is.EqualTo((string[])["7"]));
    }

    [Test]
    public void Who_cancels_waits_for_nothing_and_nothing_is_left()
    {
        _rig.Execute("CREATE TABLE s (a int, x text)");
        _rig.Execute("INSERT INTO s SELECT i, repeat('x', 100) FROM generate_series(1, 200000) AS i");
        using var stop = new CancellationTokenSource();
        _rig.Rig.Cancellation = stop.Token;
        _rig.Rig.Progress = (_, _) => stop.Cancel();

        var result = _rig.Rig.Run(Load());

        Assert.That(result.Outcome, Is.EqualTo(NodeState.Cancelled));
        Assert.That(Lines("SELECT relname FROM pg_class WHERE relname LIKE 'load\\_%' OR relname = 't'"), Is.Empty);
    }

    private static ObjectDefinition Load(params ColumnDefinition[] columns) => Rig.Load("t", columns) with
    {
        Source = new ObjectSource { Connection = "Pg", Name = "s" },
        Target = new ObjectTarget("Far", null, "t"),
    };

    private static byte[] Bytes(string database, string query)
    {
        using var source = NpgsqlDataSource.Create(Server.Cluster.ConnectionString(database));
        using var connection = source.OpenConnection();
        using var stream = connection.BeginRawBinaryCopy($"COPY ({query}) TO STDOUT (FORMAT binary)");
        using var bytes = new MemoryStream();
        stream.CopyTo(bytes);
        return bytes.ToArray();
    }

    private void Cut(string database) => _far.Run(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
        + $"WHERE datname = '{database}' AND pid <> pg_backend_pid()");

    private string Database() => _rig.Query("SELECT current_database()").Single();

    private void Tell(string sql) => _far.Run(sql);

    private string[] Lines(string sql) => _far.Lines(sql);
}
