using Orchestrator.Core;
using Orchestrator.Core.RunValues;
using Orchestrator.Metadata.Model;

namespace Orchestrator.Packages.Tests.Flows;

/// <summary>Kind script: a class of a plug-in works between loads, with what the metadata name and nothing else.
/// </summary>
internal sealed class ScriptTaskTests : FlowFixture
{
    [SetUp]
    public void MakeTable()
    {
        rig.Execute("create table line (Id int, Name text)");
        rig.Execute("insert into line values (1, 'a'), (2, null)");
        rig.Write("name.txt", "Ann\n");
    }

    [Test]
    public void It_reads_changes_writes_and_sets_what_the_metadata_name()
    {
        var one = Script("Worked") with
        {
            Sets = new ValueSets
            {
                Each = [Set("Lines", "int", "count"), Set("Day", "date", "day"), Rows("All", "lines")],
            },
        };

        var result = RunScript(one);

        Assert.That(result.Error?.Message, Is.Null);
        Assert.That(rig.Query("select Id, Name from line order by Id"), Is.EqualTo(new[] { "1|x", "2|∅", "3|Ann" }));
        Assert.That(File.ReadAllText(Path.Combine(rig.Inbox, "out", "lines.csv")), Is.EqualTo("2\n"));
        Assert.That(result.Sets.OrderBy(set => set.Key, StringComparer.Ordinal).Select(set => $"{set.Key} {set.Value}"),
            Is.EqualTo(new[] { "All 2 rows", "Day 2026-01-31", "Lines 2" }));
        Assert.That(result.Sets["All"].Text, Is.EqualTo("1\ta\n2\t\\N\n"));
        Assert.That(said, Has.Member("run 1 of Staging/sales changed 2"));
    }

    [TestCase("set", "7", "7")]
    [TestCase("set", "7.5", null)]
    [TestCase("set", "x", null)]
    [TestCase("null", "", "NULL")]
    public void A_value_is_one_of_its_variable_or_fails_the_attempt(string step, string value, string? set)
    {
        var result = RunScript(Counted(step, value));

        Assert.That(result.Sets.GetValueOrDefault("Lines")?.ToString(), Is.EqualTo(set));
        Assert.That(result.Error?.Code, Is.EqualTo(set is null ? "ORC3625" : null), result.Error?.Message);
    }

    [TestCase("bytes", "Byte[]")]
    [TestCase("twice", "sets 'count' twice")]
    [TestCase("caught", "sets 'other', and its object does not say what that is for: its `sets` have count")]
    [TestCase("rows", "by SetRows, and 'Lines' is one value")]
    [TestCase("", "has not set 'count', which 'Lines' is taken from")]
    public void What_it_sets_wrongly_fails_the_attempt_whatever_it_catches(string step, string said)
    {
        var result = RunScript(Counted(step));

        Assert.That((result.Outcome, result.Error?.Code), Is.EqualTo((NodeState.Failed, "ORC3625")));
        Assert.That(result.Error?.Message, Does.Contain(said));
        Assert.That(result.Sets, Is.Empty);
    }

    [TestCase("set", "pa55")]
    [TestCase("throw", "pa55")]
    [TestCase("io", "pa55")]
    public void A_value_that_is_sensitive_is_in_no_failure(string step, string value)
    {
        var context = Context(Counted(step, value));
        var pin = new RunVariable("Lines", TypeOf("int"), IsSensitive: true);

        var result = PackageKinds.All["script"].Run(context with
        {
            Solution = context.Solution with { RunVariables = [new RunVariableDefinition(pin, default)] },
        });

        Assert.That(result.Outcome, Is.EqualTo(NodeState.Failed));
        Assert.That(result.Error?.Message, Does.Not.Contain("pa55"));
        Assert.That(said, Has.None.Contains("pa55"));
    }

    [TestCase("read", "Other", "", "reads 'Other'", "reads: […]")]
    [TestCase("execute", "Files", "delete from line", "asks 'Files' for rows", "database")]
    [TestCase("execute", "Other", "delete from line", "writes 'Other'", "writes: […]")]
    [TestCase("file", "Db", "a.txt", "asks 'Db' for files", "folder")]
    [TestCase("write", "Known", "a.txt", "writes 'Known'", "writes: […]")]
    public void It_uses_no_other_connection_than_the_metadata_name(
        string step, string connection, string value, string why, string advice)
    {
        var result = RunScript(Odd(step, ("connection", connection), ("value", value)));

        Assert.That(result.Error?.Code, Is.EqualTo("ORC3626"), result.Error?.Message);
        Assert.That(result.Error?.Message, Does.Contain(why).And.Contain(advice));
        Assert.That(rig.Query("select count(*) from line"), Is.EqualTo(new[] { "2" }));
    }

    [TestCase("file", "../secret.txt")]
    [TestCase("file", "/etc/hostname")]
    [TestCase("write", "../../out.txt")]
    [TestCase("write", "a/./b.txt")]
    public void A_file_outside_the_folder_is_refused(string step, string file)
    {
        var result = RunScript(Odd(step, ("connection", "Files"), ("value", file)));

        Assert.That(result.Error?.Code, Is.EqualTo("ORC3102"), result.Error?.Message);
        Assert.That(File.Exists(Path.Combine(rig.Folder, "out.txt")), Is.False);
    }

    [Test]
    public void A_file_that_is_not_written_to_its_end_is_not_there()
    {
        var result = RunScript(Odd("half", ("connection", "Files")));

        Assert.That(result.Error?.Message, Does.Contain("half of it"));
        Assert.That(Directory.GetFiles(rig.Inbox).Select(Path.GetFileName), Is.EqualTo(new[] { "name.txt" }));
    }

    [Test]
    public void Statements_of_one_call_are_one_transaction()
    {
        const string sql = "insert into line values (5, 'b'); insert into nowhere values (1)";

        var result = RunScript(Odd("execute", ("value", sql)));

        Assert.That(result.Outcome, Is.EqualTo(NodeState.Failed));
        Assert.That(result.Error?.Message, Does.Contain("nowhere"));
        Assert.That(rig.Query("select count(*) from line"), Is.EqualTo(new[] { "2" }));
    }

    [TestCase("commit")]
    [TestCase("begin")]
    public void A_statement_that_would_end_the_transaction_is_refused(string statement) => Assert.That(
        RunScript(Odd("execute", ("value", statement))).Error?.Code, Is.EqualTo("ORC3421"));

    [Test]
    public void A_row_that_is_none_of_the_type_fails_the_attempt()
    {
        rig.Execute("insert into line values (null, 'b')");

        var result = RunScript(Odd("read"));

        Assert.That(result.Error?.Code, Is.EqualTo("ORC3706"), result.Error?.Message);
        Assert.That(result.Error?.Message, Does.Contain("row 3").And.Contain("Id"));
    }

    [Test]
    public void What_it_throws_is_told_and_is_tried_again_by_itself_only_where_that_does_no_harm()
    {
        var thrown = RunScript(Odd("throw", ("value", "a")));
        var late = RunScript(Odd("timeout"));
        var again = RunScript(Odd("timeout") with { Idempotent = true });

        Assert.That((thrown.Error?.Code, thrown.Error?.Class), Is.EqualTo(("ORC3708", ErrorClass.Data)));
        Assert.That(thrown.Error?.Message, Does.Contain("failed in its work: InvalidOperationException: 'a' is odd"));
        Assert.That(said, Has.Some.Contains("at Orchestrator.TestPlugin.Odd"));
        Assert.That((late.Error?.Class, again.Error?.Class), Is.EqualTo((ErrorClass.Data, ErrorClass.Transient)));
        Assert.That(late.Error?.Message, Does.Contain("idempotent: true"));
    }

    [Test]
    public void What_is_thrown_while_it_is_made_is_tried_again_by_itself_only_where_that_does_no_harm()
    {
        var once = RunScript(Script("Hasty"));
        var again = RunScript(Script("Hasty") with { Idempotent = true });

        Assert.That((once.Error?.Code, once.Error?.Class), Is.EqualTo(("ORC3708", ErrorClass.Data)));
        Assert.That(once.Error?.Message, Does.Contain("nobody answered while it was made"));
        Assert.That(again.Error?.Class, Is.EqualTo(ErrorClass.Transient));
    }

    [Test]
    public void Of_one_that_cannot_be_made_ready_is_told_why()
    {
        var result = RunScript(Script("Unsettled"));

        Assert.That(result.Error?.Code, Is.EqualTo("ORC3708"));
        Assert.That(result.Error?.Message, Does.Contain("InvalidOperationException: no settings beside it"));
    }

    [TestCase("write")]
    [TestCase("file")]
    [Platform(Exclude = "Win", Reason = "links need a right there")]
    public void No_link_leads_it_out_of_its_folder(string step)
    {
        File.WriteAllText(Path.Combine(rig.Folder, "out.txt"), "secret");
        Directory.CreateSymbolicLink(Path.Combine(rig.Inbox, "away"), rig.Folder);

        var result = RunScript(Odd(step, ("connection", "Files"), ("value", "away/out.txt")));

        Assert.That(result.Outcome, Is.EqualTo(NodeState.Failed));
        Assert.That(File.ReadAllText(Path.Combine(rig.Folder, "out.txt")), Is.EqualTo("secret"));
    }

    [Test]
    public void A_time_out_of_its_own_is_one_and_no_stop()
    {
        var late = RunScript(Odd("late") with { Idempotent = true });

        Assert.That((late.Outcome, late.Error?.Code), Is.EqualTo((NodeState.Failed, "ORC3708")));
        Assert.That(late.Error?.Class, Is.EqualTo(ErrorClass.Transient));
        Assert.That(late.Error?.Message, Does.Contain("the server was slow"));
    }

    [Test]
    public void What_it_has_to_close_it_closes_before_its_attempt_is_over()
    {
        var result = RunScript(Script("Closed"));

        Assert.That(result.Outcome, Is.EqualTo(NodeState.Succeeded), result.Error?.Message);
        Assert.That(said, Has.Member("closed"));
    }

    [Test]
    public void A_sensitive_value_that_it_is_given_is_in_nothing_that_it_says()
    {
        var context = Context(Odd("plain", ("value", "pa55")));
        var pin = new RunVariable("Pin", TypeOf("nvarchar(9)"), IsSensitive: true);
        Assert.That(RunValue.TryMake(pin.Type, [["pa55"]], out var value, out _), Is.True);

        var result = PackageKinds.All["script"].Run(context with
        {
            Solution = context.Solution with { RunVariables = [new RunVariableDefinition(pin, default)] },
            Given = new Dictionary<string, RunValue> { ["Pin"] = value! },
        });

        Assert.That(result.Error?.Message, Does.Contain("no (hidden) here"));
        Assert.That(said, Has.Member("had (hidden)").And.None.Contains("pa55"));
    }

    [TestCase("wait")]
    [TestCase("return")]
    [TestCase("tasks")]
    public void It_is_cancelled_where_it_shall_stop_however_it_ends_and_whatever_it_has_not_set(string step)
    {
        using var stop = new CancellationTokenSource();
        rig.Cancellation = stop.Token;

        var result = PackageKinds.All["script"].Run(Context(Counted(step)) with
        {
            Message = text =>
            {
                if (text == "waiting")
                {
                    stop.Cancel();
                }
            },
        });

        Assert.That(result.Outcome, Is.EqualTo(NodeState.Cancelled), result.Error?.Message);
    }

    [TestCase(NodeState.EndedUnexpectedly, null, true)]
    [TestCase(NodeState.Cancelled, null, true)]
    [TestCase(NodeState.Failed, ErrorClass.TimedOut, true)]
    [TestCase(NodeState.Failed, ErrorClass.Data, false)]
    public void Where_nobody_knows_what_it_has_done_it_runs_again_only_if_it_is_idempotent(
        NodeState state, ErrorClass? error, bool isAsked)
    {
        var before = new PackagePast { Earlier = () => new EarlierAttempt(1, 7, state, error) };

        var asked = PackageKinds.All["script"].Run(Context(Odd("")) with { Past = before });
        var again = PackageKinds.All["script"].Run(Context(Odd("") with { Idempotent = true }) with { Past = before });

        Assert.That(asked.Error?.Code, Is.EqualTo(isAsked ? PackageCodes.UnknownOutcome : null));
        Assert.That(again.Outcome, Is.EqualTo(NodeState.Succeeded), again.Error?.Message);
    }

    [Test]
    public void Nothing_of_it_is_loaded_where_nobody_has_allowed_it()
    {
        var result = PackageKinds.All["script"].Run(Context(Odd("throw")) with { AllowsPlugins = false });

        Assert.That(result.Error?.Code, Is.EqualTo("ORC3700"));
    }

    [Test]
    public void A_class_of_the_other_contract_is_refused_by_either_kind()
    {
        var flow = RunScript(Script("Made"));
        var script = Run(Flow("Odd") with { Source = null });
        var nothing = RunScript(Script("Nothing"));

        Assert.That((flow.Error?.Code, script.Error?.Code, nothing.Error?.Code),
            Is.EqualTo(("ORC3702", "ORC3702", "ORC3702")));
        Assert.That(flow.Error?.Message, Does.Contain("must derive from ScriptTask"));
        Assert.That(script.Error?.Message, Does.Contain("must derive from DataflowPackage"));
        Assert.That(nothing.Error?.Message, Does.Contain("Orchestrator.TestPlugin.Worked").And.Not.Contain("Filtered"));
    }

    private static RunValueType TypeOf(string text) => RunValueType.TryParse(text, out var type, out var problem)
        ? type : throw new ArgumentException(problem);

    private static ValueSet Set(string variable, string type, string from) =>
        new(variable, TypeOf(type), from, default);

    private static ValueSet Rows(string variable, string from) =>
        Set(variable, "rows(\"Id\" int, \"Name\" nvarchar(10))", from);

    private ObjectDefinition Counted(string step, string value = "") =>
        Odd(step, ("value", value)) with { Sets = new ValueSets { Each = [Set("Lines", "int", "count")] } };

    private ObjectDefinition Odd(string step, params (string Name, string Value)[] options) =>
        Script("Odd", [("step", step), .. options]);

    private ObjectDefinition Script(string name, params (string Name, string Value)[] options)
    {
        var flow = Flow(name, options);
        return flow with
        {
            Kind = "script",
            Idempotent = false,
            Source = null,
            Plugin = flow.Plugin! with { Reads = ["Known"], Writes = ["Db", "Files"] },
        };
    }

    private PackageResult RunScript(ObjectDefinition definition) =>
        PackageKinds.All["script"].Run(Context(definition));
}
