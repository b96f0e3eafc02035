using System.Text.Json;
using Orchestrator.Dataflow;
using Orchestrator.Lab.Bench;

namespace Orchestrator.Cli.Tests.Lab;

internal sealed class BenchVerbTests
{
    [Test]
    public void Each_kind_of_rows_goes_through_all_cases_under_the_published_columns()
    {
        var called = Called.With("/", "bench", "dataflow", "--rows", "5000");

        Assert.That(called.ExitCode, Is.Zero, called.Error);
        var lines = called.Out.TrimEnd('\n').Split('\n');
        Assert.That(lines, Has.Length.EqualTo(3 * 22));
        Assert.That(lines.Where((_, i) => i % 22 == 0),
            Has.All.StartWith("# ").And.All.EndWith($"; {Environment.ProcessorCount} processors"));
        Assert.That(lines.Where((_, i) => i % 22 == 1), Has.All.EqualTo(
            "AggregateLinkRows, Workers, Sources, DownstreamLinksPerSource, TotalLinks, Duration (s), "
            + "AggregateLinkThroughput (Million Rows/s)"));
        Assert.That(lines[2], Does.StartWith("       5000,      2,      1,      1,      1,"));
        Assert.That(lines[21], Does.StartWith("       5120,   1056,     32,     32,   1024,"));
    }

    [Test]
    public void Machines_get_one_document_with_the_kind_that_was_asked_for()
    {
        var called = Called.With("/", "bench", "dataflow", "--rows", "3000", "--kind", "struct", "-o", "json");

        Assert.That(called.ExitCode, Is.Zero, called.Error);
        var document = JsonDocument.Parse(called.Out).RootElement;
        Assert.That(document.GetProperty("processors").GetInt32(), Is.EqualTo(Environment.ProcessorCount));
        var cases = document.GetProperty("cases").EnumerateArray().ToArray();
        Assert.That(cases, Has.Length.EqualTo(20));
        Assert.That(cases.Select(each => each.GetProperty("kind").GetString()), Has.All.EqualTo("struct"));
        Assert.That(cases[2].GetProperty("rows").GetInt64(), Is.EqualTo(3000));
    }

    [TestCaseSource(nameof(Kinds))]
    public void The_sum_of_all_rows_is_known_before_they_are_sent(string name)
    {
        var kind = RowKinds.All.Single(each => each.Name == name);

        foreach (var rows in (long[])[1, 2, 63, 64, 65, 1000, 100_001])
        {
            Assert.That(() => kind.Run(new LinkCase(2, 3), rows, CancellationToken.None), Throws.Nothing);
        }
    }

    [TestCase(new ulong[] { 1 }, "target 0 received 1 rows with the checksum 1, and 2 with 3 were sent")]
    [TestCase(new ulong[] { 1, 2, 0 }, "target 0 received 3 rows with the checksum 3, and 2 with 3 were sent")]
    [TestCase(new ulong[] { 1, 3 }, "target 0 received 2 rows with the checksum 4, and 2 with 3 were sent")]
    public void Rows_that_are_lost_doubled_or_changed_are_no_figure(ulong[] values, string message)
    {
        var kind = new RowKind<BenchValue>("wrong", "wrong rows",
            (flow, name, _) => flow.Rows(name, values.Select(value => new BenchValue(value))),
            RowKinds.Structs.Sum, _ => 3);

        Assert.That(() => kind.Run(new LinkCase(1, 2), 4, CancellationToken.None),
            Throws.TypeOf<WrongChecksumException>().With.Message.EqualTo(message));
    }

    [Test]
    public void A_case_says_the_rows_of_all_its_links_together()
    {
        var links = new LinkCase(1, 3);

        var figure = new LinkFigure(links, links.RowsPerSource(1_000_000_000) * 3, TimeSpan.FromSeconds(3.439));

        // As published for this case.
        Assert.That(figure.ToString(), Is.EqualTo(" 1000000002,      4,      1,      3,      3,   3.439,    290.78"));
    }

    [TestCase("bench", "datflow")]
    [TestCase("bench", "dataflow", "--kind", "strukt")]
    [TestCase("bench", "dataflow", "--rows", "0")]
    [TestCase("bench", "dataflow", "--rows", "1e9")]
    public void What_cannot_be_measured_is_refused(params string[] arguments)
    {
        var called = Called.With("/", arguments);

        Assert.That(called.ExitCode, Is.EqualTo(2));
        Assert.That(called.Out, Is.Empty);
        Assert.That(called.Error, Does.Contain($"'{arguments[^1]}'"));
    }

    private static IEnumerable<string> Kinds() => RowKinds.All.Select(kind => kind.Name);
}
