using Orchestrator.Core;
using Orchestrator.Metadata.Diagnostics;
using Orchestrator.Metadata.Model;
using Orchestrator.Metadata.Selection;
using Orchestrator.Metadata.Tests.Compile;
using static Orchestrator.Metadata.Tests.Compile.SolutionBuilder;

namespace Orchestrator.Metadata.Tests.Selection;

internal sealed class SelectorTests
{
    /// <summary>customer flows through three stages; country stays in the first; count checks the last.</summary>
    private static readonly SolutionBuilder Shop = new SolutionBuilder()
        .Project("Raw", [Load("customer") with { Tags = ["core", "nightly"] }, Load("country") with { Tags = ["ref"] }])
        .Project("Source", [LoadFrom("Raw", "customer", "customer") with { Tags = ["core"] }])
        .Project("Staging", [LoadFrom("Source", "customer", "customer"), Load("count", "Late") with
        {
            Kind = "check",
            Source = null,
            Target = new ObjectTarget("", null, "customer"),
        }], [Container("Core"), Container("Late", 20)]);

    private static readonly Plan Plan = Shop.Plan();
    private static readonly Solution Solution = Shop.Build();

    [TestCase("Raw/customer", "Raw/customer")]
    [TestCase("country", "Raw/country")]
    [TestCase("*/customer", "Raw/customer Source/customer Staging/customer")]
    [TestCase("c?unt*", "Raw/country Staging/count")]
    [TestCase("nothing*", "")]
    [TestCase("tag:core", "Raw/customer Source/customer")]
    [TestCase("tag:n*", "Raw/customer")]
    [TestCase("project:Staging", "Staging/customer Staging/count")]
    [TestCase("container:Late", "Staging/count")]
    [TestCase("container:Staging/Core", "Staging/customer")]
    [TestCase("kind:check", "Staging/count")]
    [TestCase("kind:sql", "")]
    [TestCase("connection:Source", "Source/customer Staging/customer")]
    [TestCase("path:objects/customer.yaml", "Raw/customer Source/customer Staging/customer")]
    [TestCase("path:objects", "Raw/customer Raw/country Source/customer Staging/customer Staging/count")]
    [TestCase("path:./objects/coun*", "Raw/country Staging/count")]
    public void A_condition_names_packages(string expression, string expected)
    {
        Assert.That(Selected(expression), Is.EqualTo(expected));
    }

    [TestCase("Source/customer", "", "Source/customer Staging/customer Staging/count")]
    [TestCase("", "Source/customer", "Raw/customer Source/customer")]
    [TestCase("Raw/customer", "Source/customer", "Raw/customer Source/customer")]
    [TestCase("Source", "Staging/Core", "Source/customer Staging/customer")]
    [TestCase("Staging", "Raw", "")]
    [TestCase("Nowhere", "", "ORC2102")]
    [TestCase("customer", "", "ORC2103")]
    public void From_and_to_keep_what_lies_between_along_the_data(string from, string to, string expected)
    {
        var result = Select(new SelectionRequest
        {
            From = from.Length == 0 ? [] : [from],
            To = to.Length == 0 ? [] : [to],
        });

        Assert.That(result.Packages is null ? result.Diagnostics[0].Code : Names(result), Is.EqualTo(expected));
    }

    [Test]
    public void From_narrows_what_is_selected()
    {
        var result = Select(new SelectionRequest { Select = ["tag:core"], From = ["Source/customer"] });

        Assert.That(Names(result), Is.EqualTo("Source/customer"));
    }

    [TestCase("country kind:check", "Raw/country Staging/count")]
    [TestCase("tag:core,project:Raw", "Raw/customer")]
    [TestCase("tag:core,project:Raw  country", "Raw/customer Raw/country")]
    [TestCase("tag:core,tag:ref", "")]
    public void A_space_joins_and_a_comma_narrows(string expression, string expected)
    {
        Assert.That(Selected(expression), Is.EqualTo(expected));
    }

    [TestCase("+Staging/customer", "Raw/customer Source/customer Staging/customer")]
    [TestCase("1+Staging/customer", "Source/customer Staging/customer")]
    [TestCase("Raw/customer+", "Raw/customer Source/customer Staging/customer Staging/count")]
    [TestCase("Raw/customer+1", "Raw/customer Source/customer")]
    [TestCase("1+Source/customer+1", "Raw/customer Source/customer Staging/customer")]
    [TestCase("0+Staging/customer", "Staging/customer")]
    [TestCase("Raw/country+", "Raw/country")]
    public void A_plus_follows_data_edges_and_no_barriers(string expression, string expected)
    {
        Assert.That(Selected(expression), Is.EqualTo(expected));
    }

    [Test]
    public void Several_options_add_up_and_exclude_takes_away_last()
    {
        var request = new SelectionRequest
        {
            Select = ["country", "Raw/customer+"],
            Exclude = ["kind:check", "project:Source"],
        };

        Assert.That(Names(Select(request)), Is.EqualTo("Raw/customer Raw/country Staging/customer"));
    }

    [Test]
    public void Without_select_everything_but_the_excluded_is_meant()
    {
        var result = Select(new SelectionRequest { Exclude = ["tag:core"] });

        Assert.That(Names(result), Is.EqualTo("Raw/country Staging/customer Staging/count"));
    }

    [TestCase("changed:main", "objects/country.yaml", "Raw/country")]
    [TestCase("changed:main", "solution.yaml",
        "Raw/customer Raw/country Source/customer Staging/customer Staging/count")]
    [TestCase("changed:main", "projects/Source/project.yaml", "Source/customer")]
    [TestCase("changed:main+", "projects\\Source\\project.yaml", "Source/customer Staging/customer Staging/count")]
    [TestCase("changed:main", "README.md", "")]
    public void Changed_files_concern_what_is_written_in_them(string expression, string path, string expected)
    {
        var result = Select(new SelectionRequest { Select = [expression] }, changed: new SelectionAnswer([path]));

        Assert.That(Names(result), Is.EqualTo(expected));
    }

    [Test]
    public void A_changed_connection_concerns_what_runs_on_it()
    {
        var solution = Solution with
        {
            Connections = [.. Solution.Connections.Select(connection => connection with
            {
                At = new Origin($"connections/{connection.Name}.yaml", 1, 1),
            })],
        };

        var result = Selector.Select(new SelectionRequest { Select = ["changed:main"] }, Plan, solution,
            Sources(new SelectionAnswer(["connections/Raw.yaml"])));

        Assert.That(Names(result), Is.EqualTo("Raw/customer Raw/country Source/customer"));
    }

    [Test]
    public void A_result_of_an_earlier_run_selects_what_is_still_there()
    {
        (NodeState, string) asked = default;
        var sources = Sources() with
        {
            ResultsOf = (state, run) =>
            {
                asked = (state, run);
                return new SelectionAnswer(["Source/customer", "Source/gone"]);
            },
        };

        var result = Selector.Select(
            new SelectionRequest { Select = ["result:failed@latest~1+"] }, Plan, Solution, sources);

        Assert.That(Names(result), Is.EqualTo("Source/customer Staging/customer Staging/count"));
        Assert.That(asked, Is.EqualTo((NodeState.Failed, "latest~1")));
    }

    [TestCase("tag:core,", "ORC2101", 10, null)]
    [TestCase("", "ORC2101", 1, null)]
    [TestCase("+", "ORC2101", 1, null)]
    [TestCase("tag:", "ORC2101", 1, null)]
    [TestCase("country tagg:core", "ORC2101", 9, "tag")]
    [TestCase("tag:cor", "ORC2102", 1, "core")]
    [TestCase("country,project:Stagging", "ORC2102", 9, "Staging")]
    [TestCase("connection:Fles", "ORC2102", 1, "Files")]
    [TestCase("cuontry", "ORC2102", 1, "country")]
    [TestCase("Staging", "ORC2102", 1, null)]
    [TestCase("customer", "ORC2103", 1, null)]
    [TestCase("result:faild@latest", "ORC2104", 1, "failed")]
    [TestCase("result:5@latest", "ORC2104", 1, null)]
    public void A_mistake_names_its_column_and_the_nearest_name(
        string expression, string code, int column, string? suggestion)
    {
        var result = Select(new SelectionRequest { Exclude = [expression] });

        Assert.That(result.Packages, Is.Null);
        Assert.That(result.Diagnostics, Has.Count.EqualTo(1));
        Assert.That((result.Diagnostics[0].Code, result.Diagnostics[0].Suggestion), Is.EqualTo((code, suggestion)));
        Assert.That(result.Diagnostics[0].At, Is.EqualTo(new Origin("--exclude", 1, column)));
    }

    [Test]
    public void A_question_that_has_no_answer_says_why()
    {
        var result = Select(new SelectionRequest { Select = ["changed:nowhere"] },
            changed: new SelectionAnswer([], "there is no commit 'nowhere'"));

        Assert.That(result.Diagnostics.Single().Code, Is.EqualTo("ORC2105"));
        Assert.That(result.Diagnostics.Single().Message, Does.Contain("there is no commit 'nowhere'"));
    }

    private static string Selected(string expression) => Names(Select(new SelectionRequest { Select = [expression] }));

    private static SelectionResult Select(SelectionRequest request, SelectionAnswer? changed = null) =>
        Selector.Select(request, Plan, Solution, Sources(changed));

    private static SelectionSources Sources(SelectionAnswer? changed = null) => new()
    {
        ChangedSince = _ => changed ?? new SelectionAnswer([]),
        ResultsOf = (_, _) => new SelectionAnswer([]),
    };

    private static string Names(SelectionResult result)
    {
        Assert.That(result.Diagnostics, Is.Empty);
        return string.Join(' ', result.Packages!.Select(index => Plan.Nodes[index].Name));
    }
}
