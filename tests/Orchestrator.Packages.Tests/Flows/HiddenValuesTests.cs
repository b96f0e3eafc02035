using Orchestrator.Core.RunValues;
using Orchestrator.Metadata.Model;
using Orchestrator.Packages.Flows;

namespace Orchestrator.Packages.Tests.Flows;

/// <summary>What a class of a plug-in says of sensitive values that it is given.</summary>
internal sealed class HiddenValuesTests : FlowFixture
{
    [Test]
    public void A_class_that_builds_a_flow_tells_nobody()
    {
        var result = PackageKinds.All["dataflow"].Run(Given("pa55", Context(
            Flow("Telling", ("value", "pa55")) with { Source = null })));

        Assert.That(result.Error?.Message, Does.Contain("no (hidden) here"));
        Assert.That(said, Has.Member("had (hidden)").And.None.Contains("pa55"));
    }

    [TestCase("pa55", "a pa55, a pa555 and pa5", "a (hidden), a (hidden)5 and pa5")]
    [TestCase("", "nothing is hidden", "nothing is hidden")]
    [TestCase(null, "NULL", "NULL")]
    public void It_is_taken_out_wherever_it_stands(string? value, string text, string shown) => Assert.That(
        new HiddenValues(Given(value, Context(Flow("Telling")))).OutOf(text), Is.EqualTo(shown));

    [TestCase("Pins", "(hidden)")]
    [TestCase("Others", "pa55")]
    public void So_is_what_a_turn_gives_of_sensitive_rows(string rows, string shown)
    {
        Assert.That(RunValueType.TryParse("nvarchar(9)", out var type, out _), Is.True);
        var column = new RunColumn("Word", type!.Scalar!.Value);
        Assert.That(RunValueType.TryRows([column], out var ofRows, out _), Is.True);
        var pins = new RunVariable("Pins", ofRows!, IsSensitive: true);
        var outer = new Container { Name = "Per", Loop = new LoopDefinition { Rows = rows, Columns = [column] } };
        var inner = new Container { Name = "Core", Loop = new LoopDefinition { Within = "Per" } };
        var context = Given("pa55", Context(Flow("Telling")));

        var hidden = new HiddenValues(context with
        {
            Solution = context.Solution with
            {
                RunVariables = [new RunVariableDefinition(pins, default)],
                Projects = [context.Solution.Projects[0] with { Containers = [outer, inner] }],
            },
            Given = new Dictionary<string, RunValue> { ["Word"] = context.Given["Pin"] },
        });

        Assert.That(hidden.OutOf("pa55"), Is.EqualTo(shown));
    }

    private static PackageContext Given(string? value, PackageContext context)
    {
        Assert.That(RunValueType.TryParse("nvarchar(9)", out var type, out _), Is.True);
        Assert.That(RunValue.TryMake(type!, [[value]], out var made, out _), Is.True);
        var pin = new RunVariable("Pin", type!, IsSensitive: true);
        return context with
        {
            Solution = context.Solution with { RunVariables = [new RunVariableDefinition(pin, default)] },
            Given = new Dictionary<string, RunValue> { ["Pin"] = made! },
        };
    }
}
