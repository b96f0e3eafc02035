using Orchestrator.Core.RunValues;
using Orchestrator.Dataflow;
using Orchestrator.Dataflow.Transforms;
using Orchestrator.Metadata.Diagnostics;
using Orchestrator.Metadata.Model;
using Orchestrator.Packages.Flows;
using Orchestrator.Packages.Load.Rejects;

namespace Orchestrator.Packages.Tests.Load.Rejects;

/// <summary>
/// What a server quotes when statements of somebody's own meet a row: with a sensitive column in the solution it is not
/// shown, as nobody knows which tables they read.
/// </summary>
[TestFixture(Platform.Sqlite)]
[TestFixture(Platform.PostgreSql)]
internal sealed class QuotedValuesTests(Platform platform)
{
    private PatternRig _rig = null!;

    private string Connection => _rig.IsServer ? "Pg" : "Db";

    // Both quote the name.
    private string Failing => _rig.IsServer
        ? "select cast(name as int) from people" : "select json_extract('{}', name) from people";

    [SetUp]
    public void Make()
    {
        _rig = new PatternRig(platform);
        _rig.Execute("create table people (name varchar(20)); insert into people values ('Ada Lovelace')");
        _rig.Execute("create table log (what varchar(20))");
    }

    [TearDown]
    public void Remove() => _rig.Dispose();

    [Test]
    public void No_message_about_statements_shows_what_may_be_sensitive(
        [Values("sql", "check", "hook", "own", "load")] string kind, [Values] bool isSensitive)
    {
        _rig.Rig.Objects.Add(Rig.Load("people", Rig.Column("name", "nvarchar(20)") with { Sensitive = isSensitive }));

        var error = Run(kind).Error!;

        Assert.That(error.Message.Contains("Ada Lovelace", StringComparison.Ordinal), Is.EqualTo(!isSensitive));
        Assert.That(error.Message.Contains("(hidden)", StringComparison.Ordinal), Is.EqualTo(isSensitive));
        Assert.That(error.ServerCode, Is.Not.Empty);
    }

    [Test]
    public void Nor_does_a_load_show_a_sensitive_value_of_the_run_that_its_query_names()
    {
        var load = _rig.Load(new LoadOptions(), Rig.Column("Id", "int", 1)) with
        {
            Source = new ObjectSource
            {
                Connection = Connection,
                Query = new SqlText(
                    _rig.IsServer ? "select cast(@Pin as int) as \"Id\"" : "select json_extract('{}', @Pin) as Id",
                    null, Origin.Default),
            },
        };

        var error = PackageKinds.All["load"].Run(WithPin(load)).Error!;

        Assert.That(error.Message, Does.Not.Contain("Ada Lovelace").And.Contain("(hidden)"));
    }

    [Test]
    public void Nor_a_check_one_that_its_query_returns()
    {
        var check = Package("check", "") with
        {
            Sql = null,
            Check = new CheckRules { ReturnsNothing = new SqlText("select @Pin as note", null, Origin.Default) },
        };

        var error = PackageKinds.All["check"].Run(WithPin(check)).Error!;

        Assert.That(error.Message, Does.Not.Contain("Ada Lovelace").And.Contain("note (sensitive)"));
    }

    [Test]
    public void Nor_does_a_row_that_a_target_expression_computes()
    {
        var name = Rig.Column("Name", "nvarchar(20)") with
        {
            Sensitive = true,
            TargetExpression = _rig.IsServer ? "cast(@@this as int)::text" : "json_extract('{}', @@this)",
        };

        var error = _rig.Run(
            _rig.Load(new LoadOptions(), Rig.Column("Id", "int", 1), name), "Id,Name", "1,Ada Lovelace")
            .Error!;

        Assert.That(error.Message, Does.Not.Contain("Ada Lovelace"), error.Message);
    }

    [Test]
    public void Nor_what_the_server_says_beside_its_answers([Values] bool isSensitive)
    {
        Assume.That(_rig.IsServer, "the other one says nothing");
        _rig.Rig.Objects.Add(Rig.Load("people", Rig.Column("name", "nvarchar(20)") with { Sensitive = isSensitive }));
        var told = new List<string>();
        var package = Package("sql", "do $$ begin raise notice 'found \"%\"', (select name from people); end $$");

        var result = PackageKinds.All["sql"].Run(_rig.Rig.Context(package) with { Message = told.Add });

        Assert.That(result.Error?.Message, Is.Null);
        Assert.That(told, Has.One.EqualTo(isSensitive ? "NOTICE: found (hidden)" : "NOTICE: found \"Ada Lovelace\""));
    }

    [TestCase("Typ integer: »Ada Lovelace«")]
    [TestCase("le type integer : « Ada Lovelace »")]
    [TestCase("типа integer: “Ada Lovelace”")]
    [TestCase("typ integer: „Ada Lovelace“")]
    [TestCase("型 integer: 「Ada Lovelace」")]
    public void Nor_what_a_server_quotes_as_its_language_does(string words) => Assert.That(
        QuotedWords.Shown(words, isSensitive: true), Does.EndWith(": (hidden)"));

    [Test]
    public void Nor_what_a_plug_in_says_of_what_it_has_met([Values] bool isSensitive)
    {
        _rig.Rig.Objects.Add(Rig.Load("people", Rig.Column("name", "nvarchar(20)") with { Sensitive = isSensitive }));
        var told = new List<string>();
        var context = _rig.Rig.Context(Package("dataflow", "") with
        {
            Plugin = new Plugin { Assembly = "a.dll", Class = "A", Sha256 = "" },
        }) with
        { Message = told.Add };

        var failed = FlowBuilding.Failed(context, new FormatException("'Ada Lovelace' is no number"), "the worker 'w'");

        Assert.That(failed.Message,
            Does.Contain($"FormatException: {(isSensitive ? "(hidden)" : "'Ada Lovelace'")} is no number"));
        Assert.That(
            told.Exists(line => line.Contains("Ada", StringComparison.Ordinal)), Is.EqualTo(!isSensitive));
    }

    [Test]
    public void Nor_what_goes_over_several_lines_there()
    {
        _rig.Rig.Objects.Add(Rig.Load("people", Rig.Column("name", "nvarchar(20)") with { Sensitive = true }));
        var told = new List<string>();
        var context = _rig.Rig.Context(Package("dataflow", "") with
        {
            Plugin = new Plugin { Assembly = "a.dll", Class = "A", Sha256 = "" },
        }) with
        { Message = told.Add };
        var inner = Thrown(new FormatException("'Ada\nLovelace' is no number"));
        var fault = Thrown(new NotSupportedException("beside 'Bob\nHope'", inner));

        var failed = FlowBuilding.Failed(context, fault, "the worker 'w'");

        var all = string.Join('\n', [failed.Message, .. told]);
        string[] values = ["Ada", "Lovelace", "Bob", "Hope"];
        Assert.That(values.Where(value => all.Contains(value, StringComparison.Ordinal)), Is.Empty);
        Assert.That(all, Does.Contain("FormatException: (hidden) is no number").And.Contain("   at "));
    }

    [Test]
    public void Nor_what_it_says_of_a_row_that_nobody_takes([Values] bool isSensitive)
    {
        _rig.Rig.Objects.Add(Rig.Load("people", Rig.Column("name", "nvarchar(20)") with { Sensitive = isSensitive }));
        var flow = new Flow();
        var numbers = new RowTransform<string, int>(flow.Rows("texts", ["Ada"]), "numbers", int.Parse);
        numbers.Rejects.Max = 0;
        numbers.Rejects.Output.Trash("rejected");
        numbers.Output.Trash("trash");

        var failed = FlowBuilding.Failed(
            _rig.Rig.Context(Package("dataflow", "")), flow.Run().Failure!, "the worker 'numbers'");

        Assert.That(failed.Message, Does.StartWith("numbers rejected more than 0 rows").And.Contain(
            $"The input string {(isSensitive ? "(hidden)" : "'Ada'")} was not"));
    }

    private PackageContext WithPin(ObjectDefinition definition)
    {
        var pin = RunValueType.TryParse("nvarchar(20)", out var type, out _)
            && RunValue.TryMake(type, [["Ada Lovelace"]], out var made, out _)
                ? made : throw new ArgumentException("no value");
        var context = _rig.Rig.Context(definition);
        return context with
        {
            Solution = context.Solution with
            {
                RunVariables = [new RunVariableDefinition(new RunVariable("Pin", pin.Type, true), Origin.Default)],
            },
            Given = new Dictionary<string, RunValue> { ["Pin"] = pin },
        };
    }

    private static Exception Thrown(Exception fault) => Assert.Catch(() => throw fault)!;

    private PackageResult Run(string kind) => kind switch
    {
        "own" => _rig.Run(Hooked(HookTransaction.Own), "Id", "1"),
        "load" => _rig.Run(Hooked(HookTransaction.Load), "Id", "1"),
        "check" => _rig.Rig.Run(Package(kind, "") with
        {
            Sql = null,
            Check = new CheckRules { ReturnsNothing = new SqlText(Failing, null, Origin.Default) },
        }),
        _ => _rig.Rig.Run(Package(kind, $"insert into log {Failing}")),
    };

    private ObjectDefinition Package(string kind, string sql) => Rig.Load("s") with
    {
        Kind = kind,
        Source = null,
        Target = new ObjectTarget(Connection, null, "people"),
        Sql = new SqlText(sql, null, Origin.Default),
    };

    private ObjectDefinition Hooked(HookTransaction transaction) =>
        _rig.Load(new LoadOptions(), Rig.Column("Id", "int", 1)) with
        {
            Hooks =
            [
                new Hook
                {
                    Name = "h",
                    When = HookTime.After,
                    Connection = Connection,
                    Transaction = transaction,
                    Sql = new SqlText($"insert into log {Failing}", null, Origin.Default),
                },
            ],
        };
}
