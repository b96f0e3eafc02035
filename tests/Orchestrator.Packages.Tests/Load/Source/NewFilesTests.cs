using Orchestrator.Core;
using Orchestrator.Data.Files;
using Orchestrator.Metadata.Diagnostics;
using Orchestrator.Metadata.Model;
using Orchestrator.Packages.Load.Source;

namespace Orchestrator.Packages.Tests.Load.Source;

internal sealed class NewFilesTests
{
    private static readonly DateTime Written = new(2026, 1, 31, 2, 0, 0, DateTimeKind.Utc);

    private readonly List<FileBefore> _ledger = [];
    private readonly List<string> _messages = [];
    private Rig _rig = null!;
    private FileIntake _intake = new();
    private Hook[] _hooks = [];

    [SetUp]
    public void MakeRig()
    {
        (_rig, _intake, _hooks) = (new Rig(), new FileIntake { Take = FileTake.New }, []);
        _ledger.Clear();
        _messages.Clear();
        Put("a.csv", "1", Written);
        Put("b.csv", "2", Written);
    }

    [TearDown]
    public void RemoveRig() => _rig.Dispose();

    [Test]
    public void A_file_is_taken_once_and_the_log_says_which_were_taken_and_which_left()
    {
        Run();
        Put("c.csv", "3", Written);
        _messages.Clear();

        Run();

        Assert.That(Rows(), Is.EqualTo(new[] { "1", "2", "3" }));
        Assert.That(_messages, Is.EqualTo(new[]
        {
            "left 'a.csv': attempt 101 has loaded it", "left 'b.csv': attempt 101 has loaded it", "takes 'c.csv'",
        }));
    }

    [Test]
    public void One_whose_content_changed_is_new_again()
    {
        Run();
        Put("a.csv", "9", Written.AddHours(1));

        Run();

        Assert.That(Rows(), Is.EqualTo(new[] { "1", "2", "9" }));
    }

    [Test]
    public void One_of_the_same_name_and_content_at_another_connection_is_another_file()
    {
        Run();

        Run(at: "Other");

        Assert.That(Rows(), Is.EqualTo(new[] { "1", "1", "2", "2" }));
        Assert.That(Run(isFullRefresh: true, at: "Third").Error?.Code, Is.EqualTo("ORC3580"));
    }

    [Test]
    public void One_that_was_only_touched_is_not_and_is_not_read_a_second_time_for_that()
    {
        Run();
        Put("a.csv", "1", Written.AddHours(1));
        Put("c.csv", "3", Written);
        Run();
        Put("d.csv", "4", Written);
        _messages.Clear();

        Run();

        Assert.That(Rows(), Is.EqualTo(new[] { "1", "2", "3", "4" }));
        Assert.That(_messages[0], Is.EqualTo("left 'a.csv': attempt 102 has loaded it"));
    }

    [Test]
    public void Without_a_new_one_the_load_fails_and_says_why_or_leaves_its_target_as_it_is()
    {
        Run();

        Assert.That(Run().Error?.Message, Does.Contain("'a.csv' was loaded by attempt 101"));
        _intake = _intake with { OnNone = NoFiles.Skip };
        Assert.That(Run().Outcome, Is.EqualTo(NodeState.Succeeded));
        Assert.That(Rows(), Is.EqualTo(new[] { "1", "2" }));
    }

    [Test]
    public void A_full_refresh_takes_all_of_them_again()
    {
        Run();

        Run(isFullRefresh: true);

        Assert.That(Rows(), Is.EqualTo(new[] { "1", "2" }));
    }

    [TestCase(true)]
    [TestCase(false)]
    public void But_not_where_the_rows_of_one_that_is_gone_or_changed_would_go_with_it(bool isGone)
    {
        Run();
        if (isGone)
        {
            File.Delete(Path.Combine(_rig.Inbox, "a.csv"));
        }
        else
        {
            Put("a.csv", "9", Written.AddHours(1));
        }

        var error = Run(isFullRefresh: true).Error;

        Assert.That(error?.Code, Is.EqualTo("ORC3580"));
        Assert.That(error!.Message, Does.Contain("1 files").And.Contains("'a.csv' (attempt 101)"));
        Assert.That(Rows(), Is.EqualTo(new[] { "1", "2" }));
    }

    [Test]
    public void Those_of_a_load_whose_hook_failed_behind_it_are_new_to_the_next_attempt_and_stay_where_they_are()
    {
        _intake = _intake with { Archive = "done" };
        _hooks = [Hook("insert into nothing values (1)")];
        var failed = Run();
        _hooks = [];

        var again = Run(unfinished: _rig.LastAttempt);

        Assert.That((failed.Outcome, failed.Counts.Inserted), Is.EqualTo((NodeState.Failed, 2L)));
        Assert.That(failed.Error!.Class, Is.Not.EqualTo(ErrorClass.OutcomeUnknown), "the next one takes its rows back");
        Assert.That(failed.Files.Select(file => (file.Outcome, file.Move)),
            Is.All.EqualTo((FileOutcome.Failed, FileMove.None)).And.Exactly(2).Items);
        Assert.That((again.Outcome, again.Counts.Inserted), Is.EqualTo((NodeState.Succeeded, 2L)));
        Assert.That(Rows(), Is.EqualTo(new[] { "1", "2" }));
    }

    [Test]
    public void A_success_that_found_none_is_none_that_loaded_anything_whatever_hooks_it_has()
    {
        _intake = _intake with { OnNone = NoFiles.Skip };
        Run();
        _hooks = [Hook("select 1")];

        var skipped = Run();

        Assert.That((skipped.Outcome, skipped.LoadPath), Is.EqualTo((NodeState.Succeeded, "")));
        Assert.That(_messages[^1], Does.Match(@"^hooks: tidy \d+\.\d s$"));
    }

    [TestCase("done")]
    [TestCase(null)]
    public void Rows_that_stand_there_before_the_first_is_taken_are_told_and_later_on_they_are_not(string? archive)
    {
        _intake = _intake with { Archive = archive };
        _rig.Execute("CREATE TABLE t (id INTEGER, RowAuditId INTEGER); INSERT INTO t VALUES (7, 1)");

        var first = Run();
        File.Delete(Path.Combine(_rig.Inbox, "a.csv"));
        File.Delete(Path.Combine(_rig.Inbox, "b.csv"));
        Put("c.csv", "3", Written);
        var second = Run();

        Assert.That(first.Warnings, Has.Count.EqualTo(1));
        Assert.That(first.Warnings[0], Does.StartWith("'t' held 1 rows before the first load of 'Staging/t'")
            .And.EndsWith("Then delete the rows whose RowAuditId is 101"));
        Assert.That(second.Warnings, Is.Empty);
    }

    [TestCase(FileTake.New, null, true)]
    [TestCase(FileTake.All, "done", false)]
    [TestCase(FileTake.Latest, null, false)]
    public void A_range_is_not_replaced_by_the_rows_of_new_files_alone(FileTake take, string? archive, bool isRefused)
    {
        _rig.Servers.Add(new Connection
        {
            Name = "Inbox",
            Platform = Platform.Files,
            Folder = "in",
            Files = new FileIntake { Take = take, Archive = archive },
        });
        var load = Rig.Load("t", Rig.Column("id", "int")) with
        {
            Source = new ObjectSource { Connection = "Inbox", File = "*.csv" },
            Load = new LoadOptions
            {
                Pattern = Rig.Written(LoadPattern.ReplaceRange),
                Range = Rig.Written<LoadRange?>(new LoadRange("id", "1", "9")),
            },
        };

        var found = PackageKinds.All["load"].Check(load, _rig.Solution).Select(wrong => wrong.Code);

        Assert.That(found, Is.EqualTo(isRefused ? (string[])["ORC1337"] : []));
    }

    // A server may tell any time.
    [Test]
    public void One_from_the_end_of_all_time_is_known_by_its_content()
    {
        var written = new DateTime(9999, 12, 31, 23, 59, 0, DateTimeKind.Utc);
        var loaded = new ReadFile
        {
            Connection = "Inbox",
            Name = "a.csv",
            Size = 1,
            Written = written,
            Hash = "h",
            Outcome = FileOutcome.Loaded,
        };

        var choice = NewFiles.Among("Inbox", [new FileStamp("a.csv", 1, written, "")],
            [new FileBefore(loaded, 7, Written)], TimeSpan.FromHours(1), file => file with { Hash = "h" });

        Assert.That(choice.Known.Select(one => (one.Attempt, one.IsHashed)), Is.EqualTo(new[] { (7L, true) }));
    }

    private static Hook Hook(string sql) => new()
    {
        Name = "tidy",
        When = HookTime.After,
        Connection = "Db",
        Sql = new SqlText(sql, null, Origin.Default),
    };

    private void Put(string file, string row, DateTime written)
    {
        _rig.Write(file, $"id\n{row}\n");
        File.SetLastWriteTimeUtc(Path.Combine(_rig.Inbox, file), written);
    }

    private string[] Rows() => [.. _rig.Query("select id from t order by id")];

    private PackageResult Run(bool isFullRefresh = false, string at = "Inbox", params long[] unfinished)
    {
        _rig.Servers.Clear();
        _rig.Servers.Add(new Connection { Name = at, Platform = Platform.Files, Folder = "in", Files = _intake });
        var load = Rig.Load("t", Rig.Column("id", "int")) with
        {
            Source = new ObjectSource { Connection = at, File = "*.csv" },
            SystemColumns = [new SystemColumn("RowAuditId", "RowAuditId", Rig.Type("bigint"), default)],
            Load = new LoadOptions { Pattern = Rig.Written(LoadPattern.Append) },
            Hooks = _hooks,
        };
        var result = PackageKinds.All["load"].Run(_rig.Context(load) with
        {
            Past = new()
            {
                Watermark = () => new WatermarkStart(null, unfinished) { IsFullRefresh = isFullRefresh },
                HasLoadedFiles = () => _ledger.Any(NewFiles.IsLoaded),
                FilesBefore = files => [.. _ledger.Where(one => files is null
                    || files.Any(file => file.File == one.File.Name && file.Size == one.File.Size))],
            },
            Message = _messages.Add,
        });
        _ledger.AddRange(result.Files.Select(file =>
            new FileBefore(file, _rig.LastAttempt, new DateTimeOffset(Written.AddDays(1)))));
        return result;
    }
}
