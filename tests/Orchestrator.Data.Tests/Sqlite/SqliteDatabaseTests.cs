using System.Runtime.Versioning;
using Microsoft.Data.Sqlite;
using Orchestrator.Data.Sqlite;

namespace Orchestrator.Data.Tests.Sqlite;

internal sealed class SqliteDatabaseTests
{
    private string _folder = "";

    [SetUp]
    public void MakeFolder() => _folder = Directory.CreateTempSubdirectory("sqlite").FullName;

    [TearDown]
    public void RemoveFolder() => Directory.Delete(_folder, recursive: true);

    [TestCase(SqliteSynchronous.Full, 2)]
    [TestCase(SqliteSynchronous.Normal, 1)]
    [TestCase(SqliteSynchronous.Off, 0)]
    public void A_file_that_we_make_has_a_log_that_only_we_checkpoint(SqliteSynchronous synchronous, int level)
    {
        using var database = Open(SqliteAccess.Create, synchronous);

        Assert.That(Scalar(database, "PRAGMA journal_mode"), Is.EqualTo("wal"));
        Assert.That(Scalar(database, "PRAGMA wal_autocheckpoint"), Is.EqualTo("0"));
        Assert.That(Scalar(database, "PRAGMA synchronous"), Is.EqualTo($"{level}"));
    }

    [Test]
    public void Waiting_for_the_lock_ends_when_the_other_commits()
    {
        using var first = Open(SqliteAccess.Create);
        using var second = Open(SqliteAccess.ReadWrite);
        using var waiting = new ManualResetEventSlim();
        first.BeginImmediate(CancellationToken.None);
        var thread = new Thread(() =>
        {
            waiting.Set();
            second.BeginImmediate(CancellationToken.None);
        });

        thread.Start();
        waiting.Wait();
        first.Execute("CREATE TABLE t (a INTEGER)");
        first.Commit();
        thread.Join();

        Assert.That(Scalar(second, "SELECT count(*) FROM t"), Is.EqualTo("0"));
    }

    [Test]
    public void Waiting_for_the_lock_can_be_cancelled()
    {
        using var first = Open(SqliteAccess.Create);
        using var second = Open(SqliteAccess.ReadWrite);
        using var cancellation = new CancellationTokenSource();
        first.BeginImmediate(CancellationToken.None);

        cancellation.Cancel();

        Assert.That(
            () => second.BeginImmediate(cancellation.Token), Throws.InstanceOf<OperationCanceledException>());
    }

    [Test]
    public void Who_begins_to_read_waits_for_somebody_who_is_alone_with_the_file()
    {
        using var alone = new SqliteConnection($"Data Source={Path.Combine(_folder, "t.db")};Pooling=False");
        alone.Open();
        Execute(alone, "CREATE TABLE t (a INTEGER); INSERT INTO t VALUES (1)");
        List<string> waits = [];
        var options = Options(SqliteAccess.ReadOnly, "t.db") with { HeldUp = GoAway };
        using var database = SqliteDatabase.Open(options, TimeProvider.System);
        Execute(alone, "BEGIN EXCLUSIVE");

        database.BeginReading();

        Assert.That(waits, Is.EqualTo(new[] { "t.db, held by another process", "nobody" }));
        Assert.That(Scalar(database, "SELECT a FROM t"), Is.EqualTo("1"));

        void GoAway(string? by)
        {
            waits.Add(by ?? "nobody");
            Execute(alone, by is null ? "SELECT 1" : "ROLLBACK");
        }
    }

    [Test]
    public void What_is_asked_at_one_moment_is_of_one_state_whatever_is_written_between_two_questions()
    {
        using var writer = Open(SqliteAccess.Create);
        writer.Execute("CREATE TABLE t (a INTEGER); INSERT INTO t VALUES (1)");
        using var database = Open(SqliteAccess.ReadOnly);

        var asked = database.AtOneMoment(() =>
        {
            var first = Scalar(database, "SELECT a FROM t");
            writer.Execute("UPDATE t SET a = 2; PRAGMA application_id = 7");
            return $"{first} {Scalar(database, "SELECT a FROM t")} {Scalar(database, "PRAGMA application_id")}";
        });

        Assert.That(asked, Is.EqualTo("1 1 0"));
        Assert.That(Scalar(database, "SELECT a FROM t"), Is.EqualTo("2"));
    }

    [Test]
    public void What_died_with_a_journal_of_its_own_is_taken_back_by_who_only_reads()
    {
        var (lived, died) = (Path.Combine(_folder, "lived.db"), Path.Combine(_folder, "t.db"));
        using (var writer = new SqliteConnection($"Data Source={lived};Pooling=False"))
        {
            writer.Open();
            Execute(writer, "PRAGMA journal_mode=DELETE; CREATE TABLE t (a INTEGER); INSERT INTO t VALUES (1)");
            // With so small a cache the journal is on disk, and pages of the transaction are in the file.
            Execute(writer, "PRAGMA cache_size=1; BEGIN IMMEDIATE; WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL "
                + "SELECT i + 1 FROM n WHERE i < 20000) INSERT INTO t SELECT i FROM n");
            File.Copy(lived, died);
            File.Copy(lived + "-journal", died + "-journal");
        }

        using var reader = SqliteDatabase.Open(Options(SqliteAccess.ReadOnly, "t.db"), TimeProvider.System);

        Assert.That(Scalar(reader, "SELECT count(*) FROM t"), Is.EqualTo("1"));
    }

    [Test]
    public void Rolling_back_undoes_and_may_be_repeated()
    {
        using var database = Open(SqliteAccess.Create);
        database.BeginImmediate(CancellationToken.None);
        database.Execute("CREATE TABLE t (a INTEGER)");

        database.Rollback();
        database.Rollback();

        Assert.That(Scalar(database, "SELECT count(*) FROM sqlite_master"), Is.EqualTo("0"));
    }

    [Test]
    public void A_read_only_connection_writes_nothing()
    {
        using (var database = Open(SqliteAccess.Create))
        {
            database.Execute("CREATE TABLE t (a INTEGER)");
        }

        using var reader = Open(SqliteAccess.ReadOnly);

        Assert.That(() => reader.Execute("INSERT INTO t VALUES (1)"), Throws.TypeOf<SqliteException>());
    }

    [Test]
    public void Opening_for_reading_or_writing_makes_no_file()
    {
        Assert.That(() => Open(SqliteAccess.ReadOnly), Throws.TypeOf<SqliteException>());
        Assert.That(() => Open(SqliteAccess.ReadWrite), Throws.TypeOf<SqliteException>());
        Assert.That(Directory.GetFiles(_folder), Is.Empty);
    }

    [Test]
    [UnsupportedOSPlatform("windows")]
    public void What_we_make_is_the_owner_s_alone_and_what_was_there_empty_keeps_its_rights()
    {
        const UnixFileMode everybody = UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.OtherRead;
        var there = Options(SqliteAccess.Create) with { Path = Path.Combine(_folder, "there.db"), OwnerOnly = true };
        File.WriteAllBytes(there.Path, []);
        File.SetUnixFileMode(there.Path, everybody);

        SqliteDatabase.Open(there, TimeProvider.System).Dispose();
        SqliteDatabase.Open(Options(SqliteAccess.Create) with { OwnerOnly = true }, TimeProvider.System).Dispose();

        Assert.That(File.GetUnixFileMode(there.Path), Is.EqualTo(everybody));
        Assert.That(File.GetUnixFileMode(Path.Combine(_folder, "a.db")),
            Is.EqualTo(UnixFileMode.UserRead | UnixFileMode.UserWrite));
    }

    [Test]
    public void A_foreign_file_cannot_have_its_schema_written_as_data()
    {
        using (var database = Open(SqliteAccess.Create))
        {
            database.Execute("CREATE TABLE t (a INTEGER)");
        }

        using var foreign = SqliteDatabase.Open(
            Options(SqliteAccess.ReadWrite) with { Foreign = true }, TimeProvider.System);
        foreign.Execute("PRAGMA writable_schema=1");

        Assert.That(() => foreign.Execute("DELETE FROM sqlite_master"), Throws.TypeOf<SqliteException>());
    }

    [Test]
    public void A_checkpoint_tells_when_a_reader_holds_it_back()
    {
        using var writer = Open(SqliteAccess.Create);
        using var second = Open(SqliteAccess.ReadWrite);
        using var reader = Open(SqliteAccess.ReadOnly);
        writer.Execute("CREATE TABLE t (a INTEGER)");
        reader.Execute("BEGIN");
        _ = Scalar(reader, "SELECT count(*) FROM t");
        writer.Execute("INSERT INTO t VALUES (1)");

        writer.BeginImmediate(CancellationToken.None);
        var heldBack = second.CheckpointUnderLockOfAnother();
        reader.Rollback();
        var whole = second.CheckpointUnderLockOfAnother();

        Assert.That((heldBack, whole), Is.EqualTo((false, true)));
    }

    private SqliteDatabase Open(SqliteAccess access, SqliteSynchronous synchronous = SqliteSynchronous.Full) =>
        SqliteDatabase.Open(Options(access) with { Synchronous = synchronous }, TimeProvider.System);

    private SqliteOptions Options(SqliteAccess access, string name = "a.db") =>
        new() { Path = Path.Combine(_folder, name), Access = access };

    private static void Execute(SqliteConnection connection, string sql)
    {
        using var command = connection.CreateCommand();
        command.CommandText = sql;
        command.ExecuteNonQuery();
    }

    private static string Scalar(SqliteDatabase database, string sql)
    {
        using var command = database.Connection.CreateCommand();
        command.CommandText = sql;
        return command.ExecuteScalar()!.ToString()!;
    }
}
