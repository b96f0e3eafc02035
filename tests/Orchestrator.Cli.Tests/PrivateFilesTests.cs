using Orchestrator.Cli.Grammar;
using Orchestrator.Cli.Serve;
using Orchestrator.Cli.Verbs;
using Orchestrator.Ledger;

namespace Orchestrator.Cli.Tests;

/// <summary>What a service, a ledger and a crash leave behind is the owner's alone, whatever the umask says.</summary>
[Platform(Exclude = "Win", Reason = "looks at Unix modes")]
internal sealed class PrivateFilesTests
{
    private const UnixFileMode Others = UnixFileMode.GroupRead | UnixFileMode.GroupWrite | UnixFileMode.GroupExecute
        | UnixFileMode.OtherRead | UnixFileMode.OtherWrite | UnixFileMode.OtherExecute;

    private TemporaryFolder folder = null!;

    [SetUp]
    public void Make() => folder = new TemporaryFolder();

    [TearDown]
    public void Remove() => folder.Dispose();

    [TestCase("text")]
    [TestCase("json")]
    public void The_log_of_a_service_and_its_folders_are_the_owner_s_alone(string format)
    {
        using (var log = new ServiceLog(CallOf("serve", "--log-format", format)))
        {
            log.Write("has begun");
        }

        Assert.That(
            Directory.GetFiles(folder.Path, "service-*.log", SearchOption.AllDirectories), Has.Length.EqualTo(1));
        Assert.That(OpenToOthers(), Is.Empty);
    }

    [Test]
    public void Folders_above_a_ledger_that_are_missing_are_the_owner_s_alone()
    {
        var location = new LedgerLocation(Path.Combine(folder.Path, "a", "b", "ledger.db"));

        LedgerWriter.Open(location, TimeProvider.System).Dispose();

        Assert.That(File.Exists(location.File));
        Assert.That(OpenToOthers(), Is.Empty);
    }

    [Test]
    public void The_trace_of_a_mistake_of_ours_goes_through_no_link_that_somebody_has_put_there()
    {
        var elsewhere = folder.Write("elsewhere", "of somebody");
        var beside = Directory.CreateDirectory(Path.Combine(folder.Path, ".orchestrator")).FullName;
        var time = new ScriptedTime(new DateTimeOffset(2031, 5, 6, 7, 8, 9, TimeSpan.Zero));
        File.CreateSymbolicLink(
            Path.Combine(beside, $"orchestrator-crash-20310506-070809-000-{Environment.ProcessId}.log"), elsewhere);

        var told = CrashLog.Told(Host() with { Time = time }, new InvalidOperationException("planted"), "it ended");

        Assert.That(string.Join('\n', told), Does.Contain("no file ("));
        Assert.That(File.ReadAllText(elsewhere), Is.EqualTo("of somebody"));
    }

    private IEnumerable<string> OpenToOthers() =>
        Directory.EnumerateFileSystemEntries(folder.Path, "*", SearchOption.AllDirectories)
            .Where(path => !OperatingSystem.IsWindows() && (File.GetUnixFileMode(path) & Others) != 0);

    private Call CallOf(params string[] arguments)
    {
        var parse = VerbTable.Root.Parse(arguments);
        return new Call(Host(), parse, (Verb)parse.CommandResult.Command);
    }

    private Host Host() => new()
    {
        Out = TextWriter.Null,
        Error = TextWriter.Null,
        Folder = folder.Path,
        Variables = new Dictionary<string, string>(),
    };
}
