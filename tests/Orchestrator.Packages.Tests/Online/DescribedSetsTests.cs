using Orchestrator.Core.RunValues;
using Orchestrator.Core.Types;
using Orchestrator.Data;
using Orchestrator.Metadata.Diagnostics;
using Orchestrator.Metadata.Model;
using Orchestrator.Packages.Online;
using Orchestrator.Packages.Store;

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

    [Test]
    public void Of_turns_that_have_one_query_and_the_types_of_their_values_it_is_asked_for_one()
    {
        using var rig = new Rig();
        rig.Objects.AddRange(
        [
            Asking("a", "select @T as N", "A", "nvarchar(9)"), Asking("b", "select @T as N", "B", "nvarchar(9)"),
            Asking("c", "select @T as N", "3", "int"), Asking("d", "select 1 as N", "D", "nvarchar(9)"),
            Asking("e", "select @T as N", "E", "nvarchar(9)"),
        ]);

        var (found, asked) = Described(rig);

        Assert.That(found, Is.EqualTo(new[] { "a", "b", "c", "d", "e" }));
        Assert.That(asked, Is.EqualTo(new[] { "select @T as N", "select @T as N", "select 1 as N" }));
    }

    [Test]
    public void What_cannot_be_described_is_asked_for_once_as_well()
    {
        using var rig = new Rig();
        rig.Objects.AddRange(
        [
            Asking("a", "select N from nowhere", "A", "nvarchar(9)"),
            Asking("b", "select N from nowhere", "B", "nvarchar(9)"),
        ]);

        var (found, asked) = Described(rig);

        Assert.That(found, Is.Empty);
        Assert.That(asked, Is.EqualTo(new[] { "select N from nowhere" }));
    }

    private static (string[] Found, IReadOnlyList<string> Asked) Described(Rig rig)
    {
        var inner = DatabaseAccess.ToTarget(rig.Context(Rig.Load("t"))).Open();
        var platform = new RecordedPlatform(inner.Platform, inner.Platform.Abilities);
        using var database = new RecordedDatabase(inner, platform);
        var solution = rig.Solution;
        var found = DescribedSets.In(database, solution.Connections.Single(one => one.Name == "Db"), solution);
        return ([.. found.Select(one => one.Object.Name)], platform.Asked);
    }

    private static ObjectDefinition Asking(string name, string sql, string value, string type)
    {
        Assert.That(TypedValue.TryParse(Rig.Type(type), value, out var given, out var problem), Is.True, problem);
        Assert.That(RunValueType.TryParse("int", out var of, out problem), Is.True, problem);
        return Rig.Load(name) with
        {
            Kind = "sql",
            Source = null,
            Sql = new SqlText(sql, null, default),
            Sets = new ValueSets { Each = [new ValueSet("X", of!, "N", new Origin("s.yaml", 4, 6))] },
            Instance = new Instance(
                "s", [new InstanceTurn("Per", name, [new InstanceValue("T", Rig.Type(type), given)])]),
        };
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
