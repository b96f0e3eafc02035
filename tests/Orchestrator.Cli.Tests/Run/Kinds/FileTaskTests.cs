using System.IO.Compression;
using Orchestrator.Cli.Guide;

namespace Orchestrator.Cli.Tests.Run.Kinds;

/// <summary>Kind file through the command: a night that is brought, loaded, packed and put away.</summary>
internal sealed class FileTaskTests
{
    private static readonly string[] PutAway =
    [
        "away/2026-01-31/a.csv", "away/2026-01-31/b.csv", "away/2026-01-31/done/again/a.csv",
        "away/2026-01-31/done/again/b.csv", "away/2026-01-31/done/all.zip",
    ];

    private TemporaryFolder _folder = null!;

    [SetUp]
    public void Make()
    {
        _folder = new TemporaryFolder();
        Deliver();
    }

    [TearDown]
    public void Remove() => _folder?.Dispose();

    [Test]
    public void A_night_waits_loads_packs_moves_and_clears_up()
    {
        WriteSolution();

        var called = Call("run");

        Assert.That(called.ExitCode, Is.Zero, called.Out + called.Error);
        Assert.That(Files(), Is.EqualTo(PutAway));
        Assert.That(Log(), Does.Contain("'in/a.csv' is at '2026-01-31/a.csv'"));
    }

    [Test]
    public void The_example_of_the_guide_does_what_it_says()
    {
        var example = GuidePages.Topic("metadata").Split("```")
            .Single(part => part.Contains("kind: file,", StringComparison.Ordinal));
        _folder.Write("solution.yaml", example["yaml\n".Length..].Replace("10s", "10ms", StringComparison.Ordinal));
        Directory.CreateDirectory(Path.Combine(_folder.Path, "archive"));
        Directory.CreateDirectory(Path.Combine(_folder.Path, "inbox"));
        ZipFile.CreateFromDirectory(
            Path.Combine(_folder.Path, "box", "in"), Path.Combine(_folder.Path, "inbox", "sale_1.zip"));

        var called = Call("run", "--as-of", "2026-01-31");

        Assert.That(called.ExitCode, Is.Zero, called.Out + called.Error);
        Assert.That(Below("inbox", "archive"),
            Is.EqualTo(new[] { "archive/2026-01-31/sale_1.zip", "inbox/sale/b.tmp" }));
    }

    [Test]
    public void Its_plan_and_its_screens_say_what_it_does()
    {
        WriteSolution();

        var (show, list, plan) = (Call("show", "Put/move"), Call("ls", "-v"), Call("plan"));

        Assert.That(show.Out, Does.Contain("file.move").And.Contain("in/*.csv").And.Contain("${var:Day}"));
        Assert.That(list.Out, Does.Contain("move in/*.csv in Inbox"));
        Assert.That((show.ExitCode, list.ExitCode, plan.ExitCode), Is.EqualTo((0, 0, 0)), plan.Error);
    }

    [Test]
    public void A_folder_that_is_not_there_is_found_by_who_connects()
    {
        WriteSolution();
        Directory.Delete(Path.Combine(_folder.Path, "away"));

        Assert.That(Call("validate").ExitCode, Is.Zero);
        var online = Call("validate", "--online");

        Assert.That(online.ExitCode, Is.Not.Zero);
        Assert.That(online.Out + online.Error, Does.Contain("ORC3518").And.Contain("'Away'"));
    }

    [Test]
    public void A_place_that_no_file_can_have_is_a_mistake_of_the_metadata()
    {
        WriteSolution(folder: "CON");

        var called = Call("run");

        Assert.That(called.ExitCode, Is.EqualTo(2));
        Assert.That(called.Out + called.Error, Does.Contain("ORC1121"));
    }

    [Test]
    public void What_is_missing_says_so_and_the_next_run_does_it()
    {
        WriteSolution();
        Array.ForEach(Directory.GetFiles(Path.Combine(_folder.Path, "box", "in")), File.Delete);

        var first = Call("run");
        Deliver();
        var second = Call("run");

        Assert.That((first.ExitCode, second.ExitCode), Is.EqualTo((1, 0)), second.Error);
        Assert.That(first.Out + first.Error, Does.Contain("ORC3536"));
    }

    [TestCase("file.folder.before", Category = "Full")]
    [TestCase("file.folder.after", Category = "Full")]
    [TestCase("file.renamed.before", Category = "Full")]
    [TestCase("file.renamed.after")]
    [TestCase("file.taken.before")]
    [TestCase("file.taken.after", Category = "Full")]
    [TestCase("file.deleted.before", Category = "Full")]
    [TestCase("file.deleted.after")]
    public void Killed_anywhere_and_killed_again_it_comes_to_the_same_end(string point)
    {
        RunningCommand.OnLinuxOnly();
        WriteSolution();

        Assert.That(Die(point, "run"), Is.EqualTo(137));
        // Where the point is behind what is done already, it is not passed any more.
        Die(point, "retry");
        var last = Call("retry");

        Assert.That(last.ExitCode, Is.Zero.Or.EqualTo(2), last.Out + last.Error);
        Assert.That(Files(), Is.EqualTo(PutAway));
        Assert.That(Hidden(), Is.Empty);
    }

    private int Die(string point, params string[] arguments)
    {
        using var command = new RunningCommand(
            _folder.Path, new Dictionary<string, string> { ["ORCHESTRATOR_TEST_CRASH"] = point }, arguments);
        return command.ExitCode();
    }

    private void Deliver()
    {
        Directory.CreateDirectory(Path.Combine(_folder.Path, "away"));
        _folder.Write("box/in/a.csv", "id\n1\n");
        _folder.Write("box/in/b.csv", "id\n2\n");
        _folder.Write("box/in/b.tmp", "unfinished");
    }

    private void WriteSolution(string folder = "${var:Day}") => _folder.Write("solution.yaml", $$"""
        formatVersion: 1
        solution: Shop
        variables: [{variable: Day, dataType: date, default: "2026-01-31"}]
        connections:
          - {connection: Inbox, platform: Files, folder: box}
          - {connection: Away, platform: Files, folder: away}
          - {connection: Staging, platform: Sqlite}
        batches: [{batch: Nightly, projects: [Bring, Put]}]
        projects:
          - project: Bring
            source: Inbox
            target: Staging
            objects:
              - {object: come, kind: file, file: {waitFor: "in/*.csv", timeout: 1s} }
              - {object: sale, dependsOn: [come], source: {file: "in/*.csv"}, columns: [{column: id, dataType: int}]}
          - project: Put
            source: Inbox
            target: Staging
            objects:
              - {object: folder, kind: file, file: {makeFolder: "{{folder}}/done", connection: Away} }
              - object: move
                kind: file
                dependsOn: [folder]
                file: {move: "in/*.csv", to: "{{folder}}", toConnection: Away}
              - object: zip
                kind: file
                dependsOn: [move]
                file: {zip: "{{folder}}/*.csv", connection: Away, to: "{{folder}}/done", name: all.zip}
              - object: unzip
                kind: file
                dependsOn: [zip]
                file: {unzip: "{{folder}}/done/*.zip", connection: Away, to: "{{folder}}/done/again"}
              - {object: tidy, kind: file, dependsOn: [unzip], file: {delete: "in/*.tmp"} }
        """);

    private string[] Files() => [.. Below("box", "away").Where(file => Path.GetFileName(file)[0] != '.')];

    private string[] Hidden() => [.. Below("box", "away").Where(file => Path.GetFileName(file)[0] == '.')];

    private IEnumerable<string> Below(params string[] folders) => folders
        .SelectMany(folder => Directory.GetFiles(Path.Combine(_folder.Path, folder), "*", SearchOption.AllDirectories))
        .Select(file => Path.GetRelativePath(_folder.Path, file)).Order(StringComparer.Ordinal);

    private string Log() => string.Concat(
        Directory.GetFiles(_folder.Path, "run.log", SearchOption.AllDirectories).Select(File.ReadAllText));

    private Called Call(params string[] arguments) => Called.With(_folder.Path, arguments);
}
