using Orchestrator.Core.RunValues;
using Orchestrator.Data;
using Orchestrator.Metadata.Diagnostics;
using Orchestrator.Metadata.Model;
using Orchestrator.Packages.Online;

namespace Orchestrator.Packages.Tests.Online;

/// <summary>What a query would return beside what is set from it.</summary>
internal sealed class DescribedSetsTests
{
    [TestCase("int", "bigint", "")]
    [TestCase("date", "datetime2(3)", "")]
    [TestCase("int", "nvarchar(9)", "")]
    [TestCase("nvarchar(9)", "int", "")]
    [TestCase("int", "date", "takes 'N' from its query as int, and it is date")]
    [TestCase("date", "int", "takes 'N' from its query as date, and it is int")]
    [TestCase("uniqueidentifier", "int", "takes 'N' from its query as uniqueidentifier, and it is int")]
    [TestCase("rows(\"N\" int)", "date", "takes 'N' from its query as int, and it is date")]
    public void A_column_of_another_kind_than_its_variable_is_told(string wanted, string given, string said)
    {
        var found = Wrong(wanted, new DescribedColumn("N", Rig.Type(given)));

        Assert.That(found, Has.Length.EqualTo(said.Length == 0 ? 0 : 1));
        Assert.That(string.Concat(found.Select(one => one.Message)), Does.EndWith(said));
    }

    [Test]
    public void A_column_that_is_not_there_is_told_with_the_nearest_and_its_place()
    {
        var found = Wrong("int", new DescribedColumn("M", null), new DescribedColumn("Other", null)).Single();

        Assert.That((found.Code, found.At.Line, found.Suggestion), Is.EqualTo(("ORC3662", 4, "M")));
        Assert.That(found.Message, Does.EndWith("takes 'N' from its query, which gives M, Other"));
        Assert.That(Wrong("int", new DescribedColumn("n", null)), Is.Empty);
    }

    private static Diagnostic[] Wrong(string type, params DescribedColumn[] columns)
    {
        Assert.That(RunValueType.TryParse(type, out var of, out var problem), Is.True, problem);
        var from = of!.IsRows ? ValueSets.Rows : "N";
        var definition = Rig.Load("s") with
        {
            Sets = new ValueSets { Each = [new ValueSet("X", of, from, new Origin("s.yaml", 4, 6))] },
        };
        return [.. DescribedSets.Wrong(definition, columns)];
    }
}
