using Orchestrator.Cli.Grammar;
using Orchestrator.Cli.Serve;
using Orchestrator.Ledger;

namespace Orchestrator.Cli.Tests.Serve;

/// <summary>What a service, a ledger and a crash leave behind is the owner's alone, whatever the umask says.</summary>
[Platform(Exclude = "Win", Reason = "looks at Unix modes")]
internal sealed class PrivateFilesTests
{
    private const UnixFileMode Others = UnixFileMode.GroupRead | UnixFileMode.GroupWrite | UnixFileMode.GroupExecute
        | UnixFileMode.OtherRead | UnixFileMode.OtherWrite | UnixFileMode.OtherExecute;

    private TemporaryFolder _folder = null!;

    [SetUp]
    public void Make() => _folder = new TemporaryFolder();

    [TearDown]
    public void Remove() => _folder.Dispose();

    [TestCase("text")]
    [TestCase("json")]
    public void The_log_of_a_service_and_its_folders_are_the_owner_s_alone(string format)
    {
        using (var log = new ServiceLog(CallOf("serve", "--log-format", format)))
        {
            log.Write("has begun");
        }

        Assert.That(
            Directory.GetFiles(_folder.Path, "service-*.log", SearchOption.AllDirectories), Has.Length.EqualTo(1));
        Assert.That(OpenToOthers(), Is.Empty);
    }

    [Test]
    public void A_line_of_a_service_looks_into_no_folder_before_a_file_is_full_or_its_day_is_over()
    {
        var now = new DateTimeOffset(2031, 5, 6, 7, 8, 9, TimeSpan.Zero);
        var nextDay = new ScriptedTime(now, () => { });
        using var log = new ServiceLog(CallOf(Host() with { Time = nextDay }, "serve"));
        log.Write("has begun");
        var later = Path.Combine(log.Folder, "service-99991231.log");
        using (File.Create(later))
        {
        }

        OpenToAll(later);
        log.Write("goes on");
        var before = OpenToOthers().ToArray();
        using var passed = nextDay.CreateTimer(_ => { }, null, TimeSpan.FromDays(1), Timeout.InfiniteTimeSpan);
        log.Write("goes on another day");

        Assert.That(before, Is.EqualTo(new[] { later }));
        Assert.That(OpenToOthers(), Is.Empty);
    }

    [Test]
    public void A_file_of_a_log_that_comes_behind_a_full_one_is_the_owner_s_alone()
    {
        using (var first = new ServiceLog(CallOf("serve")))
        {
            first.Write("has begun");
        }

        var full = Directory.GetFiles(_folder.Path, "service-*.log", SearchOption.AllDirectories).Single();
        using (var file = File.OpenWrite(full))
        {
            file.SetLength((100 << 20) - 1);
        }

        using var log = new ServiceLog(CallOf("serve"));
        log.Write("fills it");
        log.Write("goes on in another one");

        Assert.That(Directory.GetFiles(log.Folder), Has.Length.EqualTo(2));
        Assert.That(OpenToOthers(), Is.Empty);
    }

    [Test]
    public void Folders_above_a_ledger_that_are_missing_are_the_owner_s_alone()
    {
        var location = new LedgerLocation(Path.Combine(_folder.Path, "a", "b", "ledger.db"));

        LedgerWriter.Open(location, TimeProvider.System).Dispose();

        Assert.That(File.Exists(location.File));
        Assert.That(OpenToOthers(), Is.Empty);
    }

    [Test]
    public void The_trace_of_a_mistake_of_ours_goes_through_no_link_that_somebody_has_put_there()
    {
        var elsewhere = _folder.Write("elsewhere", "of somebody");
        var beside = Directory.CreateDirectory(Path.Combine(_folder.Path, ".orchestrator")).FullName;
        var time = new ScriptedTime(new DateTimeOffset(2031, 5, 6, 7, 8, 9, TimeSpan.Zero));
        File.CreateSymbolicLink(
            Path.Combine(beside, $"orchestrator-crash-20310506-070809-000-{Environment.ProcessId}.log"), elsewhere);

        var told = CrashLog.Told(Host() with { Time = time }, new InvalidOperationException("planted"), "it ended");

        Assert.That(string.Join('\n', told), Does.Contain("no file ("));
        Assert.That(File.ReadAllText(elsewhere), Is.EqualTo("of somebody"));
    }

    private static void OpenToAll(string file)
    {
        if (!OperatingSystem.IsWindows())
        {
            File.SetUnixFileMode(file, UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.OtherRead);
        }
    }

    private IEnumerable<string> OpenToOthers() =>
        Directory.EnumerateFileSystemEntries(_folder.Path, "*", SearchOption.AllDirectories)
            .Where(path => !OperatingSystem.IsWindows() && (File.GetUnixFileMode(path) & Others) != 0);

    private Call CallOf(params string[] arguments) => CallOf(Host(), arguments);

    private static Call CallOf(Host host, params string[] arguments)
    {
        var parse = VerbTable.Root.Parse(arguments);
        return new Call(host, parse, (Verb)parse.CommandResult.Command);
    }

    private Host Host() => new()
    {
        Out = TextWriter.Null,
        Error = TextWriter.Null,
        Folder = _folder.Path,
        Variables = new Dictionary<string, string>(),
    };
}
