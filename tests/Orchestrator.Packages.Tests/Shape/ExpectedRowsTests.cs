using Orchestrator.Metadata.Model;
using Orchestrator.Packages.Shape;

namespace Orchestrator.Packages.Tests.Shape;

internal sealed class ExpectedRowsTests
{
    private Rig _rig = null!;

    [SetUp]
    public void Make() => _rig = new Rig();

    [TearDown]
    public void Remove() => _rig.Dispose();

    [TestCase(">0", true)]
    [TestCase("2..5", true)]
    [TestCase(">2", false)]
    [TestCase("= 3", false)]
    public void A_load_fails_before_it_publishes_where_it_did_not_read_the_expected_rows(string expected, bool fits)
    {
        _rig.Write("customer.csv", "Id,Name\n7,Ann\n");
        _rig.Run(Rig.Load("customer"));
        _rig.Write("customer.csv", "Id,Name\n1,Ann\n2,Bo\n");

        var result = _rig.Run(Expecting(expected));

        Assert.That(result.Error?.Code, Is.EqualTo(fits ? null : "ORC3431"));
        Assert.That(_rig.Query("SELECT Id FROM customer ORDER BY Id"),
            Is.EqualTo(fits ? new[] { "1", "2" } : ["7"]), "what stood before stays");
    }

    [Test]
    public void The_error_says_how_many_there_were_and_the_attempt_counts_them()
    {
        _rig.Write("customer.csv", "Id,Name\n1,Ann\n2,Bo\n");

        var result = _rig.Run(Expecting("100..200"));

        Assert.That((result.Error!.Phase, result.Counts.Read, result.Counts.Inserted), Is.EqualTo(("check", 2, 0)));
        Assert.That(result.Error.Message, Does.StartWith("2 rows were read, and `rowsRead` expects 100..200"));
    }

    [TestCase(2, "; what was committed before stands, as `swap: inPlace` with `commitRows` says. ")]
    [TestCase(9, ", so that nothing is published. ")]
    public void The_error_says_what_was_committed_on_the_way(long commitRows, string told)
    {
        _rig.Write("customer.csv", "Id,Name\n7,Ann\n");
        _rig.Run(Rig.Load("customer"));
        _rig.Write("customer.csv", "Id,Name\n1,Ann\n2,Bo\n3,Cy\n");

        var result = _rig.Run(Expecting("= 2") with
        {
            Load = new LoadOptions { Swap = Rig.Written(Swap.InPlace), CommitRows = Rig.Written(commitRows) },
        });

        Assert.That(result.Error?.Message, Does.Contain($"`rowsRead` expects = 2{told}"));
        Assert.That(_rig.Query("SELECT Id FROM customer ORDER BY Id"),
            Is.EqualTo(commitRows == 2 ? new[] { "1", "2" } : ["7"]));
    }

    [TestCase("load", "many", 60, "ORC1306")]
    [TestCase("sql", ">0", 60, "ORC1303")]
    [TestCase("load", ">0", 0, "ORC1303")]
    public void What_cannot_be_expected_is_refused(string kind, string rows, int seconds, string code)
    {
        var definition = Rig.Load("customer") with
        {
            Kind = kind,
            Expect = new Expectations { RowsRead = rows, NoProgress = TimeSpan.FromSeconds(seconds) },
        };

        Assert.That(ExpectChecks.Of(definition).Select(diagnostic => diagnostic.Code), Is.EqualTo(new[] { code }));
    }

    private ObjectDefinition Expecting(string rows) =>
        Rig.Load("customer") with { Expect = new Expectations { RowsRead = rows } };
}
