using Orchestrator.Core;
using Orchestrator.Metadata.Diagnostics;
using Orchestrator.Metadata.Model;

namespace Orchestrator.Packages.Tests.Scd;

/// <summary>What kind scd does beside keeping versions, which <see cref="ScdHistoryTests"/> look at.</summary>
internal sealed class ScdTests
{
    private static readonly DateTime Moment = new(2026, 1, 31, 2, 0, 0, DateTimeKind.Utc);

    [Test]
    public void Versions_are_numbered_in_the_order_of_key_and_time_behind_those_that_are_there(
        [ValueSource(typeof(TestPlatforms), nameof(TestPlatforms.All))] Platform platform,
        [Values] ScdEngine engine)
    {
        using var rig = new ScdRig(platform, Define(
            new ScdOptions { EffectiveFrom = "Eff", SurrogateKey = "Sk", Engine = engine }));
        rig.Run([Row(2, 1, "a"), Row(1, 2, "b"), Row(1, 1, "a")], [], Moment);

        rig.Run([Row(3, 1, "a"), Row(1, 3, "c"), Row(2, 0, "z")], [], Moment);

        Assert.That(rig.Pattern.Query(
            $"""SELECT "Sk", "Id", "C" FROM {rig.Pattern.Table} ORDER BY "Sk" """), Is.EqualTo((string[])
            ["1|1|a", "2|1|b", "3|2|a", "4|1|c", "5|2|z", "6|3|a"]));
    }

    [Test]
    public void A_number_that_the_table_counts_itself_is_left_to_it([Values] ScdEngine engine)
    {
        using var rig = new ScdRig(Platform.PostgreSql, Define(
            new ScdOptions { EffectiveFrom = "Eff", SurrogateKey = "Sk", Engine = engine }));
        rig.Run([], [], Moment);
        rig.Pattern.Execute("""
            ALTER TABLE t DROP COLUMN "Sk";
            ALTER TABLE t ADD "Sk" bigint GENERATED ALWAYS AS IDENTITY (START WITH 50)
            """);

        var result = rig.Run([Row(1, 1, "a")], [], Moment);

        Assert.That(result.Error, Is.Null);
        Assert.That(rig.Pattern.Query("""SELECT "Sk" FROM t"""), Is.EqualTo((string[])["50"]));
    }

    [Test]
    public void Where_a_row_was_rejected_or_none_was_read_no_key_is_deleted_and_a_warning_says_so(
        [ValueSource(typeof(TestPlatforms), nameof(TestPlatforms.All))] Platform platform,
        [Values] ScdEngine engine)
    {
        using var rig = new ScdRig(platform, Define(
            new ScdOptions { EffectiveFrom = "Eff", Deletes = DeletedRows.Close, Engine = engine }) with
        {
            Errors = new ErrorOptions { OnError = Rig.Written(Policy.Redirect) },
        });
        rig.Run([Row(1, 1, "a"), Row(2, 1, "a")], [], Moment);

        var rejected = rig.Run([Row(1, 1, "a")], [rig.Bad(3, "9999-12-31 00:00:00")], Moment);
        var nothing = rig.Run([], [], Moment);
        var whole = rig.Run([Row(1, 1, "a")], [], Moment);

        Assert.That(rejected.Warnings, Has.Some.Contain("its row may be among them"));
        Assert.That(nothing.Warnings, Has.Some.Contain("nothing was delivered"));
        Assert.That((rejected.Counts.Closed, nothing.Counts.Closed, whole.Counts.Closed), Is.EqualTo((0, 0, 1)));
        Assert.That($"{whole.Counts}", Is.EqualTo("1 read = 1 unchanged (1 closed)"));
    }

    [TestCase(FileTake.All, "0 1")]
    [TestCase(FileTake.Latest, "1")]
    public void Where_a_file_of_the_delivery_is_not_done_no_key_is_deleted_and_a_warning_says_so(
        FileTake take, string closed)
    {
        foreach (var engine in Enum.GetValues<ScdEngine>())
        {
            using var rig = new ScdRig(Platform.Sqlite, Define(
                new ScdOptions { EffectiveFrom = "Eff", Deletes = DeletedRows.Close, Engine = engine }));
            rig.Run([Row(1, 1, "a"), Row(2, 1, "a")], [], Moment);
            rig.Pattern.Rig.Servers.Add(new Connection
            {
                Name = "Inbox",
                Platform = Platform.Files,
                Folder = "in",
                Files = new FileIntake { Take = take, DoneFile = "*.done" },
            });
            rig.Pattern.Rig.Write("p1.csv", "Id,Eff,C\n1,2024-01-02,a\n");
            rig.Pattern.Rig.Write("p1.done", "");
            rig.Pattern.Rig.Write("p2.csv", "Id,Eff,C\n3,2024-01-02,a\n");
            var all = rig.Definition with { Source = new ObjectSource { Connection = "Inbox", File = "p*.csv" } };

            var part = rig.Pattern.Rig.Run(all);
            var told = part.Warnings.Any(warning => warning.Contains("not all files were taken"));
            rig.Pattern.Rig.Write("p2.done", "");
            var whole = rig.Pattern.Rig.Run(all);

            Assert.That((part.Error, whole.Error), Is.EqualTo(((PackageError?)null, (PackageError?)null)));
            Assert.That(take == FileTake.All ? $"{part.Counts.Closed} {whole.Counts.Closed}" : $"{part.Counts.Closed}",
                Is.EqualTo(closed), $"{engine}");
            Assert.That(told, Is.EqualTo(take == FileTake.All));
        }
    }

    [TestCase(Platform.Sqlite)]
    [TestCase(Platform.PostgreSql)]
    [TestCase(Platform.SqlServer)]
    [TestCase(Platform.MariaDb)]
    public void A_row_that_begins_where_versions_end_fails_the_load_where_errors_are_not_redirected(Platform platform)
    {
        using var rig = new ScdRig(platform, Define(new ScdOptions { EffectiveFrom = "Eff" }));

        var result = rig.Run([Row(1, 1, "a")], [rig.Bad(3, "9999-12-31 00:00:00")], Moment);

        Assert.That((result.Outcome, result.Error!.Code), Is.EqualTo((NodeState.Failed, "ORC3480")));
    }

    [TestCase(Platform.Sqlite)]
    [TestCase(Platform.PostgreSql)]
    public void A_table_that_lacks_the_columns_of_versions_is_refused(Platform platform)
    {
        using var rig = new ScdRig(platform, Define(new ScdOptions()));
        rig.Run([Row(1, 1, "a")], [], Moment);
        rig.Pattern.Execute("""ALTER TABLE t RENAME COLUMN "RowVersion" TO "Nth" """);

        var result = rig.Run([Row(1, 1, "b")], [], Moment);

        Assert.That(result.Error!.Code, Is.EqualTo("ORC3401"));
        Assert.That(result.Error.Message, Does.Contain("it has no column 'RowVersion'"));
    }

    [Test]
    public void Nothing_of_a_delivery_is_left_but_the_target(
        [Values(Platform.Sqlite, Platform.PostgreSql)] Platform platform, [Values] ScdEngine engine)
    {
        using var rig = new ScdRig(platform, Define(
            new ScdOptions { EffectiveFrom = "Eff", Deletes = DeletedRows.Flag, Engine = engine },
            ScdRig.Column("O", ColumnChange.Previous)));

        rig.Run([Row(1, 1, "a", "x"), Row(1, 2, "b", "y")], [], Moment);

        Assert.That(rig.Pattern.Query(platform == Platform.PostgreSql
            ? "SELECT relname FROM pg_class WHERE relname LIKE '%\\_t' AND relkind = 'r'"
            : "SELECT name FROM sqlite_master WHERE name GLOB 'orchestrator_*_[0-9]*'"), Is.Empty);
    }

    [TestCase(Platform.Sqlite)]
    [TestCase(Platform.PostgreSql)]
    public void A_key_that_was_closed_is_known_also_where_deletes_are_ignored_by_now(Platform platform)
    {
        using var rig = new ScdRig(platform, Define(
            new ScdOptions { EffectiveFrom = "Eff", Deletes = DeletedRows.Close },
            ScdRig.Column("F", ColumnChange.Fixed), ScdRig.Column("O", ColumnChange.Overwrite)));
        rig.Pattern.Rig.Moment = Moment;
        const string header = "Id,Eff,C,F,O";
        const string other = "2,2024-01-02 00:00:00,a,,x";
        rig.Pattern.Run(rig.Definition, [header, "1,2024-01-02 00:00:00,a,first,x", other]);
        rig.Pattern.Run(rig.Definition, [header, other]);

        var result = rig.Pattern.Run(
            rig.Definition with { Scd = rig.Definition.Scd! with { Deletes = DeletedRows.Ignore } },
            [header, "1,2026-02-01 00:00:00,b,second,y", other]);

        Assert.That($"{result.Counts}", Is.EqualTo("2 read = 1 updated + 1 unchanged"));
        Assert.That(
            rig.Pattern.Query("""SELECT "C", "F", "O", "RowVersion" FROM t WHERE "Id" = 1 ORDER BY "RowVersion" """),
            Is.EqualTo((string[])["a|first|y|1", "b|first|y|2"]));
    }

    [TestCase(Platform.Sqlite)]
    [TestCase(Platform.PostgreSql)]
    public void Where_versions_begin_behind_the_moment_of_a_night_a_warning_says_so(Platform platform)
    {
        using var rig = new ScdRig(platform, Define(new ScdOptions()));
        rig.Run([Row(1, 1, "a"), Row(2, 1, "a")], [], Moment);

        var late = rig.Run([Row(1, 1, "b"), Row(2, 1, "a")], [], Moment.AddHours(-1));
        var next = rig.Run([Row(1, 1, "c"), Row(2, 1, "a")], [], Moment.AddDays(1));

        Assert.That(late.Warnings, Has.Some.StartsWith("2 versions begin behind 2026-01-31 01:00:00"));
        Assert.That(next.Warnings, Is.Empty);
    }

    [Test]
    public void A_moment_behind_the_open_end_is_refused()
    {
        using var rig = new ScdRig(Platform.Sqlite, Define(new ScdOptions { OpenEnd = "2026-01-31" }));

        var result = rig.Run([Row(1, 1, "a")], [], Moment);

        Assert.That(result.Error!.Code, Is.EqualTo("ORC3480"));
    }

    [TestCase(Platform.Sqlite)]
    [TestCase(Platform.PostgreSql)]
    public void A_column_that_finds_versions_is_not_added(Platform platform)
    {
        using var rig = new ScdRig(platform, Define(new ScdOptions()) with
        {
            Load = new LoadOptions
            {
                Pattern = Rig.Written(LoadPattern.Versions),
                Drift = Rig.Written<Drift?>(Drift.AddColumns),
            },
        });
        rig.Run([Row(1, 1, "a")], [], Moment);
        rig.Pattern.Execute("""ALTER TABLE t DROP COLUMN "RowIsCurrent" """);

        var result = rig.Run([Row(1, 1, "b")], [], Moment);

        Assert.That(result.Error?.Code, Is.EqualTo("ORC3601"));
    }

    [Test]
    public void Columns_that_change_their_places_in_the_metadata_change_no_version()
    {
        using var rig = new ScdRig(Platform.Sqlite, Define(new ScdOptions(), ScdRig.Column("B", ColumnChange.Track)));
        rig.Pattern.Run(rig.Definition, ["Id,B,C", "1,b,c"]);

        var result = rig.Pattern.Run(
            rig.Definition with
            {
                Columns = [rig.Definition.Columns[0], rig.Definition.Columns[2], rig.Definition.Columns[1]],
            },
            ["Id,B,C", "1,b,c"]);

        Assert.That($"{result.Counts}", Is.EqualTo("1 read = 1 unchanged"));
    }

    [TestCase("9999-13-31", "ORC1339")]
    [TestCase("soon", "ORC1339")]
    [TestCase("9999-12-31", "")]
    public void An_open_end_is_a_date_of_the_column(string end, string code)
    {
        using var rig = new ScdRig(Platform.Sqlite, Define(new ScdOptions { EffectiveFrom = "Eff", OpenEnd = end }));

        Assert.That(Codes(rig.Definition, rig.Pattern.Rig.Solution),
            Is.EqualTo(code.Split(' ', StringSplitOptions.RemoveEmptyEntries)));
    }

    // Of several files a run reads those that are new; a single one is a whole delivery each time.
    [TestCase("t-*.csv", FileTake.New, null, DeletedRows.Close, "ORC1088")]
    [TestCase("t-?.csv", FileTake.New, null, DeletedRows.Flag, "ORC1088")]
    [TestCase("t-*.csv", FileTake.All, "done", DeletedRows.Close, "ORC1088")]
    [TestCase("t-*.csv", FileTake.New, null, DeletedRows.Ignore, "")]
    [TestCase("t-*.csv", FileTake.Latest, null, DeletedRows.Close, "")]
    [TestCase("t-*.csv", FileTake.All, null, DeletedRows.Close, "")]
    [TestCase("t.csv", FileTake.New, "done", DeletedRows.Close, "")]
    public void With_files_that_are_read_once_no_key_can_be_taken_as_deleted(
        string file, FileTake take, string? archive, DeletedRows deletes, string code)
    {
        using var rig = new ScdRig(Platform.Sqlite, Define(new ScdOptions { Deletes = deletes }));
        var solution = rig.Pattern.Rig.Solution;
        var source = rig.Definition.Source! with { File = file };
        var files = new FileIntake { Take = take, Archive = archive };

        Assert.That(
            Codes(rig.Definition with { Source = source }, solution with
            {
                Connections =
                [
                    .. solution.Connections.Select(one => one.Name == source.Connection
                        ? one with { Files = files } : one),
                ],
            }),
            Is.EqualTo(code.Split(' ', StringSplitOptions.RemoveEmptyEntries)));
    }

    [Test]
    public void A_table_of_versions_is_to_be_altered_and_never_to_be_dropped([Values] ScdEngine engine)
    {
        using var rig = new ScdRig(Platform.PostgreSql, Define(
            new ScdOptions { EffectiveFrom = "Eff", Deletes = DeletedRows.Flag, Engine = engine }));
        rig.Run([Row(1, 1, "a"), Row(2, 1, "a")], [], Moment);
        rig.Take(DeletedRows.Close);

        var refused = rig.Run([Row(1, 1, "a")], [], Moment);
        rig.Pattern.Execute("""ALTER TABLE t DROP COLUMN "RowIsDeleted" """);
        var altered = rig.Run([Row(1, 2, "b")], [], Moment);

        Assert.That(refused.Error?.Code, Is.EqualTo("ORC3401"));
        Assert.That(refused.Error!.Message, Does.Contain("Do not drop it").And.Contain("RowIsDeleted"));
        Assert.That(refused.Error.Message, Does.Not.Contain("makes it anew"));
        Assert.That($"{altered.Error?.Message}{altered.Counts}", Is.EqualTo("1 read = 1 updated (1 closed)"));
    }

    [Test]
    public void Another_package_that_writes_the_versions_and_a_file_as_their_target_are_refused()
    {
        using var rig = new ScdRig(Platform.Sqlite, Define(new ScdOptions()));
        var other = rig.Definition with { Name = "other", Kind = "load", Scd = null, Load = new LoadOptions() };
        rig.Pattern.Rig.Objects.AddRange([rig.Definition, other]);

        Assert.That(Codes(rig.Definition, rig.Pattern.Rig.Solution), Is.EqualTo((string[])["ORC1340"]));
        Assert.That(Codes(
            rig.Definition with { Target = new ObjectTarget("Files", null, "t.csv") { Format = "csv" } },
            rig.Pattern.Rig.Solution), Does.Contain("ORC1338"));
    }

    [TestCase(DeletedRows.Ignore, "9999-12-31", false)]
    [TestCase(DeletedRows.Close, "9999-12-31", true)]
    [TestCase(DeletedRows.Ignore, "9999-01-01", true)]
    public void Another_package_that_keeps_the_versions_alike_may_write_them(
        DeletedRows deletes, string end, bool isRefused)
    {
        using var rig = new ScdRig(Platform.Sqlite, Define(new ScdOptions()));
        var other = rig.Definition with
        {
            Name = "other",
            Scd = rig.Definition.Scd! with { Deletes = deletes, OpenEnd = end },
        };
        rig.Pattern.Rig.Objects.AddRange([rig.Definition, other]);

        Assert.That(Codes(rig.Definition, rig.Pattern.Rig.Solution),
            Is.EqualTo(isRefused ? (string[])["ORC1340"] : []));
    }

    [Test]
    public void Another_column_makes_other_versions()
    {
        using var rig = new ScdRig(Platform.Sqlite, Define(new ScdOptions()));
        var other = rig.Definition with { Name = "other", Columns = [.. rig.Definition.Columns.SkipLast(1)] };
        rig.Pattern.Rig.Objects.AddRange([rig.Definition, other]);

        Assert.That(Codes(rig.Definition, rig.Pattern.Rig.Solution), Is.EqualTo((string[])["ORC1340"]));
    }

    [Test]
    [Category("Approved")]
    public void The_statements_are_those_that_somebody_has_read(
        [Values(Platform.Sqlite, Platform.PostgreSql, Platform.SqlServer)] Platform platform,
        [Values] ScdEngine engine)
    {
        using var rig = new Rig();
        rig.Servers.Add(new Connection { Name = "To", Platform = platform });
        var target = new ObjectTarget("To", null, "t");
        var closed = ScdRig.Define(
            new ScdOptions
            {
                EffectiveFrom = "Eff",
                Deletes = DeletedRows.Close,
                SurrogateKey = "Sk",
                Engine = engine,
            },
            ScdRig.Column("C", ColumnChange.Track) with { Current = "Now" },
            ScdRig.Column("O", ColumnChange.Overwrite), ScdRig.Column("P", ColumnChange.Previous),
            ScdRig.Column("F", ColumnChange.Fixed));
        var flagged = ScdRig.Define(
            new ScdOptions { OpenEnd = null, Deletes = DeletedRows.Flag, Engine = engine },
            ScdRig.Column("C", ColumnChange.Track));

        Approved.Check($"{platform}-{engine}".ToLowerInvariant(), string.Join("\n\n", new[] { closed, flagged }
            .SelectMany(one => PackageKinds.All["scd"].Statements(one with { Target = target }, rig.Solution))
            .Where(one => one.Purpose == "publish").Select(one => one.Text)) + "\n");
    }

    // A question for each key would read all rows of the delivery where the server keeps no index over them.
    [Test]
    public void Several_rows_of_a_key_are_found_by_joins_alone(
        [Values(Platform.Sqlite, Platform.PostgreSql, Platform.SqlServer)] Platform platform)
    {
        using var rig = new Rig();
        rig.Servers.Add(new Connection { Name = "To", Platform = platform });
        var definition = Define(new ScdOptions { EffectiveFrom = "Eff" }, ScdRig.Column("P", ColumnChange.Previous));

        var values = PackageKinds.All["scd"].Statements(
                definition with { Target = new ObjectTarget("To", null, "t") }, rig.Solution)
            .Where(one => one.Text.StartsWith("INSERT", StringComparison.Ordinal)
                && (one.Text.Contains("vals_0") || one.Text.Contains("step_0"))).Select(one => one.Text).ToArray();

        Assert.That(values, Is.Not.Empty);
        Assert.That(values, Has.None.Contains("= (SELECT"));
    }

    [Test]
    public void Where_a_definition_is_committed_at_once_the_target_is_made_with_its_key([Values] ScdEngine engine)
    {
        using var rig = new Rig();
        rig.Servers.Add(new Connection { Name = "To", Platform = Platform.MariaDb });
        var definition = Define(new ScdOptions { EffectiveFrom = "Eff", Engine = engine });

        var told = PackageKinds.All["scd"].Statements(
            definition with { Target = new ObjectTarget("To", null, "t") }, rig.Solution).Select(one => one.Text)
            .ToArray();

        Assert.That(told, Has.Exactly(1).Matches<string>(text =>
            text!.StartsWith("CREATE TABLE `t` (", StringComparison.Ordinal)
            && text.Contains("UNIQUE KEY `orchestrator_versions`", StringComparison.Ordinal)));
        Assert.That(told, Has.None.Contains("CREATE UNIQUE INDEX"));
    }

    private static IEnumerable<string> Codes(ObjectDefinition definition, Solution solution) => PackageKinds.All["scd"]
        .Check(definition with { At = new Origin("test.yaml", 1, 1) }, solution).Select(one => one.Code);

    private static ObjectDefinition Define(ScdOptions scd, params ColumnDefinition[] more) =>
        ScdRig.Define(scd, [ScdRig.Column("C", ColumnChange.Track), .. more]);

    private static ScdRow Row(int key, int day, string value, string? other = null) => new(
        key, new DateTime(2024, 1, 1).AddDays(day), new Dictionary<string, string?> { ["C"] = value, ["O"] = other });
}
