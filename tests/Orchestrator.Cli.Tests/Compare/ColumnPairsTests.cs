using Orchestrator.Compare;
using Orchestrator.Core.Types;
using Orchestrator.Data;

namespace Orchestrator.Cli.Tests.Compare;

/// <summary>Which columns of two sides belong together.</summary>
internal sealed class ColumnPairsTests
{
    [TestCase("id,a,a", "id,a,a", "0-0 1-1 2-2")]
    [TestCase("id,name,NAME", "id,NAME,other", "0-0 2-1")]
    [TestCase("Id,NAME", "name,ID", "0-1 1-0")]
    public void Columns_belong_together_by_their_names_each_once(string lefts, string rights, string expected)
    {
        var pairs = ColumnPairs.Of(Side("a"), Columns(lefts), Side("b"), Columns(rights), Options());

        Assert.That(
            string.Join(' ', pairs.All.Select(pair => $"{pair.LeftPlace}-{pair.RightPlace}")), Is.EqualTo(expected));
    }

    [Test]
    public void A_key_column_that_is_named_twice_is_one()
    {
        var options = Options() with { Key = ["id", "ID"] };

        var pairs = ColumnPairs.Of(Side("a"), Columns("id,name"), Side("b"), Columns("id,name"), options);

        Assert.That(pairs.Keys, Is.EqualTo(1));
    }

    [TestCase("id,Name,NAME", "Name", "id NAME")]
    [TestCase("id,Name,NAME", "name", "id")]
    [TestCase("id,Name", "NAME", "id")]
    public void A_name_leaves_out_the_column_that_is_called_just_so_before_all_of_another_case(
        string names, string excluded, string left)
    {
        var options = Options() with { Exclude = [excluded] };

        var pairs = ColumnPairs.Of(Side("a"), Columns(names), Side("b"), Columns(names), options);

        Assert.That(string.Join(' ', pairs.All.Select(pair => pair.Name)), Is.EqualTo(left));
    }

    [Test]
    public void A_name_chooses_the_column_that_is_called_just_so()
    {
        var options = Options() with { Columns = ["NAME"] };

        var pairs = ColumnPairs.Of(
            Side("a"), Columns("Name,NAME,Only"), Side("b"), Columns("NAME,Name"), options);

        Assert.That(pairs.All.Select(pair => pair.Name), Is.EqualTo((string[])["NAME"]));
        Assert.That(pairs.LeftAlone, Is.Empty);
    }

    private static ComparedSide Side(string name) =>
        new() { Name = name, Open = _ => throw new NotSupportedException("Nothing is read.") };

    private static RowColumn[] Columns(string names) =>
        [.. names.Split(',').Select(name => new RowColumn(name, new SqlType(SqlTypeKind.Int)))];

    private static ComparisonOptions Options() => new() { Folder = "" };
}
