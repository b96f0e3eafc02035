using System.Data;
using Microsoft.Data.Sqlite;
using Orchestrator.Data.Sqlite;
using SQLitePCL;

namespace Orchestrator.Ledger.Tests;

internal sealed class LedgerFileTests : LedgerFixture
{
    [Test]
    public void A_ledger_that_is_not_there_reads_as_none()
    {
        using var reader = LedgerReader.Open(Location, TimeProvider.System);

        Assert.That(reader, Is.Null);
        Assert.That(File.Exists(Location.File), Is.False);
    }

    [Test]
    public void An_empty_ledger_has_no_runs()
    {
        LedgerWriter.Open(Location, TimeProvider.System).Dispose();

        using var reader = Read();
        Assert.That(reader.Runs(), Is.Empty);
    }

    [Test]
    public void A_file_without_tables_reads_as_no_ledger_yet()
    {
        Directory.CreateDirectory(Location.Folder);
        File.WriteAllBytes(Location.File, []);

        using var reader = LedgerReader.Open(Location, TimeProvider.System);

        Assert.That(reader, Is.Null);
    }

    [Test]
    public void A_newer_ledger_is_refused_by_writers_and_readers()
    {
        LedgerWriter.Open(Location, TimeProvider.System).Dispose();
        Execute("PRAGMA user_version=99");

        AssertRefused(() => LedgerWriter.Open(Location, TimeProvider.System), LedgerCodes.Newer, "99");
        AssertRefused(() => LedgerReader.Open(Location, TimeProvider.System), LedgerCodes.Newer, "99");
    }

    [Test]
    public void What_cannot_be_made_ready_leaves_no_handle_open()
    {
        Directory.CreateDirectory(Location.Folder);
        var options = new SqliteOptions { Path = Location.File, Access = SqliteAccess.Create };
        var database = SqliteDatabase.Open(options, TimeProvider.System);

        Assert.That(
            () => LedgerFile.Prepared(database, _ => throw new InvalidDataException("its views cannot be made")),
            Throws.TypeOf<InvalidDataException>());

        Assert.That(database.Connection.State, Is.EqualTo(ConnectionState.Closed));
    }

    [Test]
    [Platform("Linux", Reason = "nothing else shows the handles of a process")]
    public void Nor_does_a_ledger_that_is_refused()
    {
        LedgerWriter.Open(Location, TimeProvider.System).Dispose();
        Execute("PRAGMA user_version=99");

        AssertRefused(() => LedgerReader.Open(Location, TimeProvider.System), LedgerCodes.Newer, "99");
        AssertRefused(() => LedgerWriter.Open(Location, TimeProvider.System), LedgerCodes.Newer, "99");

        var open = Directory.EnumerateFiles("/proc/self/fd").Select(handle => new FileInfo(handle).LinkTarget);
        Assert.That(open.OfType<string>(), Has.None.StartsWith(Location.File));
    }

    [Test]
    public void A_database_of_somebody_else_is_refused_and_left_as_it_was()
    {
        Directory.CreateDirectory(Location.Folder);
        Execute("CREATE TABLE theirs (a INTEGER)");

        AssertRefused(() => LedgerWriter.Open(Location, TimeProvider.System), LedgerCodes.CannotOpen, "not a ledger");
        Assert.That(Number("SELECT count(*) FROM sqlite_master"), Is.EqualTo(1));
    }

    [TestCase(raw.SQLITE_FULL, "Make room on its disk")]
    [TestCase(raw.SQLITE_IOERR, "Its disk failed to read or write")]
    public void Where_the_disk_refuses_what_helps_is_about_the_disk(int code, string way)
    {
        var fault = new SqliteException("refused", code, code);

        foreach (var refused in (LedgerException[])
        [
            LedgerFaults.CannotOpen(Location, fault), LedgerFaults.CannotRead(Location, fault),
            LedgerFaults.CannotWrite(Location, fault), LedgerFaults.CannotChange(Location, fault),
        ])
        {
            Assert.That(refused.Message, Does.Contain(way).And.Not.Contain("this user may"));
        }
    }

    [TestCase(28, "Make room on its disk")]
    [TestCase(30, "Its disk is read-only")]
    public void Where_the_system_refuses_a_file_for_its_disk_what_helps_is_about_the_disk(int code, string way) =>
        Assert.That(LedgerFaults.CannotOpen(Location, new IOException("refused", code)).Message,
            Does.Contain(way).And.Not.Contain("this user may"));

    [Test]
    public void A_path_that_is_longer_than_SQLite_takes_is_told_to_be_too_long()
    {
        var folder = Path.Combine([Folder, .. Enumerable.Repeat(new string('d', 100), 6)]);
        var location = new LedgerLocation(Path.Combine(folder, "ledger.db"));

        var refused = Assert.Throws<LedgerException>(
            () => LedgerWriter.Open(location, TimeProvider.System).Dispose())!;

        Assert.That(refused.Message, Does.Contain("a shorter path").And.Not.Contain("this user may"));
    }

    [Test]
    public void A_file_that_is_no_database_is_refused_by_name()
    {
        Directory.CreateDirectory(Location.Folder);
        File.WriteAllText(Location.File, new string('?', 5000));

        AssertRefused(() => LedgerWriter.Open(Location, TimeProvider.System), LedgerCodes.CannotOpen, "ledger.db");
    }

    [Test]
    public void Commits_wait_for_the_disk_and_SQLite_never_checkpoints_by_itself()
    {
        using var database = LedgerFile.OpenForWriting(Location, TimeProvider.System);

        Assert.That(Pragma(database, "PRAGMA synchronous"), Is.EqualTo("2"));
        Assert.That(Pragma(database, "PRAGMA journal_mode"), Is.EqualTo("wal"));
        Assert.That(Pragma(database, "PRAGMA wal_autocheckpoint"), Is.EqualTo("0"));
    }

    [Test]
    [Platform(Exclude = "Win", Reason = "Windows has no modes")]
    [System.Runtime.Versioning.UnsupportedOSPlatform("windows")]
    public void Folders_and_files_are_the_owners_alone()
    {
        using var run = Begin();

        const UnixFileMode file = UnixFileMode.UserRead | UnixFileMode.UserWrite;
        var files = Directory.GetFiles(Location.Folder, "*", SearchOption.AllDirectories);
        Assert.That(files, Has.Length.GreaterThanOrEqualTo(4));
        Assert.That(files.Select(File.GetUnixFileMode), Has.All.EqualTo(file));
        Assert.That(
            new[] { Location.Folder, Location.Locks }.Select(File.GetUnixFileMode),
            Has.All.EqualTo(file | UnixFileMode.UserExecute));
    }

    [Test]
    public void Numbered_files_have_no_gaps_and_named_files_hold_one_statement()
    {
        var names = LedgerSql.Sqlite.Names().Order(StringComparer.Ordinal).ToArray();

        var numbers = names.Where(name => char.IsAsciiDigit(name[0])).Select(name => int.Parse(name[..3]));
        var others = names.Where(name => !char.IsAsciiDigit(name[0]));
        Assert.That(numbers, Is.EqualTo(Enumerable.Range(1, numbers.Count())));
        Assert.That(others.Where(name => LedgerSql.Sqlite.Of(name).Contains(';')), Is.Empty);
    }

    // What stands in `older/` is no statement of its own.
    [Test]
    public void Every_statement_fits_the_schema()
    {
        using var database = LedgerFile.OpenForWriting(Location, TimeProvider.System);

        foreach (var name in LedgerSql.Sqlite.Names()
            .Where(name => !char.IsAsciiDigit(name[0]) && !name.StartsWith("older/", StringComparison.Ordinal)))
        {
            Assert.That(() => new SqliteLedgerStatement(database, LedgerSql.Sqlite.Of(name)).Dispose(),
                Throws.Nothing, name);
        }
    }

    private static void AssertRefused(Action open, string code, string says)
    {
        var refusal = Assert.Throws<LedgerException>(() => open());

        Assert.That(refusal!.Code, Is.EqualTo(code));
        Assert.That(refusal.Message, Does.Contain(says));
    }

    private void Execute(string sql)
    {
        var options = new SqliteOptions { Path = Location.File, Access = SqliteAccess.Create };
        using var database = SqliteDatabase.Open(options, TimeProvider.System);
        database.Execute(sql);
    }

    private int Number(string sql)
    {
        using var database = SqliteDatabase.Open(new SqliteOptions { Path = Location.File }, TimeProvider.System);
        return int.Parse(Pragma(database, sql));
    }

    private static string Pragma(SqliteDatabase database, string pragma)
    {
        using var command = database.Connection.CreateCommand();
        command.CommandText = pragma;
        return command.ExecuteScalar()!.ToString()!;
    }
}
