using Orchestrator.Metadata.Loading;
using Orchestrator.Metadata.Tests.Broken;

namespace Orchestrator.Metadata.Tests.Loading;

/// <summary>What columns are called: as their tables and files have them.</summary>
internal sealed class ColumnNameTests
{
    [Test]
    public void Blanks_around_the_name_of_a_column_are_a_part_of_it()
    {
        var loaded = Load("{column: \"Name \", target: \" Name\"}");

        Assert.That(loaded.Diagnostics.Select(one => $"{one.Code} {one.Message}"), Is.Empty);
        var column = loaded.Solution!.Projects[0].Objects[0].Columns[0];
        Assert.That((column.Name, column.Target), Is.EqualTo(("Name ", " Name")));
    }

    [Test]
    public void Whatever_names_a_column_names_such_a_one()
    {
        using var folder = new TemporaryFolder();
        folder.Write("solution.yaml", OneObject.Solution("", "source: {file: c.csv}, columns: [{column: \"Id \", "
            + "key: 1, dataType: int}, {column: \" At\", dataType: date}], "
            + "load: {pattern: Merge, latestBy: [\" At\"], sortedBy: [\"Id \"]}"));

        var loaded = SolutionLoader.Load(folder.Path);

        Assert.That(loaded.Diagnostics.Select(one => $"{one.Code} {one.Message}"), Is.Empty);
        var load = loaded.Solution!.Projects[0].Objects[0].Load;
        Assert.That((load.LatestBy.Value.Single(), load.SortedBy.Value.Single()), Is.EqualTo((" At", "Id ")));
    }

    [TestCase("{column: \"  \"}")]
    [TestCase("{column: \"\"}")]
    [TestCase("{column: Name, target: \" \"}")]
    public void Nothing_but_blanks_is_no_name(string column) => Assert.That(
        Load(column).Diagnostics.Select(one => one.Code), Is.EqualTo(new[] { "ORC1044" }));

    private static LoadedSolution Load(string column)
    {
        using var folder = new TemporaryFolder();
        folder.Write("solution.yaml",
            OneObject.Solution("", $"source: {{file: c.csv}}, columns: [{column}]"));
        return SolutionLoader.Load(folder.Path);
    }
}
