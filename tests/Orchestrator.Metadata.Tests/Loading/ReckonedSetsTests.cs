using Orchestrator.Metadata.Compile;
using Orchestrator.Metadata.Loading;
using Orchestrator.Metadata.Model;
using Orchestrator.Metadata.Tests.Broken;

namespace Orchestrator.Metadata.Tests.Loading;

/// <summary>Variables of the run that are reckoned from others, as written.</summary>
internal sealed class ReckonedSetsTests
{
    [Test]
    public void Each_variable_has_an_expression_and_the_object_reads_what_that_names()
    {
        var one = Object("sets: {N: \"First + ${rows:get.read}\", Word: \"'it' || ${run:machine}\", Full: First > 1}");

        Assert.That((one.IsLoad, one.WritesTarget, one.Source), Is.EqualTo((false, false, (ObjectSource?)null)));
        Assert.That(one.Sets!.Each.Select(set => $"{set.Variable} {set.Kind} {set.From}"), Is.EqualTo(new[]
        {
            "N Reckoned First + ${rows:get.read}", "Word Reckoned 'it' || ${run:machine}", "Full Reckoned First > 1",
        }));
        Assert.That(one.Facts.Select(read => $"{read.Fact}"),
            Is.EqualTo(new[] { "${rows:get.read}", "${run:machine}" }));
        Assert.That(SqlOfPackage.Names(one).Keys, Is.EqualTo(new[] { "First" }));
    }

    [Test]
    public void Its_plan_tells_the_expressions_and_neither_a_target_nor_rows_that_are_missing()
    {
        var told = PackageProperties.Of(Object("sets: {N: First + 1}"), null, null)
            .ToDictionary(property => property.Key, property => property.Value);

        Assert.That((told["kind"], told["sets.N"], told["sets.N.dataType"]), Is.EqualTo(("value", "First + 1", "int")));
        Assert.That(told.Keys, Has.None.EqualTo("onNone").And.None.StartsWith("target."));
        Assert.That(told.Keys, Has.None.EqualTo("idempotent"));
    }

    [TestCase("N: 7")]
    [TestCase("Word: \"'it''s'\"")]
    [TestCase("Full: true")]
    [TestCase("Day: \"'2026-01-31'\"")]
    [TestCase("Day: \"addDays(Start, 1)\"")]
    [TestCase("Share: First")]
    [TestCase("Word: \"if(First is null, 'none', text(First))\"")]
    public void What_an_expression_comes_to_is_of_the_kind_of_its_variable(string sets) =>
        Assert.That(Load($"sets: {{{sets}}}").Diagnostics.Select(one => $"{one.Code} {one.Message}"), Is.Empty);

    [TestCase("sets: {N: \"text(First)\"}", "ORC2020", "'N' is int, and 'text(First)' comes to text")]
    [TestCase("sets: {Word: First + 1}", "ORC2020", "comes to a number")]
    [TestCase("sets: {N: 7.5}", "ORC2020", "'7.5' is none")]
    [TestCase("sets: {Day: \"'2026-02-30'\"}", "ORC2020", "'Day' is date")]
    [TestCase("sets: {N: 1 / 0}", "ORC2020", "zero")]
    [TestCase("sets: {All: First}", "ORC2020", "'All' is rows")]
    [TestCase("sets: {N: First +}", "ORC1064", "a value")]
    [TestCase("sets: {N: Frist}", "ORC1064", "'Frist'")]
    [TestCase("sets: {N: All}", "ORC1380", "'All' is rows")]
    [TestCase("sets: {Nix: 1}", "ORC1066", "'Nix'")]
    [TestCase("sets: {}", "ORC1066", "names no variable")]
    [TestCase("tags: [a]", "ORC1041", "sets nothing")]
    [TestCase("sets: {N: 1}, onNone: null", "ORC1041", "'onNone' does nothing")]
    [TestCase("sets: {N: 1}, target: {name: t}", "ORC1041", "'target' does nothing")]
    [TestCase("sets: {N: 1}, sql: select 1", "ORC1041", "'sql' does nothing")]
    public void What_cannot_be_is_one_diagnostic(string keys, string code, string said)
    {
        var found = Load(keys).Diagnostics.ToArray();

        Assert.That(found.Select(one => one.Code), Is.EqualTo(new[] { code }));
        Assert.That(found[0].Message, Does.Contain(said));
    }

    [TestCase("sets: {N: \"${var:First}\"}", "ORC1033")]
    [TestCase("sets: {N: \"\"}", "ORC1044")]
    [TestCase("sets: {N: \" n\"}", "ORC1044")]
    public void What_is_given_back_has_a_name_and_no_expression(string keys, string code) => Assert.That(
        Load($"sql: select 1 as n, {keys}", "sql").Diagnostics.Select(one => one.Code), Is.EqualTo(new[] { code }));

    private static ObjectDefinition Object(string keys)
    {
        var loaded = Load(keys);
        Assert.That(loaded.Diagnostics.Select(one => $"{one.Code} {one.Message}"), Is.Empty);
        return loaded.Solution!.Projects[0].Objects.Single(one => one.Name == "a");
    }

    private static LoadedSolution Load(string keys, string kind = "value")
    {
        using var folder = new TemporaryFolder();
        File.WriteAllText(Path.Combine(folder.Path, "solution.yaml"), $$"""
            formatVersion: 1
            solution: Shop
            variables:
              - {variable: First, dataType: int, scope: run}
              - {variable: Start, dataType: date, default: 2026-01-30}
              - {variable: N, dataType: int, scope: run}
              - {variable: Word, dataType: nvarchar(40), scope: run}
              - {variable: Full, dataType: bit, scope: run}
              - {variable: Day, dataType: date, scope: run}
              - {variable: Share, dataType: float, scope: run}
              - {variable: All, rows: {Id: int}, scope: run}
            connections: [{connection: Dwh, platform: Sqlite}]
            batches: [{batch: B, projects: [Staging]}]
            projects:
              - project: Staging
                target: Dwh
                objects:
                  - {object: get, kind: sql, sql: select 1 as n, sets: {First: n} }
                  - {object: a, kind: {{kind}}, {{keys}} }
            """);
        return SolutionLoader.Load(folder.Path);
    }
}
