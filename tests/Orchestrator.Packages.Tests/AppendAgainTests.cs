using Orchestrator.Engine;
using Orchestrator.Metadata.Model;

namespace Orchestrator.Packages.Tests;

/// <summary>An Append without watermark behind attempts of which nobody recorded a success.</summary>
internal sealed class AppendAgainTests
{
    private Rig rig = null!;

    [SetUp]
    public void Make()
    {
        rig = new Rig();
        rig.Write("sale.csv", "Id\n1\n2\n");
    }

    [TearDown]
    public void Remove() => rig.Dispose();

    [Test]
    public void Their_rows_are_taken_back_by_their_audit_id_and_all_others_stay()
    {
        var earlier = Run(Sale);
        var killed = Run(Sale);
        var again = Run(Sale, killed.Attempt);

        Assert.That(again.Result.Error?.Message, Is.Null);
        Assert.That(again.Result.Counts.Inserted, Is.EqualTo(2));
        Assert.That(rig.Query("SELECT RowAuditId, Id FROM sale ORDER BY 1, 2"), Is.EqualTo(new[]
        {
            $"{earlier.Attempt}|1", $"{earlier.Attempt}|2", $"{again.Attempt}|1", $"{again.Attempt}|2",
        }));
        Assert.That(again.Result.Warnings, Is.Empty);
    }

    [Test]
    public void Without_that_column_nothing_tells_them_from_others_and_they_stay()
    {
        var plain = Sale with { SystemColumns = [] };
        var killed = Run(plain);

        var again = Run(plain, killed.Attempt);

        Assert.That(again.Result.Outcome, Is.EqualTo(NodeState.Succeeded));
        Assert.That(rig.Query("SELECT count(*) FROM sale"), Is.EqualTo(new[] { "4" }));
    }

    private static ObjectDefinition Sale => Rig.Load("sale", Rig.Column("Id", "int")) with
    {
        Load = new LoadOptions { Pattern = Rig.Written(LoadPattern.Append) },
        SystemColumns = [new SystemColumn("RowAuditId", "RowAuditId", Rig.Type("bigint"), default)],
    };

    private (long Attempt, PackageResult Result) Run(ObjectDefinition load, params long[] unfinished)
    {
        var context = rig.Context(load) with { Unfinished = () => unfinished };
        return (context.AttemptId, PackageKinds.All["load"].Run(context));
    }
}
