using Orchestrator.Core;
using Orchestrator.Data;
using Orchestrator.Metadata.Diagnostics;
using Orchestrator.Metadata.Model;
using Orchestrator.Packages.Load;
using Orchestrator.Packages.Load.Source;
using Orchestrator.Packages.Store;

namespace Orchestrator.Packages.Tests.Load.Target;

internal sealed class FileTargetTests
{
    private Rig _rig = null!;

    private string Out => Path.Combine(_rig.Folder, "out");

    [SetUp]
    public void MakeRig()
    {
        _rig = new Rig();
        Directory.CreateDirectory(Out);
        _rig.Servers.Add(new Connection
        {
            Name = "Out",
            Platform = Platform.Files,
            Folder = "out",
            Formats = new Dictionary<string, FileFormat>
            {
                ["csv"] = new() { Name = "csv" },
                ["tab"] = new() { Name = "tab", Style = FileStyle.Bcp, Field = "\t" },
                ["wide"] = new() { Name = "wide", Style = FileStyle.Fixed, Widths = [4, 6] },
                ["lines"] = new() { Name = "lines", Style = FileStyle.Jsonl },
            },
        });
    }

    [TearDown]
    public void RemoveRig() => _rig.Dispose();

    [TestCase("csv", "id,name\n1,\"a,b\"\n2,\n3,\"\"\n")]
    [TestCase("tab", "1\ta,b\n2\t\n3\t\0\n")]
    [TestCase("lines", "{\"id\":1,\"name\":\"a,b\"}\n{\"id\":2,\"name\":null}\n{\"id\":3,\"name\":\"\"}\n")]
    public void A_table_becomes_a_file_in_each_format(string format, string expected)
    {
        _rig.Write("t.csv", "id,name\n1,\"a,b\"\n2,\n3,\"\"\n");
        _rig.Run(Rig.Load("t", Columns()));

        var result = _rig.Run(ToFile("t.txt", format) with
        {
            Source = new ObjectSource { Connection = "Db", Name = "t" },
        });

        Assert.That(result.Error?.Message, Is.Null);
        Assert.That(result.Counts.Inserted, Is.EqualTo(3));
        Assert.That(result.LoadPath, Does.Contain("the target is a file").And.Contain("renaming"));
        Assert.That(File.ReadAllText(Path.Combine(Out, "t.txt")), Is.EqualTo(expected));
    }

    [Test]
    public void A_file_becomes_a_file_in_a_folder_of_its_own_and_is_packed_by_its_name()
    {
        _rig.Write("t.csv", "id,name\n1,a\n");

        var result = _rig.Run(ToFile("sub/t.csv.gz"));
        var back = _rig.Run(Rig.Load("back", Columns()) with
        {
            Source = new ObjectSource { Connection = "Out", File = "sub/t.csv.gz" },
        });

        Assert.That(result.Outcome, Is.EqualTo(NodeState.Succeeded), result.Error?.Message);
        Assert.That(back.Outcome, Is.EqualTo(NodeState.Succeeded), back.Error?.Message);
        Assert.That(_rig.Query("select * from back"), Is.EqualTo(new[] { "1|a" }));
    }

    [Test]
    public void A_failed_load_leaves_the_old_file_and_no_other()
    {
        File.WriteAllText(Path.Combine(Out, "t.csv"), "old");
        _rig.Write("t.csv", "id,name\n1,a\nx,b\n");

        var result = _rig.Run(ToFile("t.csv"));

        Assert.That(result.Outcome, Is.EqualTo(NodeState.Failed));
        Assert.That(File.ReadAllText(Path.Combine(Out, "t.csv")), Is.EqualTo("old"));
        Assert.That(Left(), Is.EqualTo(new[] { "err/t.0000000101.csv", "t.csv" }));
    }

    [Test]
    public void A_cancelled_load_leaves_the_old_file_and_no_other()
    {
        File.WriteAllText(Path.Combine(Out, "t.csv"), "old");
        _rig.Write("t.csv", "id,name\n1,a\n");
        using var stop = new CancellationTokenSource();
        _rig.Cancellation = stop.Token;
        _rig.Progress = (_, _) => stop.Cancel();

        var result = _rig.Run(ToFile("t.csv"));

        Assert.That(result.Outcome, Is.EqualTo(NodeState.Cancelled));
        Assert.That(Left(), Is.EqualTo(new[] { "t.csv" }));
        Assert.That(File.ReadAllText(Path.Combine(Out, "t.csv")), Is.EqualTo("old"));
    }

    [TestCase("tab", "1,\"a\tb\"\n2,ok\n", "2\tok\n", "holds a terminator of the file")]
    [TestCase("tab", "1,\"a\nb\"\n2,ok\n", "2\tok\n", "holds a terminator of the file")]
    [TestCase("wide", "1,1234567\n2,ok\n", "2   ok    \n", "Truncation")]
    [TestCase("wide", "12345,a\n2,ok\n", "2   ok    \n", "RangeLoss")]
    [TestCase("wide", "1,\"\"\n2,\n", "2         \n", "is empty")]
    [TestCase("wide", "1,\"a \"\n2,ok\n", "2   ok    \n", "ends with blanks")]
    public void What_a_format_cannot_hold_goes_by_the_policies(
        string format, string rows, string expected, string reason)
    {
        _rig.Write("t.csv", "id,name\n" + rows);
        var load = ToFile("t.txt", format);

        var failed = _rig.Run(load);
        var redirected = _rig.Run(load with
        {
            Errors = new ErrorOptions { OnError = Rig.Written(Policy.Redirect) },
        });

        Assert.That(failed.Outcome, Is.EqualTo(NodeState.Failed));
        Assert.That(redirected.Outcome, Is.EqualTo(NodeState.Succeeded), redirected.Error?.Message);
        Assert.That(redirected.Counts.Rejected, Is.EqualTo(1));
        Assert.That(redirected.Warnings, Has.One.Contains("err/t.0000000102.csv"));
        Assert.That(File.ReadAllText(Path.Combine(Out, "t.txt")), Is.EqualTo(expected));
        Assert.That(File.ReadAllText(Path.Combine(Out, "err/t.0000000102.csv")), Does.Contain(reason));
    }

    [Test]
    public void Append_adds_a_file_for_each_attempt_that_succeeds()
    {
        _rig.Write("t.csv", "id,name\n1,a\n");
        var load = ToFile("t.csv.gz") with { Load = Append };

        _rig.Run(load);
        _rig.Run(load);
        _rig.Write("t.csv", "id,name\nx,a\n");
        _rig.Run(load with { Errors = new ErrorOptions() });

        Assert.That(Left().Where(file => !file.StartsWith("err")),
            Is.EqualTo(new[] { "t.0000000101.csv.gz", "t.0000000102.csv.gz" }));
    }

    [Test]
    public void Append_with_a_watermark_takes_back_the_files_of_attempts_without_a_success()
    {
        _rig.Write("t.csv", "id,name\n1,a\n");
        _rig.Run(Rig.Load("t", Columns()));
        File.WriteAllText(Path.Combine(Out, "t.0000000050.csv"), "counted");
        File.WriteAllText(Path.Combine(Out, "t.0000000077.csv"), "killed before its success was recorded");

        RunFrom(new WatermarkStart(null, [77]));

        Assert.That(Left(), Is.EqualTo(new[] { "t.0000000050.csv", $"t.{_rig.LastAttempt:D10}.csv" }));
    }

    [TestCase("t.0000000050.csv", "t.0000000077.csv", TestName = "A full refresh killed while it removed files")]
    [TestCase("t.0000000077.csv", TestName = "A full refresh killed before its success was recorded")]
    [TestCase("t.0000000078.csv", TestName = "A full refresh done again and killed before it was recorded")]
    public void A_full_refresh_that_has_removed_files_is_done_again(params string[] left)
    {
        _rig.Write("t.csv", "id,name\n1,a\n2,b\n");
        _rig.Run(Rig.Load("t", Columns()));
        foreach (var file in left)
        {
            File.WriteAllText(Path.Combine(Out, file), "earlier");
        }

        RunFrom(new WatermarkStart("1", [77, 78]) { Refreshes = [77] });

        Assert.That(Left(), Is.EqualTo(new[] { $"t.{_rig.LastAttempt:D10}.csv" }));
        Assert.That(File.ReadAllLines(Path.Combine(Out, Left().Single())), Has.Length.EqualTo(3), "header and both");
    }

    [Test]
    public void A_full_refresh_that_removed_no_file_takes_none_away_later()
    {
        _rig.Write("t.csv", "id,name\n1,a\n2,b\n");
        _rig.Run(Rig.Load("t", Columns()));
        File.WriteAllText(Path.Combine(Out, "t.0000000050.csv"), "counted");

        RunFrom(new WatermarkStart("1", [77]) { Refreshes = [77] });

        Assert.That(Left(), Is.EqualTo(new[] { "t.0000000050.csv", $"t.{_rig.LastAttempt:D10}.csv" }));
        Assert.That(File.ReadAllLines(Path.Combine(Out, Left()[1])), Has.Length.EqualTo(2), "header and the second");
    }

    [Test]
    public void A_full_refresh_removes_the_files_of_attempts_and_none_that_is_called_alike()
    {
        _rig.Write("t.csv", "id,name\n1,a\n");
        _rig.Run(Rig.Load("t", Columns()));
        string[] others = ["t.eu.0000000050.csv", "t.old.csv"];
        foreach (var file in (string[])[.. others, "t.0000000050.csv"])
        {
            File.WriteAllText(Path.Combine(Out, file), "earlier");
        }

        RunFrom(new WatermarkStart(null, []) { IsFullRefresh = true });

        Assert.That(Left(), Is.EquivalentTo((string[])[.. others, $"t.{_rig.LastAttempt:D10}.csv"]));
    }

    [Test]
    public void Where_the_file_cannot_take_its_place_no_other_has_been_taken_back()
    {
        _rig.Write("t.csv", "id,name\n1,a\n");
        _rig.Run(Rig.Load("t", Columns()));
        File.WriteAllText(Path.Combine(Out, "t.0000000077.csv"), "of an attempt without a success");
        var context = _rig.Context(ToFile("t.csv") with
        {
            Load = Append,
            Source = new ObjectSource { Connection = "Db", Name = "t" },
            Watermark = new Watermark { Name = "Id", Column = "id", DataType = Rig.Type("int") },
        });
        Directory.CreateDirectory(Path.Combine(Out, FileParts.Of("t.csv", context.AttemptId)));

        var result = PackageKinds.All["load"].Run(context with
        {
            Past = new() { Watermark = () => new WatermarkStart(null, [77]) },
        });

        Assert.That(result.Outcome, Is.EqualTo(NodeState.Failed));
        Assert.That(Left(), Is.EqualTo(new[] { "t.0000000077.csv" }));
    }

    [Test]
    public void Once_the_lease_of_the_run_is_over_no_file_takes_its_place_and_no_other_is_taken_back(
        [Values(0, 1)] int timesHeld)
    {
        _rig.Write("t.csv", "id,name\n1,a\n");
        _rig.Run(Rig.Load("t", Columns()));
        File.WriteAllText(Path.Combine(Out, "t.0000000077.csv"), "of an attempt without a success");
        var context = _rig.Context(ToFile("t.csv") with
        {
            Load = Append,
            Source = new ObjectSource { Connection = "Db", Name = "t" },
            Watermark = new Watermark { Name = "Id", Column = "id", DataType = Rig.Type("int") },
        });

        var asked = 0;
        var result = PackageKinds.All["load"].Run(context with
        {
            Past = new() { Watermark = () => new WatermarkStart(null, [77]) },
            Fence = new WriteFence(() => asked++ < timesHeld),
        });

        Assert.That(result.Error?.Code, Is.EqualTo("ORC3460"));
        Assert.That(Left(), Has.Member("t.0000000077.csv").And.Length.EqualTo(1 + timesHeld));
    }

    [TestCase("CSV", null)]
    [TestCase("LEGACY", "ORC3454")]
    public void What_the_engine_fills_itself_is_not_wider_than_its_column(string recordSource, string? code)
    {
        _rig.Servers[^1] = _rig.Servers[^1] with
        {
            Formats = new Dictionary<string, FileFormat>
            {
                ["wide"] = new() { Name = "wide", Style = FileStyle.Fixed, Widths = [4, 6, 5] },
            },
        };
        _rig.Servers.Add(new Connection
        {
            Name = "Old",
            Platform = Platform.Files,
            Folder = "out",
            RecordSource = recordSource,
        });
        File.WriteAllText(Path.Combine(Out, "in.csv"), "id,name\n1,a\n");

        var result = _rig.Run(ToFile("t.txt", "wide") with
        {
            Source = new ObjectSource { Connection = "Old", File = "in.csv" },
            SystemColumns =
                [new SystemColumn("RowRecordSource", "RowRecordSource", Rig.Type("varchar(10)"), Origin.Default)],
        });

        Assert.That(result.Error?.Code, Is.EqualTo(code));
    }

    [TestCase(1)]
    [TestCase(3)]
    public void A_file_of_more_or_fewer_rows_than_were_counted_is_not_published(long counted)
    {
        File.WriteAllText(Path.Combine(Out, "t.csv"), "old");
        var load = ToFile("t.csv");
        var store = new FileStore(_rig.Context(load), _ => long.MaxValue);
        var columns = LoadColumns.Resolve(
            load, store.Rules, [new RowColumn("id", Rig.Type("int")), new RowColumn("name", Rig.Type("nvarchar(50)"))],
            attempt: 101, recordSource: null);
        using var pool = new RowBatchPool(_rig.Resources.Memory, columns.Moved);
        using var batch = pool.RentNow();
        (batch.Columns[0].Int64s[0], batch.Columns[0].Int64s[1], batch.Count) = (1, 2, 2);
        batch.Columns[1].SetNull(0);
        batch.Columns[1].SetNull(1);
        using (var target = store.Open(columns, null, _ => { }, null))
        {
            target.Begin();
            target.Write(batch);

            var refused = Assert.Throws<PackageRefusedException>(
                () => target.Publish(new RowCounts(counted, counted, 0, 0, 0, 0, 0, 0), () => null))!;

            Assert.That((refused.Error.Code, refused.Error.Class), Is.EqualTo(("ORC3406", ErrorClass.Bug)));
        }

        Assert.That(Left(), Is.EqualTo(new[] { "t.csv" }));
        Assert.That(File.ReadAllText(Path.Combine(Out, "t.csv")), Is.EqualTo("old"));
    }

    [Test]
    public void What_only_a_table_can_do_is_refused()
    {
        var load = ToFile("t.csv");
        string[] Codes(ObjectDefinition definition) =>
            [.. PackageKinds.All["load"].Check(definition, _rig.Solution).Select(found => found.Code)];

        Assert.That(Codes(load), Is.Empty);
        Assert.That(Codes(load with { Load = new() { Pattern = Rig.Written(LoadPattern.Merge) } }),
            Does.Contain("ORC1201"));
        Assert.That(Codes(load with { Load = new() { FastLoad = Rig.Written(false) } }), Does.Contain("ORC1202"));
        Assert.That(Codes(load with { Load = new() { Swap = Rig.Written(Swap.Shadow) } }), Does.Contain("ORC1202"));
        Assert.That(Codes(load with { Load = new() { CommitRows = Rig.Written(10L) } }), Does.Contain("ORC1202"));
        Assert.That(Codes(load with { Load = new() { Range = Rig.Written<LoadRange?>(new("Id", "1", "2")) } }),
            Does.Contain("ORC1202"));
        Assert.That(
            Codes(load with
            {
                At = new Metadata.Diagnostics.Origin("test.yaml", 1, 1),
                Load = new() { LatestBy = Rig.Written<IReadOnlyList<string>>(["Id"]) },
            }),
            Does.Contain("ORC1202"));
        Assert.That(Codes(ToFile("t.txt", "wide") with { Columns = [Rig.Column("id")] }), Does.Contain("ORC1204"));
        Assert.That(Codes(load with { Columns = [Rig.Column("a"), Rig.Column("A")] }), Does.Contain("ORC1302"));
    }

    [TestCase(5, false)]
    [TestCase(1, true)]
    public void What_was_written_above_for_objects_with_a_key_is_no_mistake_of_one_without(int line, bool isRefused)
    {
        var at = new Metadata.Diagnostics.Origin("test.yaml", line, 1);
        LoadOptions options = new() { LatestBy = Rig.Written<IReadOnlyList<string>>(["Id"]) };
        var toFile = ToFile("t.csv") with { At = at, Load = options };
        var toTable = Rig.Load("t", Columns()) with { At = at, Load = options };

        string[] Codes(ObjectDefinition definition) =>
            [.. PackageKinds.All["load"].Check(definition, _rig.Solution).Select(found => found.Code)];

        Assert.That(Codes(toFile), Is.EqualTo(isRefused ? (string[])["ORC1202"] : []));
        Assert.That(Codes(toTable), Is.EqualTo(isRefused ? (string[])["ORC1303"] : []));
    }

    [TestCase(FileStyle.Bcp, "\t", "\r\t")]
    [TestCase(FileStyle.Bcp, "ab", "\n")]
    [TestCase(FileStyle.Excel, ",", "\n")]
    public void A_format_that_would_not_read_back_is_refused(FileStyle style, string field, string row)
    {
        _rig.Servers[^1] = _rig.Servers[^1] with
        {
            Formats = new Dictionary<string, FileFormat>
            {
                ["odd"] = new() { Name = "odd", Style = style, Field = field, Row = row },
            },
        };

        Assert.That(PackageKinds.All["load"].Check(ToFile("t.txt", "odd"), _rig.Solution).Select(found => found.Code),
            Is.EqualTo(new[] { "ORC1203" }));
    }

    private void RunFrom(WatermarkStart start)
    {
        var load = ToFile("t.csv") with
        {
            Load = Append,
            Source = new ObjectSource { Connection = "Db", Name = "t" },
            Watermark = new Watermark { Name = "Id", Column = "id", DataType = Rig.Type("int") },
        };

        var result = PackageKinds.All["load"].Run(_rig.Context(load) with { Past = new() { Watermark = () => start } });

        Assert.That(result.Outcome, Is.EqualTo(NodeState.Succeeded), result.Error?.Message);
    }

    private static LoadOptions Append => new() { Pattern = Rig.Written(LoadPattern.Append) };

    private static ColumnDefinition[] Columns() => [Rig.Column("id", "int"), Rig.Column("name", "nvarchar(50)")];

    private static ObjectDefinition ToFile(string file, string format = "csv") => Rig.Load("t", Columns()) with
    {
        Target = new ObjectTarget("Out", null, file) { Format = format },
    };

    private string[] Left() => [.. Directory.GetFiles(Out, "*", new EnumerationOptions
    {
        RecurseSubdirectories = true,
        AttributesToSkip = FileAttributes.None,
    }).Select(file => Path.GetRelativePath(Out, file)).Order(StringComparer.Ordinal)];
}
