using Orchestrator.Core;
using Orchestrator.Metadata.Model;

namespace Orchestrator.Packages.Tests.Load.Source;

internal sealed class TakenFilesTests
{
    private static readonly DateTime Now = new(2026, 1, 31, 2, 0, 0, DateTimeKind.Utc);

    private Rig _rig = null!;
    private FileIntake _intake = new();

    [SetUp]
    public void MakeRig()
    {
        (_rig, _intake) = (new Rig(), new FileIntake());
        Put("a.csv", "1", Now.AddHours(-1));
        Put("b.csv", "2", Now.AddHours(-2));
        Put("c.csv", "3", Now.AddSeconds(-59));
    }

    [TearDown]
    public void RemoveRig() => _rig.Dispose();

    [Test]
    public void All_files_are_taken_unless_something_else_is_said()
    {
        Assert.That(Run().Warnings, Is.Empty);
        Assert.That(Rows(), Is.EqualTo(new[] { "1", "2", "3" }));
    }

    [Test]
    public void The_latest_is_the_one_that_was_written_last()
    {
        _intake = _intake with { Take = FileTake.Latest };

        Run();

        Assert.That(Rows(), Is.EqualTo(new[] { "3" }));
    }

    [TestCase(FileTake.All, "1 2 3")]
    [TestCase(FileTake.Latest, "3")]
    [TestCase(FileTake.New, "1 2 3")]
    public void A_hidden_file_is_not_taken(FileTake take, string expected)
    {
        _intake = _intake with { Take = take };
        Put("._a.csv", "9", Now.AddHours(-1));
        Put(".d.csv", "9", Now);

        Run();

        Assert.That(Rows(), Is.EqualTo(expected.Split(' ')));
    }

    [TestCase(-60, "1 2 3")]
    [TestCase(-59, "1 2")]
    [TestCase(3600, "1 2")]
    public void A_file_is_taken_once_nobody_has_written_to_it_for_long_enough(int seconds, string expected)
    {
        _intake = _intake with { StableFor = TimeSpan.FromSeconds(60) };
        File.SetLastWriteTimeUtc(Path.Combine(_rig.Inbox, "c.csv"), Now.AddSeconds(seconds));

        var result = Run();

        Assert.That(Rows(), Is.EqualTo(expected.Split(' ')));
        Assert.That(result.Warnings, Has.Count.EqualTo(expected.Length == 3 ? 1 : 0));
        Assert.That(result.Warnings, Is.All.Contains("not taken: 'c.csv' was written to within the last 60 s"));
    }

    [TestCase("*.done", "a.csv.done b.done", "1 2")]
    [TestCase("done_*", "done_c.csv", "3")]
    [TestCase("ready.csv", "ready.csv", "1 2 3")]
    public void A_file_is_taken_once_its_done_file_is_there(string pattern, string done, string expected)
    {
        _intake = _intake with { DoneFile = pattern };
        Array.ForEach(done.Split(' '), file => _rig.Write(file, "no data"));

        Assert.That(Run().Outcome, Is.EqualTo(NodeState.Succeeded));

        Assert.That(Rows(), Is.EqualTo(expected.Split(' ')));
    }

    [Test]
    public void Without_a_file_to_take_the_load_fails_and_says_why()
    {
        _intake = _intake with { DoneFile = "*.done" };

        var error = Run().Error!;

        Assert.That(error.Code, Is.EqualTo("ORC3101"));
        Assert.That(error.Message, Does.Contain("'a.csv' has no '*.done' beside it"));
    }

    [Test]
    public void Or_leaves_its_target_as_it_is_where_that_is_said()
    {
        Run();
        _intake = _intake with { DoneFile = "*.done", OnNone = NoFiles.Skip };

        var result = Run();

        Assert.That(result.Outcome, Is.EqualTo(NodeState.Succeeded));
        Assert.That(result.Counts.Read, Is.Zero);
        Assert.That(result.Warnings, Has.Count.EqualTo(4));
        Assert.That(result.Warnings[^1], Is.EqualTo("no file '*.csv' to take: the target was left as it is"));
        Assert.That(Rows(), Is.EqualTo(new[] { "1", "2", "3" }));
    }

    [Test]
    public void The_name_column_tells_the_file_of_each_row()
    {
        _intake = _intake with { NameColumn = "SourceFile" };
        Put("b.csv", "x\n2\n4", Now);
        var redirect = new ErrorOptions { OnError = Rig.Written(Policy.Redirect) };

        Run(load => load with { Errors = redirect });

        Assert.That(_rig.Query("select id, SourceFile from t order by id"),
            Is.EqualTo(new[] { "1|a.csv", "2|b.csv", "3|c.csv", "4|b.csv" }));
    }

    [Test]
    public void A_name_column_that_the_files_have_themselves_is_refused()
    {
        _intake = _intake with { NameColumn = "ID" };

        Assert.That(Run(load => load with { Columns = [] }).Error?.Code, Is.EqualTo("ORC3103"));
    }

    [Test]
    public void Each_file_that_was_read_is_told_with_size_time_and_hash()
    {
        var files = Run().Files;

        Assert.That(files.Select(file => (file.Connection, file.Name, file.Size, file.Outcome)), Is.EqualTo(new[]
        {
            ("Inbox", "a.csv", 5L, FileOutcome.Loaded), ("Inbox", "b.csv", 5L, FileOutcome.Loaded),
            ("Inbox", "c.csv", 5L, FileOutcome.Loaded),
        }));
        Assert.That(files[0].Written, Is.EqualTo(new DateTimeOffset(Now.AddHours(-1))));
        Assert.That(files[0].Hash, Is.EqualTo(HashOf("a.csv")));
    }

    [Test]
    public void Of_a_load_that_fails_those_that_were_opened_are_told_and_the_hash_of_those_read_to_their_end()
    {
        Put("b.csv", "not a number", Now);

        var result = Run();

        Assert.That(result.Outcome, Is.EqualTo(NodeState.Failed));
        Assert.That((result.Files[0].Name, result.Files[0].Hash), Is.EqualTo(("a.csv", HashOf("a.csv"))));
        Assert.That(Outcomes(result), Does.StartWith("a.csv Failed, b.csv Refused"));
    }

    [TestCase("id\n1,2\n")]
    [TestCase("id\n\"1\n")]
    public void A_file_that_is_not_what_its_format_says_is_the_one_at_fault(string text)
    {
        _rig.Write("b.csv", text);

        Assert.That(Outcomes(Run()), Does.StartWith("a.csv Failed, b.csv Refused"));
    }

    [TestCase("other\n1\n")]
    [TestCase("id;name\n1;2\n")]
    public void One_whose_header_is_not_that_of_the_object_is_at_fault_before_a_row_of_any_is_read(string text)
    {
        _rig.Write("b.csv", text);

        Assert.That(Outcomes(Run()), Does.StartWith("b.csv Refused"));
    }

    [Test]
    public void So_is_the_one_with_the_row_that_is_one_too_many()
    {
        Put("a.csv", "x", Now);
        Put("b.csv", "y", Now);
        var redirect = new ErrorOptions { OnError = Rig.Written(Policy.Redirect), MaxErrors = Rig.Written(1L) };

        Assert.That(Outcomes(Run(load => load with { Errors = redirect })), Does.Contain("b.csv Refused"));
    }

    [Test]
    public void No_file_is_at_fault_where_the_target_cannot_be_loaded()
    {
        _rig.Execute("CREATE TABLE t (other TEXT)");

        Assert.That(Outcomes(Run()), Does.Not.Contain("Refused"));
    }

    private static string Outcomes(PackageResult result) =>
        string.Join(", ", result.Files.Select(file => $"{file.Name} {file.Outcome}"));

    private string HashOf(string file) => Convert.ToHexStringLower(
        System.Security.Cryptography.SHA256.HashData(File.ReadAllBytes(Path.Combine(_rig.Inbox, file))));

    private void Put(string file, string row, DateTime written)
    {
        _rig.Write(file, $"id\n{row}\n");
        File.SetLastWriteTimeUtc(Path.Combine(_rig.Inbox, file), written);
    }

    private string[] Rows() => [.. _rig.Query("select id from t order by id")];

    private PackageResult Run(Func<ObjectDefinition, ObjectDefinition>? change = null)
    {
        _rig.Servers.Clear();
        _rig.Servers.Add(new Connection { Name = "Inbox", Platform = Platform.Files, Folder = "in", Files = _intake });
        var load = Rig.Load("t", [Rig.Column("id", "int"),
            .. _intake.NameColumn is { } name ? [Rig.Column(name)] : Array.Empty<ColumnDefinition>()]) with
        {
            Source = new ObjectSource { Connection = "Inbox", File = "*.csv" },
        };
        var context = _rig.Context(change?.Invoke(load) ?? load) with
        {
            Time = new Clock(),
            Past = new()
            {
                Watermark = () => new WatermarkStart(null, []),
                HasLoadedFiles = () => false,
                FilesBefore = _ => [],
            },
        };
        return PackageKinds.All["load"].Run(context);
    }

    private sealed class Clock : TimeProvider
    {
        public override DateTimeOffset GetUtcNow() => new(Now);
    }
}
