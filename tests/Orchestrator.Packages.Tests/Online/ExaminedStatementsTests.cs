using Orchestrator.Metadata.Diagnostics;
using Orchestrator.Metadata.Model;
using Orchestrator.Packages.Online;
using Orchestrator.Packages.Store;

namespace Orchestrator.Packages.Tests.Online;

/// <summary>Which statements a database is asked to look at.</summary>
internal sealed class ExaminedStatementsTests
{
    [TestCase("delete from a; delete from b", "delete from a|delete from b")]
    [TestCase("delete from a where n = @OnlyTheRunKnows", "")]
    [TestCase("delete from ${var:Table}", "")]
    [TestCase("delete from a; commit", "delete from a")]
    public void Each_statement_is_looked_at_whose_text_is_known(string sql, string asked) =>
        Assert.That(Asked([Statement("s", sql)]), Is.EqualTo(asked));

    [Test]
    public void One_statement_of_many_turns_is_looked_at_once_and_none_of_who_is_disabled() => Assert.That(
        Asked([Statement("a", "delete from a"), Statement("b", "delete from a"),
            Statement("c", "delete from c") with { Enabled = false }]),
        Is.EqualTo("delete from a"));

    [TestCase("Db", "select 1 as N")]
    [TestCase("Files", "")]
    public void A_query_is_looked_at_where_it_is_asked(string connection, string asked)
    {
        var load = Rig.Load("t") with
        {
            Source = new ObjectSource { Connection = connection, Query = new SqlText("select 1 as N", null, default) },
        };

        Assert.That(Asked([load]), Is.EqualTo(asked));
    }

    private static string Asked(IEnumerable<ObjectDefinition> objects)
    {
        using var rig = new Rig();
        rig.Objects.AddRange(objects);
        var inner = DatabaseAccess.ToTarget(rig.Context(Rig.Load("t"))).Open();
        var platform = new RecordedPlatform(inner.Platform, inner.Platform.Abilities);
        using var database = new RecordedDatabase(inner, platform);
        var solution = rig.Solution;

        Diagnostic[] found = [.. ExaminedStatements.In(
            database, solution.Connections.Single(one => one.Name == "Db"), "etl", solution)];

        Assert.That(found, Is.Empty);
        return string.Join('|', platform.Asked);
    }

    private static ObjectDefinition Statement(string name, string sql) => Rig.Load(name) with
    {
        Kind = "sql",
        Source = null,
        Sql = new SqlText(sql, null, default),
    };
}
