using Orchestrator.Import.Ssis.Values;
using Orchestrator.Ssis.Expressions.Types;
using Orchestrator.Ssis.Flows.Types;
using Orchestrator.Ssis.Model;

namespace Orchestrator.Cli.Tests.Imports.Ssis;

/// <summary>A variable has one type, in the control flow and in flows.</summary>
internal sealed class ImportedTypesTests
{
    private static IEnumerable<SsisValueType> Types => Enum.GetValues<SsisValueType>();

    [TestCaseSource(nameof(Types))]
    public void The_type_is_the_same_in_flows(SsisValueType type) =>
        Assert.That(ImportedTypes.Of(type), Is.EqualTo(FlowColumnTypes.Of(type)));

    [TestCase("12.5", 1)]
    [TestCase("3", 0)]
    [TestCase("-0.125", 3)]
    public void A_decimal_keeps_the_digits_of_its_value(string value, int scale)
    {
        Assert.That(ImportedTypes.Of(SsisValueType.Decimal, value),
            Is.EqualTo(new SsisType(SsisKind.Decimal) { Scale = scale }));
        Assert.That(ImportedTypes.Text(ImportedTypes.Read(SsisValueType.Decimal, value)!), Is.EqualTo(value));
    }

    [TestCase("A", "65")]
    [TestCase("65", "65")]
    public void A_character_is_the_number_that_files_hold(string value, string number) =>
        Assert.That(ImportedTypes.Text(ImportedTypes.Read(SsisValueType.Char, value)!), Is.EqualTo(number));
}
