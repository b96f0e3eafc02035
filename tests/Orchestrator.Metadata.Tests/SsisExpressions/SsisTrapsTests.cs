using Orchestrator.Ssis.Expressions;
using Orchestrator.Ssis.Expressions.Binding;
using Orchestrator.Ssis.Expressions.Evaluation;
using Orchestrator.Ssis.Expressions.Faults;
using Orchestrator.Ssis.Expressions.Syntax;
using Orchestrator.Ssis.Expressions.Types;

namespace Orchestrator.Metadata.Tests.SsisExpressions;

/// <summary>What surprises who comes from SQL.</summary>
internal sealed class SsisTrapsTests
{
    [TestCase("\"a\" == \"A\"", "False")]
    [TestCase("\"a\" == \"a \"", "False")]
    [TestCase("FINDSTRING(\"abc\", \"B\", 1)", "0")]
    [TestCase("REPLACE(\"abc\", \"B\", \"x\")", "\"abc\"")]
    public void Texts_are_compared_with_case_and_blanks(string text, string shown) =>
        Assert.That(new SsisSandbox().Shown(text), Is.EqualTo(shown));

    [Test]
    public void Length_counts_trailing_blanks() =>
        Assert.That(new SsisSandbox().Shown("LEN(\"ab  \")"), Is.EqualTo("4"));

    [TestCase("(DT_WSTR,2) \"abc\"", "\"ab\"")]
    [TestCase("(DT_STR,2,1252) \"abc\"", "\"ab\"")]
    [TestCase("(DT_WSTR,10) (DT_DBTIMESTAMP) \"2003-07-04 10:00:00\"", "\"2003-07-04\"")]
    [TestCase("(DT_STR,5,1252) \"a\\x4e2db\"", "\"a?b\"")]
    [TestCase("(DT_DBTIME) (DT_DBTIME2,3) \"10:00:00.123\"", "10:00:00")]
    public void Cast_that_does_not_fit_fails_and_cuts_only_where_truncation_is_ignored(string text, string cut)
    {
        Assert.That(new SsisSandbox().Shown(text), Is.EqualTo("fault Truncation"));
        Assert.That(new SsisSandbox { Truncation = SsisTruncation.Cut }.Shown(text), Is.EqualTo(cut));
    }

    [TestCase("(DT_WSTR,2) 123")]
    [TestCase("(DT_WSTR,2) 1.5")]
    [TestCase("(DT_WSTR,3) TRUE")]
    public void Number_is_cut_in_no_case(string text) => Assert.That(
        new SsisSandbox { Truncation = SsisTruncation.Cut }.Shown(text), Is.EqualTo("fault Truncation"));

    [TestCase("7 / 2", "3")]
    [TestCase("-7 / 2", "-3")]
    [TestCase("-7 % 2", "-1")]
    [TestCase("7 / 2.0", "3.500000")]
    [TestCase("7 / 2E0", "3.5")]
    [TestCase("2000000000 + 2000000000", "fault Overflow")]
    [TestCase("2000000000L + 2000000000", "4000000000")]
    public void Literals_and_division_follow_the_types(string text, string shown) =>
        Assert.That(new SsisSandbox().Shown(text), Is.EqualTo(shown));

    [Test]
    public void Condition_that_is_null_is_null_and_neither_true_nor_false()
    {
        var sandbox = SsisSandbox.With("Age = NULL(DT_I4)");

        Assert.That(sandbox.Shown("Age > 5"), Is.EqualTo("NULL"));
        Assert.That(sandbox.Shown("!(Age > 5)"), Is.EqualTo("NULL"));
        Assert.That(sandbox.Shown("Age > 5 ? 1 : 2"), Is.EqualTo("NULL"));
        Assert.That(sandbox.Shown("ISNULL(Age) || Age > 5"), Is.EqualTo("True"));
    }

    [Test]
    public void Date_function_asks_the_clock_at_each_evaluation_and_a_system_variable_does_not()
    {
        var start = SsisSymbol.Variable("StartTime", SsisType.DBTimestamp, "System");
        var moment = new DateTimeOffset(2026, 1, 1, 0, 0, 0, TimeSpan.Zero);
        var first = new SsisValue(start.Type, moment.DateTime);
        SsisScope scope = new(_ => first, () => moment = moment.AddSeconds(1));
        var names = new SsisNames([start]);

        var ofClock = SsisExpression.Parse("DATEPART(\"ss\", GETDATE())").Result!.Bind(names).Result!;
        var ofStart = SsisExpression.Parse("DATEPART(\"ss\", @[System::StartTime])").Result!.Bind(names).Result!;

        Assert.That(Seconds(ofClock, scope), Is.EqualTo(1));
        Assert.That(Seconds(ofClock, scope), Is.EqualTo(2));
        Assert.That(Seconds(ofStart, scope), Is.Zero);
        Assert.That(Seconds(ofStart, scope), Is.Zero);
    }

    [Test]
    public void One_time_stamp_has_milliseconds_and_the_other_seven_digits()
    {
        SsisSandbox sandbox = new();

        Assert.That(sandbox.Shown("(DT_DBTIMESTAMP) \"2003-07-04 10:00:00.1234\""), Is.EqualTo("fault Truncation"));
        Assert.That(sandbox.Shown("(DT_DBTIMESTAMP2,7) \"2003-07-04 10:00:00.1234567\""),
            Is.EqualTo("2003-07-04 10:00:00.1234567"));
    }

    [Test]
    public void Text_of_a_code_page_needs_the_code_page()
    {
        SsisSandbox sandbox = new();

        Assert.That(sandbox.Shown("(DT_STR,5) \"a\""), Is.EqualTo("fault Syntax"));
        Assert.That(sandbox.Shown("(DT_STR,5,12345) \"a\""), Is.EqualTo("fault Types"));
        Assert.That(sandbox.Shown("(DT_STR,5,1252) \"\\x20ac\""), Is.EqualTo("\"€\""));
        Assert.That(sandbox.Shown("(DT_STR,5,1252) \"\\x4e2d\""), Is.EqualTo("fault Truncation"));
    }

    [Test]
    public void Fault_says_where_and_which_code()
    {
        var (_, fault) = SsisSandbox.With("Name = \"x\"").Evaluate("LEN(Name) + (DT_I4) Name");

        Assert.That(fault, Is.EqualTo(new SsisFault(
            SsisFaultKind.Conversion, "the value is none of DT_I4", new SsisPlace(12, 12))));
        Assert.That(fault!.Code, Is.EqualTo("ORC6005"));
    }

    [Test]
    public void Assignment_is_a_variable_and_an_expression()
    {
        var set = SsisAssignment.Parse("@[User::Counter] = @[User::Counter] + 1").Result!;

        Assert.That((set.Target.Space, set.Target.Name), Is.EqualTo(("User", "Counter")));
        Assert.That(SsisExpression.Print(set.Value.Root), Is.EqualTo("@[User::Counter] + 1"));
        Assert.That(SsisAssignment.Parse("1 = 2").Fault!.Kind, Is.EqualTo(SsisFaultKind.Syntax));
        Assert.That(SsisAssignment.Parse("@A == 2").Fault!.Kind, Is.EqualTo(SsisFaultKind.Syntax));
    }

    [Test]
    public void Names_of_an_expression_are_found_in_their_order()
    {
        var parsed = SsisExpression.Parse("ISNULL([A]) ? -@[User::B] : LEFT([S].[C], (DT_I4) #7)").Result!;

        var names = parsed.Nodes().Where(node => node is SsisColumnNode or SsisVariableNode or SsisLineageNode);

        Assert.That(names.Select(SsisExpression.Print),
            Is.EqualTo(new[] { "[A]", "@[User::B]", "[S].[C]", "#7" }));
    }

    [TestCase("HEX(@LocaleID)", "DT_WSTR,8")]
    [TestCase("\"Package \" + @[System::PackageName]", "DT_WSTR,4008")]
    [TestCase("YEAR(@[System::StartTime])", "DT_I4")]
    [TestCase("DATEDIFF(\"ss\", @[System::ContainerStartTime], GETDATE())", "DT_I4")]
    [TestCase("@[System::InteractiveMode] ? @[System::ServerExecutionID] : @ErrorCode", "DT_I8")]
    public void System_variables_have_the_types_of_the_reference(string text, string type)
    {
        var bound = SsisExpression.Parse(text).Result!.Bind(new SsisNames(SsisSystemVariables.All));

        Assert.That(bound.Result?.Type.ToString(), Is.EqualTo(type));
    }

    private static int Seconds(SsisBoundExpression bound, SsisScope scope) =>
        Convert.ToInt32(bound.Evaluate(scope).Result!.Content);
}
