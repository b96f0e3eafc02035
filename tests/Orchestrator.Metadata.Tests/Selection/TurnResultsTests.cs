using Orchestrator.Core;
using Orchestrator.Metadata.Compile;
using Orchestrator.Metadata.Loading;
using Orchestrator.Metadata.Selection;
using Orchestrator.Metadata.Tests.Broken;

namespace Orchestrator.Metadata.Tests.Selection;

/// <summary>`result:` of packages in turns that a run has found out.</summary>
internal sealed class TurnResultsTests
{
    private Plan _plan = null!;
    private LoadedSolution _loaded = null!;

    [SetUp]
    public void Load()
    {
        using var folder = new TemporaryFolder();
        File.WriteAllText(Path.Combine(folder.Path, "solution.yaml"), """
            formatVersion: 1
            solution: Shop
            variables:
              - {variable: Regions, scope: run, rows: {Code: char(2)}}
              - {variable: Left, scope: run, dataType: int}
            connections:
              - {connection: Staging, platform: Sqlite}
            batches: [{batch: Nightly, projects: [Staging]}]
            projects:
              - project: Staging
                target: Staging
                containers:
                  - {container: First, level: 10}
                  - {container: Per, level: 20, forEach: {rows: Regions}}
                  - {container: Again, level: 30, forEach: {while: "Left > 0", atMost: 3}}
                objects:
                  - {object: regions, kind: sql, container: First, sql: "select 'DE'", sets: {Regions: rows} }
                  - {object: left, kind: sql, container: First, sql: "select 1 as n", sets: {Left: n} }
                  - {object: city, kind: sql, container: Per, sql: "select @Code"}
                  - {object: street, kind: sql, container: Per, sql: "select @Code", dependsOn: [city]}
                  - {object: again, kind: sql, container: Again, sql: "select @Left - 1 as n", sets: {Left: n} }
            """);
        _loaded = SolutionLoader.Load(folder.Path);
        var compiled = Compiler.Compile(_loaded.Solution!, "Nightly", (_, _) => []);
        Assert.That(compiled.Plan, Is.Not.Null, string.Join('\n', compiled.Diagnostics));
        _plan = compiled.Plan!;
    }

    [TestCase("result:failed@latest", "city: DE street: FR,IT")]
    [TestCase("result:failed@latest,Staging/street[FR]", "street: FR")]
    [TestCase("result:failed@latest,Staging/street[XX]", "street: ")]
    [TestCase("result:failed@latest+", "city: DE street: DE,FR,IT")]
    [TestCase("city[AT] result:failed@latest", "city: AT,DE street: FR,IT")]
    public void It_means_the_turns_that_ended_so(string expression, string expected)
    {
        var result = Selected(expression, "Staging/city", "Staging/city[DE]", "Staging/street", "Staging/street[FR]",
            "Staging/street[IT]");

        Assert.That(Told(result), Is.EqualTo(expected));
    }

    [Test]
    public void What_hangs_on_turns_that_ended_so_runs_in_these_turns()
    {
        var result = Selected("result:failed@latest+", "Staging/city", "Staging/city[DE]");

        Assert.That(Told(result), Is.EqualTo("city: DE street: DE"));
    }

    [Test]
    public void Without_a_turn_and_of_the_turns_of_a_condition_it_means_all()
    {
        var none = Selected("result:blocked@latest", "Staging/city");
        var again = Selected("result:failed@latest", "Staging/again", "Staging/again[2]");

        Assert.That((Told(none), none.Packages!.Count), Is.EqualTo(("", 1)));
        Assert.That((Told(again), again.Packages!.Count), Is.EqualTo(("", 1)));
    }

    [Test]
    public void A_turn_that_ended_so_counts_also_where_its_package_as_a_whole_ended_otherwise()
    {
        var result = Selected("result:blocked@latest", "Staging/street[IT]");

        Assert.That(Told(result), Is.EqualTo("street: IT"));
    }

    private SelectionResult Selected(string expression, params string[] names)
    {
        var result = Selector.Select(new SelectionRequest { Select = [expression] }, _plan, _loaded.Solution!,
            new SelectionSources
            {
                ChangedSince = _ => new SelectionAnswer([]),
                ResultsOf = (_, _) => new SelectionAnswer(names),
            });
        Assert.That(result.Diagnostics, Is.Empty);
        return result;
    }

    private string Told(SelectionResult result) => string.Join(' ', result.Turns.OrderBy(one => one.Key)
        .Select(one => $"{_plan.Nodes[one.Key].Name["Staging/".Length..]}: {string.Join(',', one.Value)}"));
}
