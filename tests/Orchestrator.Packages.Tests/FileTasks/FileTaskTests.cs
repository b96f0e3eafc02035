using System.Runtime.Versioning;
using Orchestrator.Core;
using Orchestrator.Metadata.Model;

namespace Orchestrator.Packages.Tests.FileTasks;

/// <summary>Kind file: what it does, what it never does, and that twice comes to the same as once.</summary>
internal sealed class FileTaskTests : FileTaskRig
{
    private static readonly EarlierAttempt Dead = new(1, 7, NodeState.EndedUnexpectedly, ErrorClass.Transient);

    private static FileTask MoveAll { get; } = new() { Move = "*.csv", Files = "*.csv", ToConnection = "Other" };

    [Test]
    public void Files_are_copied_by_a_pattern_and_stay_with_their_times()
    {
        Write("in/a.csv", "1");
        Write("in/b.csv", "2");
        Write("in/c.txt", "3");
        File.SetLastWriteTimeUtc(At("in/a.csv"), new DateTime(2026, 1, 31, 2, 3, 4, DateTimeKind.Utc));

        Succeed(new FileTask { Copy = "*.csv", Files = "*.csv", Folder = "done/today" });

        Assert.That(All(), Is.EqualTo(new[]
        {
            "in/a.csv: 1", "in/b.csv: 2", "in/c.txt: 3", "in/done/today/a.csv: 1", "in/done/today/b.csv: 2",
        }));
        Assert.That(File.GetLastWriteTimeUtc(At("in/done/today/a.csv")),
            Is.EqualTo(File.GetLastWriteTimeUtc(At("in/a.csv"))));
    }

    [Test]
    public void Files_are_taken_whatever_their_case_where_that_is_said()
    {
        Write("in/A.CSV", "1");
        Write("in/b.csv", "2");

        Succeed(new FileTask { Copy = "*.csv", Files = "*.csv", Folder = "done", IgnoreCase = true });

        Assert.That(All(), Is.EqualTo(new[] { "in/A.CSV: 1", "in/b.csv: 2", "in/done/A.CSV: 1", "in/done/b.csv: 2" }));
    }

    [Test]
    public void A_file_is_moved_below_another_connection_under_another_name()
    {
        Write("in/a.csv", "1");

        Succeed(new FileTask
        {
            Move = "a.csv",
            Files = "a.csv",
            ToConnection = "Other",
            Folder = "got",
            NewName = "b.csv",
        });

        Assert.That(All(), Is.EqualTo(new[] { "other/got/b.csv: 1" }));
    }

    [TestCase(ExistingFile.Fail, "in/a.csv: new", "other/a.csv: old")]
    [TestCase(ExistingFile.Keep, "in/a.csv: new", "other/a.csv: old")]
    [TestCase(ExistingFile.Replace, "other/a.csv: new")]
    public void Where_another_file_stands_the_moved_one_is_never_lost(ExistingFile existing, params string[] left)
    {
        Write("in/a.csv", "new");
        Write("other/a.csv", "old");

        var result = Run(MoveAll with { Existing = existing });

        Assert.That(result.Error?.Code, Is.EqualTo(existing == ExistingFile.Fail ? "ORC3531" : null));
        Assert.That(All(), Is.EqualTo(left));
    }

    [TestCase("")]
    [TestCase("1")]
    public void What_a_killed_attempt_left_half_written_is_taken_away(string there)
    {
        Write("in/a.csv", "1");
        Write("other/.a.csv.5-0123abcd.loading", "half");
        if (there.Length > 0)
        {
            Write("other/a.csv", there);
        }

        Succeed(MoveAll);

        Assert.That(All(), Is.EqualTo(new[] { "other/a.csv: 1" }));
    }

    [TestCase(ExistingFile.Fail)]
    [TestCase(ExistingFile.Keep)]
    public void A_file_that_comes_there_meanwhile_stays(ExistingFile existing)
    {
        Write("in/a.csv", "1");

        var result = PackageKinds.All["file"].Run(Context(MoveAll with { Existing = existing }) with
        {
            Fence = new WriteFence(() =>
            {
                Write("other/a.csv", "late");
                return true;
            }),
        });

        Assert.That(result.Error?.Code, Is.EqualTo("ORC3531"));
        Assert.That(All(), Is.EqualTo(new[] { "in/a.csv: 1", "other/a.csv: late" }));
    }

    [Test]
    public void Where_one_of_many_must_not_go_none_goes()
    {
        Write("in/a.csv", "1");
        Write("in/b.csv", "2");
        Write("other/b.csv", "3");

        Assert.That(Run(MoveAll).Error?.Code, Is.EqualTo("ORC3531"));
        Assert.That(All(), Is.EqualTo(new[] { "in/a.csv: 1", "in/b.csv: 2", "other/b.csv: 3" }));
    }

    [TestCase(ExistingFile.Fail)]
    [TestCase(ExistingFile.Keep)]
    [TestCase(ExistingFile.Replace)]
    public void What_stands_there_with_the_same_content_is_done_and_what_was_left_is_taken(ExistingFile existing)
    {
        Write("in/a.csv", "1");
        Write("in/b.csv", "2");
        Write("other/a.csv", "1");

        Succeed(MoveAll with { Existing = existing });

        Assert.That(All(), Is.EqualTo(new[] { "other/a.csv: 1", "other/b.csv: 2" }));
    }

    [Test]
    public void One_file_under_two_names_is_not_taken_for_a_copy_of_itself()
    {
        Solution.Servers.Add(new Connection { Name = "Again", Platform = Platform.Files, Folder = "in" });
        Write("in/a.csv", "1");

        foreach (var existing in Enum.GetValues<ExistingFile>())
        {
            var result = Run(MoveAll with { ToConnection = "Again", Existing = existing });

            Assert.That(result.Error?.Code, Is.EqualTo("ORC3532"));
            Assert.That(All(), Is.EqualTo(new[] { "in/a.csv: 1" }));
        }
    }

    [Test, Platform(Exclude = "Win", Reason = "links need a right there")]
    public void Links_are_neither_moved_nor_deleted_and_none_leads_out()
    {
        Write("in/a.csv", "1");
        Write("secret.txt", "secret");
        File.CreateSymbolicLink(At("in/link.csv"), At("in/a.csv"));
        Directory.CreateSymbolicLink(At("in/up"), Solution.Folder);

        string?[] codes =
        [
            Code(new FileTask { Move = "x", Files = "link.csv", ToConnection = "Other" }),
            Code(new FileTask { Delete = "x", Files = "link.csv" }),
            Code(new FileTask { Copy = "x", Files = "up/secret.txt", ToConnection = "Other" }),
            Code(new FileTask { Delete = "x", Files = "up/*.txt" }),
            Code(new FileTask { Copy = "x", Files = "a.csv", Folder = "up" }),
            Code(new FileTask { Copy = "x", Files = "../secret.txt", ToConnection = "Other" }),
            Code(new FileTask { MakeFolder = "x", Files = "up/made" }),
        ];

        Assert.That(codes, Is.All.EqualTo("ORC3102"));
        Assert.That(File.ReadAllText(At("secret.txt")), Is.EqualTo("secret"));
        Assert.That(Directory.GetFileSystemEntries(Solution.Folder).Select(Path.GetFileName),
            Is.EquivalentTo(new[] { "in", "other", "secret.txt" }));
    }

    [Test]
    public void Where_there_is_no_file_it_fails_or_has_nothing_to_do()
    {
        FileTask[] tasks =
        [
            new() { Copy = "x", Files = "*.csv", ToConnection = "Other" }, MoveAll,
            new() { Delete = "x", Files = "gone/*.csv" }, new() { Zip = "x", Files = "*.csv", NewName = "a.zip" },
            new() { Unzip = "x", Files = "a.zip", Folder = "b" },
        ];

        Assert.That(tasks.Select(Code), Is.All.EqualTo("ORC3530"));
        Assert.That(tasks.Select(task => Code(task with { OnNone = NoFiles.Skip })), Is.All.Null);
    }

    [Test]
    public void Behind_an_attempt_that_died_what_is_gone_may_be_done()
    {
        Write("other/a.csv", "1");

        var pattern = Run(MoveAll, Dead);
        var deleted = Run(new FileTask { Delete = "x", Files = "a.csv" }, Dead);
        var there = Run(MoveAll with { Files = "a.csv" }, Dead);
        var nowhere = Run(MoveAll with { Files = "b.csv" }, Dead);
        var copied = Run(new FileTask { Copy = "x", Files = "a.csv", ToConnection = "Other" }, Dead);
        var failed = Run(MoveAll, Dead with { State = NodeState.Failed, Error = ErrorClass.Data });

        Assert.That(new[] { pattern, deleted, there }.Select(one => one.Error), Is.All.Null);
        Assert.That(new[] { pattern, deleted, there }.Select(one => one.Warnings.Single()),
            Is.All.Contain("Attempt 7 in run 1"));
        Assert.That(new[] { nowhere, copied, failed }.Select(one => one.Error?.Code), Is.All.EqualTo("ORC3530"));
    }

    [Test]
    public void A_folder_is_made_with_those_above_it_and_may_be_there()
    {
        Succeed(new FileTask { MakeFolder = "a/b", Files = "a/b" });
        Succeed(new FileTask { MakeFolder = "a/b", Files = "a/b" });

        Assert.That(Directory.Exists(At("in/a/b")), Is.True);
        Assert.That(Directory.GetFileSystemEntries(At("in/a/b")), Is.Empty);
    }

    [Test]
    public void A_file_is_waited_for_until_it_comes_and_is_told_to_be()
    {
        using var told = new ManualResetEventSlim();
        Solution.HeldUp = _ => told.Set();
        var bringing = Task.Run(() =>
        {
            told.Wait();
            Write("in/a.csv", "1");
        });

        Succeed(new FileTask { WaitFor = "*.csv", Files = "*.csv", StableFor = TimeSpan.FromMilliseconds(1) });

        bringing.GetAwaiter().GetResult();
        Assert.That(Solution.Reasons, Does.Contain(WaitReason.Server));
    }

    [Test]
    public void A_file_that_does_not_come_is_a_failure_or_none_and_a_stop_ends_the_wait()
    {
        var wait = new FileTask { WaitFor = "a.csv", Files = "a.csv", Timeout = TimeSpan.FromMilliseconds(1) };
        using var stop = new CancellationTokenSource();

        Assert.That(Code(wait), Is.EqualTo("ORC3536"));
        Assert.That(Code(wait with { OnNone = NoFiles.Skip }), Is.Null);

        Solution.Cancellation = stop.Token;
        Solution.HeldUp = _ => stop.Cancel();
        Assert.That(Run(wait with { Timeout = TimeSpan.FromDays(1) }).Outcome, Is.EqualTo(NodeState.Cancelled));
    }

    [Test]
    public void Nothing_is_touched_once_the_lease_of_the_run_is_over()
    {
        Write("in/a.csv", "1");
        FileTask[] tasks =
        [
            MoveAll, new() { Copy = "x", Files = "a.csv", ToConnection = "Other" },
            new() { Delete = "x", Files = "a.csv" }, new() { MakeFolder = "x", Files = "b" },
        ];

        var codes = tasks.Select(task => PackageKinds.All["file"].Run(Context(task) with
        {
            Fence = new WriteFence(() => false),
        }).Error?.Code);

        Assert.That(codes, Is.All.EqualTo("ORC3460"));
        Assert.That(All(), Is.EqualTo(new[] { "in/a.csv: 1" }));
    }

    [Test, Platform(Exclude = "Win", Reason = "the rights are those of Unix")]
    [UnsupportedOSPlatform("windows")]
    public void What_only_its_owner_may_read_stays_so()
    {
        Write("in/a.csv", "1");
        File.SetUnixFileMode(At("in/a.csv"), UnixFileMode.UserRead | UnixFileMode.UserWrite);

        Succeed(MoveAll);

        Assert.That(File.GetUnixFileMode(At("other/a.csv")),
            Is.EqualTo(UnixFileMode.UserRead | UnixFileMode.UserWrite));
    }

    [Test]
    public void Many_files_are_moved_and_a_hundred_lines_tell_of_them()
    {
        for (var number = 0; number < 250; number++)
        {
            Write($"in/{number}.csv", $"{number}");
        }

        Succeed(MoveAll);

        Assert.That(Directory.GetFiles(At("other")), Has.Length.EqualTo(250));
        Assert.That(Said, Has.Count.EqualTo(101));
        Assert.That(Said[^1], Is.EqualTo("and 150 more, which are left out"));
    }
}
