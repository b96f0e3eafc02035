using Orchestrator.Cli.Guide;

namespace Orchestrator.Cli.Tests.Constructs;

/// <summary>The page of the guide that leads from SSIS has each construct that has a case here, and no other one.
/// </summary>
internal sealed class ConstructPageTests
{
    private const int LeastConstructs = 60;
    private const int LinesMax = 40;

    [Test]
    public void There_are_as_many_as_were_promised() =>
        Assert.That(ConstructCases.All().ToArray(), Has.Length.GreaterThanOrEqualTo(LeastConstructs));

    [Test]
    public void The_page_has_a_row_for_each_and_no_other_one()
    {
        var rows = GuidePages.Topic("from-ssis").Split('\n')
            .Where(line => line.EndsWith("` |", StringComparison.Ordinal));

        Assert.That(rows, Is.EquivalentTo(ConstructCases.Each.Select(Row)));
    }

    [Test]
    public void Each_names_what_it_is_and_where_it_is_told_and_is_small()
    {
        var all = ConstructCases.Each;

        Assert.That(all.Where(one => one.Ssis.Length == 0 || one.Here.Length == 0), Is.Empty);
        Assert.That(all.Where(one => one.Yaml.Split('\n').Length > LinesMax), Is.Empty);
        Assert.That(all.Select(one => one.Name), Is.Unique);
        Assert.That(all.Select(one => one.Ssis), Is.Unique);
        Assert.That(all.Where(one => !GuidePages.Topics.Contains(one.Page)).Select(one => one.Name), Is.Empty);
    }

    [Test]
    public void Each_asks_something_of_its_night() => Assert.That(
        ConstructCases.Each.Where(one => !one.Questions.Any() && !one.All("leaves").Any()
            && !one.All("heard").Any() && !one.All("gone").Any()).Select(one => one.Name),
        Is.Empty);

    private static string Row(Construct construct) =>
        $"| {construct.Ssis} | {construct.Here} | `help {construct.Page}` |";
}
