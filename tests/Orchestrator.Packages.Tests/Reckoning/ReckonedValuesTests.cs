using Orchestrator.Core;
using Orchestrator.Core.Expressions;
using Orchestrator.Core.RunValues;
using Orchestrator.Core.Types;
using Orchestrator.Metadata.Model;
using Orchestrator.Packages.Reckoning;

namespace Orchestrator.Packages.Tests.Reckoning;

/// <summary>Kind value: what expressions come to, all of them or none.</summary>
internal sealed class ReckonedValuesTests
{
    private Rig _rig = null!;

    [SetUp]
    public void Before() => _rig = new Rig();

    [TearDown]
    public void After() => _rig.Dispose();

    [TestCase("int", "Given + 1", "42")]
    [TestCase("decimal(9,2)", "round(Given / 3, 2)", "13.67")]
    [TestCase("nvarchar(20)", "text(Given) || '%'", "41%")]
    [TestCase("bit", "Given > 40 and Missing is null", "1")]
    [TestCase("date", "addDays(date('2026-01-31'), Given - 40)", "2026-02-01")]
    [TestCase("int", "Missing + 1", "NULL")]
    [TestCase("bigint", "${run:number}", "1")]
    public void A_value_is_what_its_expression_comes_to(string type, string expression, string value)
    {
        var result = Run((type, expression));

        Assert.That(result.Error?.Message, Is.Null);
        Assert.That($"{result.Sets["V0"]}", Is.EqualTo(value));
        Assert.That(File.Exists(_rig.DatabaseFile), Is.False);
    }

    [TestCase("int", "Given / (Given - 41)", "zero")]
    [TestCase("int", "Given / 2", "'Given / 2'")]
    [TestCase("nvarchar(3)", "text(Given) || 'abc'", "5")]
    public void One_that_cannot_be_fails_the_attempt_and_nothing_is_set(string type, string expression, string said)
    {
        var result = Run(("int", "Given"), (type, expression));

        Assert.That((result.Outcome, result.Error?.Code), Is.EqualTo((NodeState.Failed, ReckonedValues.Code)));
        Assert.That(result.Error?.Message, Does.Contain("sets 'V1'").And.Contain(said));
        Assert.That(result.Sets, Is.Empty);
    }

    [Test]
    public void What_is_wrong_with_a_sensitive_value_quotes_nothing_of_it()
    {
        var context = Context(("nvarchar(3)", "text(Given) || 'pa55'"));
        var given = new RunVariable("Given", TypeOf("int"), IsSensitive: true);

        var result = PackageKinds.All["value"].Run(context with
        {
            Solution = context.Solution with { RunVariables = [new RunVariableDefinition(given, default)] },
        });

        Assert.That(result.Error?.Message, Does.EndWith("what it comes to is none of its type."));
    }

    private PackageResult Run(params (string Type, string Expression)[] sets) =>
        PackageKinds.All["value"].Run(Context(sets));

    private PackageContext Context(params (string Type, string Expression)[] sets) => _rig.Context(
        Rig.Load("reckon") with
        {
            Kind = "value",
            Source = null,
            Sets = new ValueSets
            {
                Each = [.. sets.Select((set, place) => Set($"V{place}", set.Type, set.Expression))],
            },
        }) with
    {
        Given = new Dictionary<string, RunValue> { ["Given"] = Value("41"), ["Missing"] = Value(null) },
    };

    private static ValueSet Set(string variable, string type, string expression) =>
        new(variable, TypeOf(type), expression, default)
        {
            Reckoned = Expression.Read(expression, (word, name) => word == "var" ? new SqlType(SqlTypeKind.Int)
                : FactName.TryParse(word, name, out var fact) ? fact.Type : null),
        };

    private static RunValue Value(string? text) => RunValue.TryMake(TypeOf("int"), [[text]], out var made, out var why)
        ? made : throw new ArgumentException(why);

    private static RunValueType TypeOf(string text) => RunValueType.TryParse(text, out var type, out var problem)
        ? type : throw new ArgumentException(problem);
}
