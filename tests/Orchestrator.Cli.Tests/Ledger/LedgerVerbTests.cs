using System.Text.Json;
using Microsoft.Data.Sqlite;

namespace Orchestrator.Cli.Tests.Ledger;

internal sealed class LedgerVerbTests
{
    private SmallSolution _solution = null!;

    private string Copy => Path.Combine(_solution.Folder, "copy.db");

    [SetUp]
    public void Make()
    {
        _solution = new SmallSolution();
        _solution.Call("run", "-q");
    }

    [TearDown]
    public void Remove() => _solution.Dispose();

    [Test]
    public void A_ledger_is_looked_at_copied_and_put_back()
    {
        var before = _solution.Call("ledger", "status");
        var backup = _solution.Call("ledger", "backup", "copy.db");
        var after = _solution.Call("ledger", "status", "-o", "json");
        _solution.Call("run", "-q");
        var asked = _solution.Call("ledger", "restore", "copy.db");
        var dry = _solution.Call("ledger", "restore", "copy.db", "--dry-run");
        var restored = _solution.Call("ledger", "restore", "copy.db", "--yes");
        var status = _solution.Call("ledger", "status");

        Assert.That(before.Out, Does.Contain("last backup  never").And.Contain("runs         1"), before.Error);
        Assert.That(backup.ExitCode, Is.Zero, backup.Error);
        Assert.That(after.Out, Does.Contain("copy.db"));
        Assert.That((asked.ExitCode, dry.ExitCode), Is.EqualTo((2, 0)), asked.Error);
        Assert.That(dry.Out, Does.Contain("2 runs in the ledger").And.Contain("are replaced by 1 of"));
        Assert.That(restored.ExitCode, Is.Zero, restored.Error);
        Assert.That(status.Out, Does.Contain("runs         1"));
        Assert.That(_solution.Call("run").Out, Does.Contain("run 3 of"));
    }

    [Test]
    public void A_backup_overwrites_nothing_and_what_is_none_is_not_restored()
    {
        _solution.Write("copy.db", "mine");

        var backup = _solution.Call("ledger", "backup", "copy.db");
        var restore = _solution.Call("ledger", "restore", "nowhere.db", "--yes");

        Assert.That((backup.ExitCode, restore.ExitCode), Is.EqualTo((2, 2)));
        Assert.That(backup.Error, Does.Contain("ORC4124"));
        Assert.That(restore.Error, Does.Contain("ORC4124"));
        Assert.That(File.ReadAllText(Copy), Is.EqualTo("mine"));
    }

    [TestCase("is no backup of a ledger: ", "text")]
    [TestCase("but not a ledger", "other database")]
    [TestCase("is no backup of a ledger. Name", "empty")]
    [TestCase("is a folder", "folder")]
    [TestCase("is no backup of a ledger: ", "half")]
    public void What_is_no_backup_is_refused_as_such(string said, string what)
    {
        Broken(what);

        var restored = _solution.Call("ledger", "restore", "copy.db", "--yes");

        Assert.That((restored.ExitCode, restored.Out), Is.EqualTo((2, "")), restored.Error);
        Assert.That(restored.Error, Does.Contain("ORC4124").And.Contain(said)
            .And.Contain("ame a file that `orchestrator ledger backup` has made"));
        Assert.That(_solution.Call("ledger", "status").Out, Does.Contain("runs         1"));
    }

    [Test]
    public void The_backup_of_another_solution_is_refused()
    {
        _solution.Call("ledger", "backup", "copy.db");
        var yaml = Path.Combine(_solution.Folder, "solution.yaml");
        File.WriteAllText(yaml, File.ReadAllText(yaml).Replace("solution: shop", "solution: club"));

        var restored = _solution.Call("ledger", "restore", "copy.db", "--yes");

        Assert.That(restored.ExitCode, Is.EqualTo(4), restored.Error);
        Assert.That(restored.Error, Does.Contain("ORC4125").And.Contain("'shop'").And.Contain("'club'"));
    }

    [Test]
    public void Each_action_is_one_document_for_machines()
    {
        var wouldCopy = Document("ledger", "backup", "copy.db", "--dry-run");
        var copied = Document("ledger", "backup", "copy.db");
        var wouldRestore = Document("ledger", "restore", "copy.db", "--dry-run");
        var restored = Document("ledger", "restore", "copy.db", "--yes");
        var wouldMove = Document("ledger", "migrate", "--dry-run");
        var moved = Document("ledger", "migrate");

        JsonElement[] done = [copied, restored, moved], dry = [wouldCopy, wouldRestore, wouldMove];
        Assert.That(done.Select(each => each.GetProperty("is_done").GetBoolean()), Is.All.True);
        Assert.That(dry.Select(each => each.GetProperty("is_done").GetBoolean()), Is.All.False);
        Assert.That(copied.GetProperty("backup").GetString(), Is.EqualTo(Copy));
        Assert.That(restored.GetProperty("replaced_runs").GetInt64(), Is.EqualTo(1));
    }

    [TestCase("run")]
    [TestCase("status")]
    public void A_misspelt_connection_is_no_new_ledger(string verb)
    {
        var called = _solution.Call(verb, "--ledger", "Stagign");

        Assert.That(called.ExitCode, Is.EqualTo(2), called.Error);
        Assert.That(called.Error, Does.Contain("neither a connection nor a file 'Stagign'; did you mean 'Staging'?"));
        Assert.That(File.Exists(Path.Combine(_solution.Folder, "Stagign")), Is.False);
    }

    [Test]
    public void A_ledger_that_was_named_and_is_not_there_has_no_status()
    {
        Assert.That(_solution.Call("ledger", "status", "--ledger", "nonsuch.db").ExitCode, Is.EqualTo(4));
    }

    [TestCase("migrate")]
    [TestCase("migrate", "--dry-run")]
    [TestCase("backup", "copy.db")]
    public void A_ledger_that_is_not_there_is_neither_made_nor_called_up_to_date(params string[] arguments)
    {
        var called = _solution.Call(["ledger", .. arguments, "--ledger", "nonsuch.db"]);

        Assert.That((called.ExitCode, called.Out), Is.EqualTo((4, "")));
        Assert.That(called.Error, Does.Contain("there is no ledger").And.Contain("nonsuch.db"));
        Assert.That(File.Exists(Path.Combine(_solution.Folder, "nonsuch.db")), Is.False);
    }

    [Test]
    public void A_ledger_in_a_folder_that_is_closed_is_not_said_to_have_never_run()
    {
        if (OperatingSystem.IsWindows() || Environment.IsPrivilegedProcess)
        {
            Assert.Ignore("no mode closes a folder to this user");
            return;
        }

        var folder = Path.Combine(_solution.Folder, ".orchestrator");
        File.SetUnixFileMode(folder, UnixFileMode.None);
        try
        {
            var called = _solution.Call("status");

            Assert.That(called.ExitCode, Is.EqualTo(4), called.Error);
            Assert.That(called.Error, Does.Contain("ORC4102").And.Contain("denied"));
        }
        finally
        {
            File.SetUnixFileMode(folder, UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.UserExecute);
        }
    }

    [TestCase("--yes: `ledger status` changes nothing", "status", "--yes")]
    [TestCase("--dry-run: `ledger status` changes nothing", "status", "--dry-run")]
    [TestCase("--yes: `ledger backup` destroys nothing", "backup", "copy.db", "--yes")]
    [TestCase("--yes: `ledger migrate` destroys nothing", "migrate", "--yes")]
    public void An_option_that_would_do_nothing_is_refused(string said, params string[] arguments)
    {
        var called = _solution.Call(["ledger", .. arguments]);

        Assert.That((called.ExitCode, called.Out), Is.EqualTo((2, "")));
        Assert.That(called.Error, Does.Contain(said));
        Assert.That(File.Exists(Copy), Is.False);
    }

    [TestCase(4, "ledger", "status", "--ledger", "pipe")]
    [TestCase(4, "status", "--ledger", "pipe")]
    [TestCase(4, "run", "-q", "--ledger", "pipe")]
    [TestCase(2, "ledger", "restore", "pipe", "--dry-run")]
    [CancelAfter(300_000), Platform(Exclude = "Win", Reason = "pipes have no names in folders")]
    public void A_pipe_is_no_ledger_and_not_waited_for(int code, params string[] arguments)
    {
        NamedPipe.Make(Path.Combine(_solution.Folder, "pipe"));

        var called = _solution.Call(arguments);

        Assert.That(called.ExitCode, Is.EqualTo(code), called.Error);
        Assert.That(called.Error, Does.Contain("is a pipe, a device or a socket"));
    }

    [Test]
    public void A_ledger_that_is_up_to_date_is_not_migrated()
    {
        Assert.That(_solution.Call("ledger", "migrate").Error, Does.Contain("up to date"));
        Assert.That(_solution.Call("ledger", "migrate", "--dry-run").Out, Does.Contain("would do nothing"));
        Assert.That(_solution.Call("ledger", "migrat").Error, Does.Contain("did you mean 'migrate'"));
        Assert.That(_solution.Call("ledger", "backup").ExitCode, Is.EqualTo(2));
    }

    private void Broken(string what)
    {
        switch (what)
        {
            case "folder":
                Directory.CreateDirectory(Copy);
                break;
            case "other database":
                using (var other = new SqliteConnection($"Data Source={Copy};Pooling=False"))
                {
                    other.Open();
                    using var command = other.CreateCommand();
                    command.CommandText = "create table t (a)";
                    command.ExecuteNonQuery();
                }

                break;
            case "half":
                _solution.Call("ledger", "backup", "copy.db");
                File.WriteAllBytes(Copy, File.ReadAllBytes(Copy)[..6000]);
                break;
            default:
                _solution.Write("copy.db", what == "empty" ? "" : new string('x', 5000));
                break;
        }
    }

    private JsonElement Document(params string[] arguments)
    {
        var called = _solution.Call([.. arguments, "-o", "json"]);
        Assert.That(called.ExitCode, Is.Zero, called.Error);
        return JsonDocument.Parse(called.Out).RootElement;
    }
}
