using Microsoft.Data.Sqlite;
using Orchestrator.Data.Sqlite;
using SQLitePCL;

namespace Orchestrator.Data.Tests.Sqlite;

/// <summary>
/// A file that cannot be read is called damaged only where it is: who hears that of a whole one throws it away.
/// </summary>
internal sealed class UnreadableFileTests
{
    private TemporaryDatabase _temporary = null!;

    [SetUp]
    public void Make()
    {
        _temporary = new TemporaryDatabase();
        Directory.CreateDirectory(Path.GetDirectoryName(_temporary.File)!);
    }

    [TearDown]
    public void Remove() => _temporary.Dispose();

    [TestCase("CREATE TABLE t (a INTEGER) WRITTEN BACKWARDS")]
    [TestCase("CREATE TABLE t (a INTEGER CHECK (a =>> 1))")]
    public void A_file_whose_SQL_the_library_does_not_know_is_not_called_damaged(string sql)
    {
        Make("CREATE TABLE t (a INTEGER)");
        Rewrite($"sql = '{sql}'");

        var advice = AdviceOfReading();

        Assert.That(advice, Does.Contain($"uses SQL that SQLite {SqliteLibrary.Version} of this program does not know")
            .And.Contain(SqliteLibrary.OverrideVariable).And.Not.Contain("damaged").And.Not.Contain("remove"));
    }

    [Test]
    public void An_index_that_the_library_does_not_know_does_not_damage_its_file()
    {
        Make("CREATE TABLE t (a INTEGER); CREATE INDEX i ON t (a)");
        Rewrite("sql = 'CREATE INDEX i ON t (a) SORTED SOMEHOW' WHERE name = 'i'");

        Assert.That(AdviceOfReading(), Does.Contain("does not know").And.Not.Contain("damaged"));
    }

    [TestCase("SELECT of_next_year(1)")]
    [TestCase("SELECT 1 ORDER BY 1 COLLATE of_another_program")]
    [TestCase("SELECT * FROM v")]
    [TestCase("SELECT * FROM text_of_another_program")]
    public void What_a_library_comes_without_is_said_to_be_its_lack(string query)
    {
        Make("CREATE TABLE t (a INTEGER); CREATE TABLE text_of_another_program (a); "
            + "CREATE VIEW v AS SELECT of_next_year(a) FROM t");
        Rewrite("sql = 'CREATE VIRTUAL TABLE text_of_another_program USING of_another_program(a)', rootpage = 0 "
            + "WHERE name = 'text_of_another_program'");

        Assert.That(AdviceOfReading(query),
            Does.Contain($"SQLite {SqliteLibrary.Version} of this program does not have it")
                .And.Not.Contain("damaged"));
    }

    [Test]
    public void A_schema_that_points_nowhere_is_called_damaged()
    {
        Make("CREATE TABLE t (a INTEGER)");
        Rewrite("rootpage = 9999");

        Assert.That(AdviceOfReading(), Does.Contain("damaged"));
    }

    [Test]
    public void Torn_pages_are_called_damaged()
    {
        Make("CREATE TABLE t (a INTEGER); INSERT INTO t VALUES (1)");
        using (var file = File.OpenWrite(_temporary.File))
        {
            file.Position = 4096;
            file.Write(new byte[4096].Select(_ => (byte)7).ToArray());
        }

        Assert.That(AdviceOfReading("SELECT a FROM t"), Does.Contain("damaged"));
    }

    [Test]
    public void A_file_of_other_bytes_may_be_encrypted_and_nobody_is_told_to_remove_it()
    {
        var bytes = new byte[8192];
        new Random(7).NextBytes(bytes);
        File.WriteAllBytes(_temporary.File, bytes);

        Assert.That(AdviceOfReading(), Does.Contain("encrypted").And.Not.Contain("remove"));
    }

    [Test]
    public void A_file_without_bytes_is_an_empty_database()
    {
        File.WriteAllBytes(_temporary.File, []);

        using var database = SqliteFiles.OpenSource(_temporary.File, TimeProvider.System);

        Assert.That(SqliteCatalog.Tables(database), Is.Empty);
    }

    [Test]
    public void A_folder_in_the_place_of_a_file_is_named()
    {
        Directory.CreateDirectory(_temporary.File);

        Assert.That(() => SqliteFiles.OpenSource(_temporary.File, TimeProvider.System),
            Throws.TypeOf<FileNotFoundException>().With.Message.Contains("is a folder"));
        var refused = Assert.Catch<SqliteException>(() => _temporary.Open());
        Assert.That(SqliteErrors.Advice(refused!), Does.Contain("folder"));
    }

    [Test]
    public void Who_names_a_file_that_is_missing_is_told_where_it_was_looked_for()
    {
        var refused = Assert.Throws<FileNotFoundException>(
            () => SqliteFiles.OpenSource(_temporary.File, TimeProvider.System));

        Assert.That(refused!.Message,
            Does.Contain($"'{_temporary.File}'").And.Contain("lies below .orchestrator/data"));
    }

    [Test]
    public void A_locked_file_is_said_to_be_held()
    {
        Make("CREATE TABLE t (a INTEGER)");
        using var holder = Plain();
        holder.Execute("PRAGMA locking_mode=EXCLUSIVE");
        holder.Execute("BEGIN EXCLUSIVE");

        var options = new SqliteOptions { Path = _temporary.File, Patience = TimeSpan.Zero };
        var refused = Assert.Throws<SqliteException>(() => SqliteDatabase.Open(options, TimeProvider.System));

        Assert.That(SqliteErrors.Advice(refused!), Does.Contain("Another process holds the file"));
    }

    [TestCase(raw.SQLITE_CANTOPEN, raw.SQLITE_CANTOPEN)]
    [TestCase(raw.SQLITE_READONLY, raw.SQLITE_READONLY | (5 << 8))]
    [TestCase(raw.SQLITE_READONLY, raw.SQLITE_READONLY | (6 << 8))]
    public void Rights_that_lack_beside_a_file_with_a_log_are_named(int code, int extended) =>
        Assert.That(SqliteErrors.Advice(new SqliteException("refused", code, extended)), Does.Contain("-shm"));

    [Test]
    public void Strict_tables_are_read_and_listed_as_others_are()
    {
        Make("CREATE TABLE t (Id INT PRIMARY KEY, Name TEXT NOT NULL, Price REAL, Bytes BLOB, Rest ANY) STRICT; "
            + "INSERT INTO t VALUES (1, 'Ada', 0.5, x'01', 7)");

        using var database = SqliteFiles.OpenSource(_temporary.File, TimeProvider.System);
        var table = SqliteCatalog.Tables(database).Single();
        using var reader = _temporary.Read("SELECT * FROM t");

        Assert.That(table.Columns.Select(column => column.Type.ToString()), Is.EqualTo((string[])
            ["bigint", "nvarchar(max)", "float", "varbinary(max)", "nvarchar(max)"]));
        Assert.That(reader.Columns.Select(column => column.Type), Is.EqualTo(table.Columns.Select(c => c.Type)));
    }

    private string AdviceOfReading(string query = "SELECT count(*) FROM t")
    {
        var refused = Assert.Throws<SqliteException>(() =>
        {
            using var database = SqliteFiles.OpenSource(_temporary.File, TimeProvider.System);
            using var reader = SqliteReader.Open(database, query, []);
            using var pool = new RowBatchPool(new MemoryBudget(1 << 20), reader.Columns, 4096);
            using var batch = pool.RentNow();
            reader.Read(batch, CancellationToken.None);
        });
        return SqliteErrors.Advice(refused!);
    }

    private void Make(string sql)
    {
        using var database = Plain();
        database.Execute("PRAGMA journal_mode=DELETE");
        database.Execute(sql);
    }

    private void Rewrite(string change)
    {
        using var database = Plain();
        database.Execute("PRAGMA journal_mode=DELETE");
        database.Execute("PRAGMA writable_schema=1");
        database.Execute($"UPDATE sqlite_master SET {change}");
    }

    private SqliteDatabase Plain() => SqliteDatabase.Open(
        new SqliteOptions { Path = _temporary.File, Access = SqliteAccess.Create }, TimeProvider.System);
}
