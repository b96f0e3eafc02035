using Orchestrator.Core;
using Orchestrator.Data;
using Orchestrator.Metadata.Diagnostics;
using Orchestrator.Metadata.Model;
using Orchestrator.Packages.Tests.Store;

namespace Orchestrator.Packages.Tests.Load.Publish;

/// <summary>Columns that the server computes from staged rows.</summary>
[TestFixture(Platform.Sqlite)]
[TestFixture(Platform.PostgreSql)]
internal sealed class TargetExpressionTests(Platform platform)
{
    private PatternRig _rig = null!;

    [SetUp]
    public void Make() => _rig = new PatternRig(platform);

    [TearDown]
    public void Remove() => _rig.Dispose();

    [TestCase(LoadPattern.TruncateInsert, Swap.Auto, true)]
    [TestCase(LoadPattern.TruncateInsert, Swap.Transaction, false)]
    [TestCase(LoadPattern.Append, Swap.Auto, true)]
    [TestCase(LoadPattern.Append, Swap.Auto, false)]
    [TestCase(LoadPattern.Merge, Swap.Auto, true)]
    [TestCase(LoadPattern.DeltaInsert, Swap.Auto, true)]
    public void The_target_holds_what_the_server_computes(LoadPattern pattern, Swap swap, bool isFast)
    {
        var load = Load(pattern, "upper(trim(@@this)) -- as it is shown") with
        {
            SystemColumns = [new SystemColumn("RowAuditId", "RowAuditId", Rig.Type("bigint"), Origin.Default)],
        };
        load = load with
        {
            Load = load.Load with { Swap = Rig.Written(swap), FastLoad = Rig.Written(isFast) },
        };

        var first = _rig.Run(load, "Id,Name", "1, ann ");
        var result = _rig.Run(load, "Id,Name", "2, bo ");

        Assert.That((first.Error, result.Error), Is.EqualTo(((PackageError?)null, (PackageError?)null)));
        Assert.That((result.Counts.Read, result.Counts.Inserted), Is.EqualTo((1, 1)));
        Assert.That(
            _rig.Query("""SELECT "Id", "Name" FROM t ORDER BY "Id" """),
            Is.EqualTo(pattern == LoadPattern.TruncateInsert ? (string[])["2|BO"] : ["1|ANN", "2|BO"]));
        Assert.That(Left(), Is.Empty);
    }

    [TestCase("int")]
    [TestCase("nvarchar(9)")]
    [TestCase("date")]
    public void A_result_that_is_NULL_is_that_of_any_type(string type)
    {
        var load = _rig.Load(
            new LoadOptions(), Rig.Column("Id", "int", key: 1),
            Rig.Column("Name", type) with { TargetExpression = "null" });

        var result = _rig.Run(load, "Id,Name", "1,2026-01-01");

        Assert.That(result.Error, Is.Null);
        Assert.That(_rig.Query("""SELECT "Id", "Name" FROM t"""), Is.EqualTo((string[])["1|∅"]));
    }

    [Test]
    public void Other_columns_are_named_as_in_the_target_and_hold_what_was_staged()
    {
        var load = _rig.Load(
            new LoadOptions(), Rig.Column("Id", "int", key: 1),
            Rig.Column("a", "nvarchar(9)") with { Target = "First", TargetExpression = "lower(@@this)" },
            Rig.Column("Both", "nvarchar(9)") with
            {
                Value = "",
                Constant = Constant(""),
                TargetExpression = "\"First\" || '-' || \"Id\"",
            });

        var result = _rig.Run(load, "Id,a", "7,Ann");

        Assert.That(result.Error, Is.Null);
        Assert.That(_rig.Query("""SELECT "Id", "First", "Both" FROM t"""), Is.EqualTo((string[])["7|ann|Ann-7"]));
    }

    [Test]
    public void Text_of_a_file_becomes_a_number_that_the_guard_would_refuse()
    {
        var load = _rig.Load(
            new LoadOptions(), Rig.Column("Id", "int"),
            Rig.Column("Price", "decimal(9,2)") with
            {
                TargetExpression = "round(cast(replace(@@this, ',', '.') as numeric), 2)",
            });

        Assert.That(_rig.Run(load, "Id,Price", "1,\"12,50\"").Error, Is.Null);
        Assert.That(_rig.Query("""SELECT "Id" FROM t WHERE "Price" = 12.5"""), Is.EqualTo((string[])["1"]));
    }

    [TestCase("nvarchar(3)", "@@this || 'd'", "abc")]
    [TestCase("varchar(3)", "@@this || ' '", "abc")]
    [TestCase("decimal(5,2)", "cast(@@this as numeric) / 3.0", "1")]
    [TestCase("int", "cast(@@this as numeric) / 4", "9.5")]
    [TestCase("smallint", "cast(@@this as numeric) * 2", "20000")]
    [TestCase("date", "@@this || ' 10:00:00'", "2026-01-01")]
    [TestCase("bit", "cast(@@this as int)", "2")]
    public void A_result_that_the_column_would_change_fails_the_load_and_is_never_cut(
        string type, string expression, string value)
    {
        expression = _rig.IsServer && type == "date" ? $"cast({expression} as timestamp)" : expression;
        var load = _rig.Load(
            new LoadOptions(), Rig.Column("Id", "int"), Rig.Column("v", type) with { TargetExpression = expression });

        var result = _rig.Run(load, "Id,v", $"1,{value}");

        Assert.That(result.Outcome, Is.EqualTo(NodeState.Failed));
        Assert.That(result.Error!.Class, Is.EqualTo(ErrorClass.Data).Or.EqualTo(ErrorClass.Config));
        Assert.That(_rig.IsServer ? [] : Left(), Is.Empty);
        var kept = _rig.Query(_rig.IsServer
            ? "SELECT tablename FROM pg_tables WHERE tablename = 't'"
            : "SELECT name FROM sqlite_master WHERE name = 't'");
        Assert.That(kept, Is.Empty);
    }

    [Test]
    public void What_is_not_the_same_each_time_is_refused()
    {
        var result = _rig.Run(Load(LoadPattern.TruncateInsert, "cast(random() as text)", "nvarchar(99)"),
            "Id,Name", "1,a");

        Assert.That(result.Error!.Code, Is.EqualTo("ORC3602"));
        Assert.That(result.Error.Message, Does.Contain("or not the same each time"));
    }

    [TestCase(Policy.Fail)]
    [TestCase(Policy.Redirect)]
    public void What_takes_all_rows_together_is_refused_as_such(Policy policy)
    {
        var load = _rig.Load(
            new LoadOptions(), Rig.Column("Name", "nvarchar(9)") with { TargetExpression = "max(@@this)" });
        load = load with
        {
            Errors = load.Errors with { OnError = Rig.Written(policy), Table = Rig.Written("t_err") },
        };

        var result = _rig.Run(load, "Name", "a", "b", "c");

        Assert.That(result.Error?.Code, Is.EqualTo(_rig.IsServer ? "ORC3409" : "ORC3602"));
        Assert.That(result.Error!.Message, Does.Contain(_rig.IsServer ? "GROUP BY" : "3 rows were computed into 1"));
    }

    [TestCase(LoadPattern.TruncateInsert)]
    [TestCase(LoadPattern.Merge)]
    public void A_bad_row_among_many_costs_one_where_rows_are_redirected(LoadPattern pattern)
    {
        var load = Load(pattern, "@@this || 'x'", "nvarchar(3)");
        load = load with
        {
            Errors = load.Errors with
            {
                OnError = Rig.Written(Policy.Redirect),
                Table = Rig.Written("t_err"),
            },
        };

        var result = _rig.Run(
            load, ["Id,Name", .. Enumerable.Range(1, 50).Select(i => $"{i},{(i == 31 ? "abc" : "a")}")]);

        Assert.That(result.Error, Is.Null);
        Assert.That(result.Counts, Is.EqualTo(new RowCounts(50, 49, 0, 0, 0, 0, 1, 0)));
        Assert.That(_rig.Query("SELECT count(*) FROM t"), Is.EqualTo((string[])["49"]));
        Assert.That(
            _rig.Query("""SELECT "RowNumber" FROM t_err"""), Is.EqualTo((string[])["31"]), "its place in the file");
    }

    [Test]
    public void Merge_compares_and_keys_by_what_was_computed()
    {
        var load = _rig.Load(
            new LoadOptions { Pattern = Rig.Written(LoadPattern.Merge) },
            Rig.Column("Id", "nvarchar(9)", key: 1) with { TargetExpression = "lower(@@this)" },
            Rig.Column("Name", "nvarchar(9)") with { TargetExpression = "upper(@@this)" });
        _rig.Run(load, "Id,Name", "a,ann", "b,bo");

        var result = _rig.Run(load, "Id,Name", "A,ANN", "b,cy", "B,di");

        Assert.That(result.Error, Is.Null);
        Assert.That(result.Counts, Is.EqualTo(new RowCounts(3, 0, 1, 1, 1, 0, 0, 0)));
        Assert.That(
            _rig.Query("""SELECT "Id", "Name" FROM t ORDER BY "Id" """), Is.EqualTo((string[])["a|ANN", "b|DI"]));
    }

    [Test]
    public void Variables_are_parameters_in_it()
    {
        _rig.Rig.Variables.Add(VariablesTests.Of("Prefix", "varchar(9)", "it's "));

        Assert.That(_rig.Run(Load(LoadPattern.TruncateInsert, "@Prefix || @@this"), "Id,Name", "1,a").Error, Is.Null);
        Assert.That(_rig.Query("""SELECT "Name" FROM t"""), Is.EqualTo((string[])["it's a"]));
    }

    [Test]
    public void A_result_that_cannot_be_held_against_its_column_is_refused_before_a_row_is_staged()
    {
        _rig.Rig.PlatformOf = connection => Packages.Store.Platforms.Of(connection) is { } inner
            ? new RecordedPlatform(inner, inner.Abilities)
            {
                ResultRefusal = sql => sql.Contains("upper(", StringComparison.Ordinal) ? "it is a text" : null,
            }
            : null;

        var result = _rig.Run(Load(LoadPattern.TruncateInsert, "upper(@@this)"), "Id,Name", "1,a");

        Assert.That((result.Error!.Code, result.Error.Class), Is.EqualTo(("ORC3602", ErrorClass.Config)));
        Assert.That(result.Error.Message, Does.Contain("'Name' cannot be held against its column: it is a text"));
        Assert.That(Left(), Is.Empty);
    }

    [Test]
    public void No_variable_is_taken_for_the_end_of_a_part()
    {
        _rig.Rig.Variables.Add(VariablesTests.Of("first", "varchar(9)", "x"));
        _rig.Rig.Variables.Add(VariablesTests.Of("last", "varchar(9)", "y"));
        var load = Load(LoadPattern.TruncateInsert, "@first || @@this || @last", "nvarchar(4)");
        load = load with
        {
            Errors = load.Errors with { OnError = Rig.Written(Policy.Redirect), Table = Rig.Written("t_err") },
        };

        var result = _rig.Run(load, "Id,Name", "1,a", "2,abc", "3,b");

        Assert.That(result.Error, Is.Null);
        Assert.That(_rig.Query("""SELECT "Name" FROM t ORDER BY "Id" """), Is.EqualTo((string[])["xay", "xby"]));
    }

    [TestCase("PostgreSql", "row_number() over (order by \"Id\")", "cannot have OVER with")]
    [TestCase("Sqlite", "sum(n) OVER/* all */(PARTITION BY 1)", "cannot have OVER with")]
    [TestCase("PostgreSql", "'over (' || \"over\" || @@this -- over (", null)]
    [TestCase("SqlServer", "upper(@@this)", "ends the whole transaction")]
    public void What_parts_of_the_rows_would_compute_otherwise_is_not_redirected(
        string to, string expression, string? reason)
    {
        _rig.Rig.Servers.Add(new Connection
        {
            Name = "To",
            Platform = Enum.Parse<Platform>(to),
            Folder = "out",
            ConnectionString = "Host=nowhere",
        });
        var load = Load(LoadPattern.TruncateInsert, expression) with { Target = new ObjectTarget("To", null, "t") };

        Assert.That(Found(load), Is.Empty);
        Assert.That(
            Found(load with { Errors = load.Errors with { OnError = Rig.Written(Policy.Redirect) } }),
            reason is null ? Is.Empty : Has.One.Contains(reason));

        string[] Found(ObjectDefinition one) =>
        [
            .. PackageKinds.All["load"].Check(one, _rig.Rig.Solution)
                .Where(each => each.Code == "ORC1335").Select(each => each.Message),
        ];
    }

    [Test]
    public void The_record_tells_how_the_rows_travelled()
    {
        var result = _rig.Run(Load(LoadPattern.Append, "@@this"), "Id,Name", "1,a");

        Assert.That(result.LoadPath, Does.Contain("appended from a load table, as targetExpression asks for"));
    }

    [TestCase("Files", "TruncateInsert", "Auto", "nvarchar(9)", "a file knows no SQL")]
    [TestCase("PostgreSql", "TruncateInsert", "InPlace", "nvarchar(9)", "cannot be with `swap: inPlace`")]
    [TestCase("PostgreSql", "TruncateInsert", "Shadow", "nvarchar(9)", "cannot be with `swap: shadow`")]
    [TestCase("PostgreSql", "DropAndReload", "Auto", "nvarchar(9)", "cannot be with DropAndReload")]
    [TestCase("PostgreSql", "TruncateInsert", "Auto", "xml", "PostgreSQL compares no xml")]
    [TestCase("SqlServer", "TruncateInsert", "Auto", "xml", "SQL Server compares no xml")]
    [TestCase("Sqlite", "TruncateInsert", "Auto", "datetime2(7)", "in a form that it cannot check")]
    [TestCase("Sqlite", "TruncateInsert", "Auto", null, "has no type to return")]
    [TestCase("Sqlite", "ReplaceRange", "Auto", "int", "held against the range before")]
    public void What_cannot_be_computed_is_refused_before_anything_runs(
        string to, string pattern, string swap, string? type, string reason)
    {
        _rig.Rig.Servers.Add(new Connection
        {
            Name = "To",
            Platform = Enum.Parse<Platform>(to),
            Folder = "out",
            ConnectionString = "Host=nowhere",
        });
        var load = _rig.Load(
            new LoadOptions
            {
                Pattern = Rig.Written(Enum.Parse<LoadPattern>(pattern)),
                Swap = Rig.Written(Enum.Parse<Swap>(swap)),
                Range = Rig.Written(pattern == "ReplaceRange" ? new LoadRange("v", "1", "9") : null),
            },
            Rig.Column("v", type) with { TargetExpression = "@@this" });
        load = load with { Target = new ObjectTarget("To", null, "t") { Format = to == "Files" ? "csv" : null } };

        var found = PackageKinds.All["load"].Check(load, _rig.Rig.Solution)
            .Where(one => one.Code == "ORC1335").ToArray();

        Assert.That(found, Has.Length.EqualTo(1));
        Assert.That(found[0].Message, Does.Contain(reason));
    }

    [Test]
    public void The_statements_tell_what_is_computed()
    {
        var load = Load(LoadPattern.TruncateInsert, "upper(@@this)");

        var all = PackageKinds.All["load"].Statements(load, _rig.Rig.Solution).ToArray();

        Assert.That(all.Select(each => each.Purpose), Is.SupersetOf((string[])
            ["make the table of staged rows", "compute", "look for changed results", "remove the staged rows"]));
        Assert.That(all.Single(each => each.Purpose == "compute").Text, Does.Contain("(upper(\"Name\")\n)"));
    }

    private static Core.Types.TypedValue Constant(string text) =>
        Core.Types.TypedValue.TryParse(Rig.Type("nvarchar(9)"), text, out var value, out _)
            ? value! : throw new ArgumentException(text);

    private ObjectDefinition Load(LoadPattern pattern, string expression, string type = "nvarchar(9)") => _rig.Load(
        new LoadOptions { Pattern = Rig.Written(pattern) }, Rig.Column("Id", "int", key: 1),
        Rig.Column("Name", type) with { TargetExpression = expression });

    private string[] Left() => _rig.Query(_rig.IsServer
        ? "SELECT tablename FROM pg_tables WHERE tablename LIKE 'load\\_%' OR tablename LIKE 'rows\\_%'"
        : "SELECT name FROM sqlite_master WHERE name GLOB 'orchestrator_rows_*' OR name GLOB 'orchestrator_load_*'");
}
