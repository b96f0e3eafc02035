using Orchestrator.Data;

namespace Orchestrator.Packages.Tests.Flows;

/// <summary>Rows of a flow are counted once, and rejected rows have their numbers and do not pile up.</summary>
internal sealed class FlowCountsTests : FlowFixture
{
    [Test]
    public void Sources_within_a_worker_made_of_others_are_counted_once()
    {
        rig.Write("sales.csv", "id,name,amount\n201,Ann,2.5\n202,,10\n");

        var result = Run(Flow("Composed"));

        Assert.That(result.Error?.Message, Is.Null);
        Assert.That(result.Counts, Is.EqualTo(new RowCounts(102, 52, 0, 0, 0, 50, 0, 0)));
    }

    [Test]
    public void A_source_that_is_only_looked_up_is_not_counted()
    {
        rig.Write("sales.csv", "id,name,amount\n1,,2.5\n2,,10\n900,,10\n");

        var result = Run(Flow("Referenced"));

        Assert.That(result.Error?.Message, Is.Null);
        Assert.That(result.Counts, Is.EqualTo(new RowCounts(3, 2, 0, 0, 0, 1, 0, 0)));
    }

    [Test]
    public void A_row_that_the_guard_rejects_has_its_number_among_those_of_the_flow()
    {
        var names = string.Join(',', Enumerable.Range(1, 20_000).Select(number =>
            number % 5_000 == 0 ? "\"xxxxx\"" : "\"y\""));

        var result = Run(Redirecting(Flow("Cells", ("names", $"[{names}]"))) with
        {
            Source = null,
            Columns = [Rig.Column("Id", "int", 1), Rig.Column("Text", "nvarchar(4)")],
        });

        Assert.That(result.Error?.Message, Is.Null);
        Assert.That(rig.Query("select RowNumber from err_sales order by RowNumber"),
            Is.EqualTo(new[] { "5000", "10000", "15000", "20000" }));
    }
}
