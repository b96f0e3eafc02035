using Orchestrator.Core.Types;
using Orchestrator.Data.Sqlite;

namespace Orchestrator.Data.Tests.Sqlite;

/// <summary>A stage that is loaded anew every night: it holds its tables, and what the next night needs once.</summary>
internal sealed class NightsTests
{
    private const int Rows = 30_000;
    private const int Nights = 10;

    private static readonly TableName Target = new(null, "t");

    private static readonly RowColumn[] Columns =
        [new("Id", new SqlType(SqlTypeKind.Int)), new("Name", new SqlType(SqlTypeKind.NVarChar, 100))];

    private TemporaryDatabase _temporary = null!;

    [SetUp]
    public void Make() => _temporary = new TemporaryDatabase();

    [TearDown]
    public void Remove() => _temporary.Dispose();

    [Test]
    public void A_stage_and_its_log_are_not_much_more_than_two_tables_after_ten_nights()
    {
        Load(1);
        var table = Used();

        for (var night = 2; night <= Nights; night++)
        {
            Load(night);
        }

        Assert.That(table, Is.GreaterThan(2 << 20));
        Assert.That(Bytes("") + Bytes("-wal"), Is.LessThan(2.3 * table), $"file {Bytes("")}, log {Bytes("-wal")}");
    }

    [Test]
    public void A_reader_keeps_the_log_until_the_next_night()
    {
        Load(1);
        Load(2);
        using (var reader = SqliteFiles.OpenSource(_temporary.File, TimeProvider.System))
        {
            reader.Execute("BEGIN");
            var seen = Count(reader);
            Load(3);

            Assert.That(Count(reader), Is.EqualTo(seen));
            Assert.That(Bytes("-wal"), Is.Positive);
        }

        Load(4);

        Assert.That(Bytes("-wal"), Is.Zero);
        using var after = SqliteFiles.OpenSource(_temporary.File, TimeProvider.System);
        Assert.That(Count(after), Is.EqualTo(Rows));
        Assert.That(SqliteScalar.Command(after, "PRAGMA integrity_check", []).ExecuteScalar(), Is.EqualTo("ok"));
    }

    [Test]
    public void What_a_transaction_added_is_counted_without_reading_it_and_by_its_rows_where_some_are_gone()
    {
        using var database = _temporary.Open();
        database.Execute("CREATE TABLE t (a INTEGER); INSERT INTO t VALUES (5), (6), (7)");
        var whole = SqliteScalar.Long(database, SqliteDialect.Instance.CountTaken(Target));
        database.Execute("DELETE FROM t WHERE a = 6");

        Assert.That(whole, Is.EqualTo(3));
        // Another number than the rows: so they are counted.
        Assert.That(SqliteScalar.Long(database, SqliteDialect.Instance.CountTaken(Target)), Is.Not.EqualTo(2));
    }

    private static long Count(SqliteDatabase database) => SqliteScalar.Long(database, "SELECT count(*) FROM t");

    /// <summary>What is in use of the file; its log and the pages that are free are not the table.</summary>
    private long Used()
    {
        using var database = SqliteFiles.OpenSource(_temporary.File, TimeProvider.System);
        return SqliteScalar.Long(database, "SELECT (p.page_count - f.freelist_count) * s.page_size FROM "
            + "pragma_page_count p, pragma_freelist_count f, pragma_page_size s");
    }

    private long Bytes(string part) => new FileInfo(_temporary.File + part) is { Exists: true } file ? file.Length : 0;

    private void Load(long attempt)
    {
        var load = SqliteDialect.Instance.LoadTable(Target, attempt);
        using (var session = _temporary.OpenTarget())
        {
            session.Begin(CancellationToken.None);
            session.CreateLoadTable(load, Target, attempt, Columns);
            session.Execute(
                $"WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < {Rows}) "
                + $"INSERT INTO {load.Name} SELECT i, printf('%0100d', i) FROM n");
            session.Exchange(load, Target, Columns);
            session.Commit();
        }

        SqlitePlatform.Instance.AfterWriting(
            new DatabaseAddress { Connection = "Db", File = _temporary.File },
            new DatabaseUse { IsTarget = true, Time = TimeProvider.System });
    }
}
