using Orchestrator.Metadata.Loading;
using Orchestrator.Metadata.Model;
using Orchestrator.Metadata.Tests.Broken;

namespace Orchestrator.Metadata.Tests.Loading;

/// <summary>Facts in SQL, arguments and messages: how they are read, and where they have no place.</summary>
internal sealed class FactsTests
{
    private const string Head = """
        mail: {host: mail.example.org, from: etl@example.org}
        variables: [{variable: Given, dataType: date, default: 2026-01-31}]
        """;

    [Test]
    public void What_is_declared_and_what_SQL_names_are_parameters()
    {
        var facts = Good(Load("kind: sql, sql: \"select @N, @orchestrator_run_number\", "
            + "facts: {N: \"${rows:Staging/a.read}\"}")).Facts;

        Assert.That(facts.Select(read => $"{read.Parameter} {read.Fact}"), Is.EqualTo(new[]
        {
            "N ${rows:Staging/a.read}", "orchestrator_run_number ${run:number}",
        }));
    }

    [Test]
    public void Arguments_stay_open_for_the_run()
    {
        var definition = Good(Load(
            "kind: sql, procedure: p, arguments: {n: \"${rows:a.read}\", t: \"run ${run:id}: ${state:a}\", k: 1}"));

        Assert.That(definition.Procedure!.Arguments.Select(argument => argument.Open),
            Is.EqualTo(new[] { "${rows:a.read}", "run ${run:id}: ${state:a}", null }));
        Assert.That(definition.Facts.Select(read => $"{read.Parameter}{read.Fact}"),
            Is.EqualTo(new[] { "${rows:a.read}", "${run:id}", "${state:a}" }));
    }

    [Test]
    public void A_message_names_them_in_its_texts()
    {
        var definition = Good(Load("kind: mail, message: {to: [ops@example.org], "
            + "subject: \"${state:a} of ${run:began}\", body: \"${rows:a.rejected} rejected: ${error:a.text}\"}"));

        Assert.That(definition.Facts.Select(read => read.Fact.ToString()),
            Is.EqualTo(new[] { "${state:a}", "${run:began}", "${rows:a.rejected}", "${error:a.text}" }));
    }

    [TestCase("kind: sql, sql: select @N, facts: {N: 3}", "ORC3605")]
    [TestCase("kind: sql, sql: select @N, facts: {N: \"x ${rows:a.read}\"}", "ORC3605")]
    [TestCase("kind: sql, sql: select @N, facts: {N: \"${rows:a.all}\"}", "ORC1033")]
    [TestCase("kind: sql, sql: select @N, facts: {N: \"${var:Given}\"}", "ORC1033")]
    [TestCase("kind: sql, sql: select @Given, facts: {Given: \"${rows:a.read}\"}", "ORC3605")]
    [TestCase("kind: sql, sql: select 1, facts: {orchestrator_x: \"${rows:a.read}\"}", "ORC1060")]
    [TestCase("kind: sql, sql: \"select '${rows:a.read}'\"", "ORC1033")]
    [TestCase("kind: sql, sql: \"select ${run:number}\"", "ORC1033")]
    [TestCase("kind: sql, procedure: p, arguments: {n: \"${run:night}\"}", "ORC1033")]
    [TestCase("kind: sql, procedure: p, arguments: {n: \"${error:a.message}\"}", "ORC1033")]
    [TestCase("kind: mail, message: {to: [\"${state:a}\"], subject: x}", "ORC1033")]
    [TestCase("kind: sql, sql: select 1, "
        + "hooks: [{hook: h, when: after, sql: \"insert into t values (@orchestrator_error_message)\"}]", "ORC3606")]
    public void What_is_none_or_has_no_place_there_is_one_diagnostic(string written, string code) => Assert.That(
        Load(written).Diagnostics.Select(one => one.Code), Is.EqualTo(new[] { code }));

    private static ObjectDefinition Good(LoadedSolution loaded)
    {
        Assert.That(loaded.Diagnostics.Select(one => $"{one.Code} {one.At} {one.Message}"), Is.Empty);
        return loaded.Solution!.Projects[0].Objects[0];
    }

    private static LoadedSolution Load(string written)
    {
        using var folder = new TemporaryFolder();
        folder.Write("solution.yaml", OneObject.Solution(Head, written));
        return SolutionLoader.Load(folder.Path);
    }
}
