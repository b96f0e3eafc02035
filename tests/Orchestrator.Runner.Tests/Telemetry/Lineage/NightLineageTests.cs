using System.Text.Json;
using Orchestrator.Ledger;
using Orchestrator.Runner.Tests.Telemetry.Otlp;

namespace Orchestrator.Runner.Tests.Telemetry.Lineage;

/// <summary>The lineage of the sample's night, in its own file, held against the published shape and the ledger.
/// </summary>
internal sealed class NightLineageTests
{
    private RunFacts _facts = null!;
    private List<JsonElement> _events = null!;

    [OneTimeSetUp]
    public void Before()
    {
        Assert.That(SampleNight.Night.ExitCode, Is.Zero, SampleNight.Night.Said);
        _facts = SampleNight.Night.Facts;
        _events = Read(Path.Combine(SampleNight.Night.Folder, ".orchestrator", "runs", "1", "lineage.ndjson"));
    }

    [Test]
    public void Each_event_and_each_facet_is_of_the_published_shape()
    {
        var schemas = new Schemas();

        Assert.That(_events.SelectMany(schemas.MistakesIn), Is.Empty);
        Assert.That(
            _events.SelectMany(one => Schemas.FacetsIn(one, "")).Select(one => one.Path.Split('/')[^1]).Distinct(),
            Is.SupersetOf((string[])["parent", "nominalTime", "processing_engine", "jobType", "schema",
                "columnLineage", "outputStatistics", "inputStatistics"]));
    }

    [Test]
    public void Each_attempt_starts_and_ends_once_and_so_does_the_run()
    {
        var names = _facts.Nodes.ToDictionary(node => node.Node, node => node.Name);
        var expected = _facts.Attempts.Select(one => $"{_facts.Run.Batch}/{names[one.Node]}").Append(_facts.Run.Batch);

        Assert.That(Of("START").Select(Job), Is.EquivalentTo(expected));
        Assert.That(Of("COMPLETE").Select(Job), Is.EquivalentTo(expected));
        Assert.That(_events.Select(Run).Distinct().Count(), Is.EqualTo(_facts.Attempts.Count + 1));
        Assert.That(Of("START").Select(Run), Is.EquivalentTo(Of("COMPLETE").Select(Run)));
    }

    [Test]
    public void The_parent_of_each_package_is_the_run()
    {
        var parents = _events.Where(one => Job(one) != _facts.Run.Batch)
            .Select(one => one.GetProperty("run").GetProperty("facets").GetProperty("parent"));

        Assert.That(parents.Select(parent => parent.GetProperty("run").GetProperty("runId").GetGuid()).Distinct(),
            Is.EqualTo((Guid[])[_facts.Run.Id]));
        Assert.That(parents.Select(parent => parent.GetProperty("job").GetProperty("name").GetString()).Distinct(),
            Is.EqualTo((string[])[_facts.Run.Batch]));
    }

    [Test]
    public void Rows_are_those_of_the_ledger()
    {
        foreach (var attempt in _facts.Attempts.Where(one => one.Work.LoadPath.Length > 0))
        {
            var name = $"{_facts.Run.Batch}/{_facts.Nodes[attempt.Node].Name}";
            var output = Of("COMPLETE").Single(one => Job(one) == name).GetProperty("outputs")[0];
            Assert.That(output.GetProperty("outputFacets").GetProperty("outputStatistics").GetProperty("rowCount")
                .GetInt64(), Is.EqualTo(attempt.Counts.Inserted + attempt.Counts.Updated), name);
        }
    }

    [Test]
    public void What_one_package_writes_another_one_reads_under_the_same_name()
    {
        var written = Names("outputs").ToHashSet();
        var read = Names("inputs").ToHashSet();

        Assert.That(written.Intersect(read), Is.Not.Empty);
        Assert.That(read.Where(name => name.StartsWith("file ", StringComparison.Ordinal)), Is.Not.Empty);
    }

    [Test]
    public void A_failure_has_its_code_and_nothing_that_a_server_quotes()
    {
        using var night = Night.OfFew([("OPENLINEAGE__TRANSPORT__TYPE", "file"),
            ("OPENLINEAGE__TRANSPORT__LOG_FILE_PATH", "told.ndjson"), ("OPENLINEAGE_NAMESPACE", "warehouse")],
            ("breaks", "kind: sql\nsql: select a from what_a_server_quotes"));
        var file = Path.Combine(night.Folder, "told.ndjson");
        var fail = Read(file).Where(one => one.GetProperty("eventType").ValueEquals("FAIL")).ToList();

        Assert.That(night.ExitCode, Is.EqualTo(1));
        Assert.That(fail.SelectMany(new Schemas().MistakesIn), Is.Empty);
        Assert.That(fail.Select(Job), Is.EqualTo((string[])["Nightly/Staging/breaks", "Nightly"]));
        Assert.That($"{fail[0].GetProperty("run").GetProperty("facets").GetProperty("errorMessage")}",
            Does.Contain(night.Facts.Errors[0].Error.Code));
        Assert.That(fail[0].GetProperty("job").GetProperty("namespace").GetString(), Is.EqualTo("warehouse"));
        Assert.That(File.ReadAllText(file), Does.Not.Contain("what_a_server_quotes"));
    }

    [Test]
    public void Events_go_to_an_address_that_is_declared_and_a_server_that_hangs_holds_up_nothing()
    {
        using var taking = new Collector();
        using var hanging = new Collector(_ => false);
        using var night = Night.OfFew([("OPENLINEAGE_URL", taking.Address), ("OPENLINEAGE_ALLOW_PRIVATE", "true")]);
        using var other = Night.OfFew([("OPENLINEAGE_URL", hanging.Address), ("OPENLINEAGE_ALLOW_PRIVATE", "true")]);

        Assert.That((night.ExitCode, other.ExitCode), Is.EqualTo((0, 0)), other.Said);
        Assert.That(taking.Texts("/api/v1/lineage").Count(), Is.EqualTo(2 * (night.Facts.Attempts.Count + 1)));
        Assert.That(night.Said, Does.Not.Contain("lineage:"));
        Assert.That(other.Said, Does.Contain($"of {2 * (other.Facts.Attempts.Count + 1)} events did not reach"));
    }

    [Test]
    public void An_address_of_the_own_machine_is_not_asked_unless_it_is_declared()
    {
        using var collector = new Collector();
        using var night = Night.OfFew([("OPENLINEAGE_URL", collector.Address)]);

        Assert.That((night.ExitCode, collector.Count), Is.EqualTo((0, 0)), night.Said);
        Assert.That(night.Said, Does.Contain("events did not reach the server: http is neither secret"));
    }

    private static List<JsonElement> Read(string file) =>
        [.. File.ReadLines(file).Select(line => JsonDocument.Parse(line).RootElement)];

    private static string Job(JsonElement one) => one.GetProperty("job").GetProperty("name").GetString()!;

    private static Guid Run(JsonElement one) => one.GetProperty("run").GetProperty("runId").GetGuid();

    private IEnumerable<JsonElement> Of(string type) =>
        _events.Where(one => one.GetProperty("eventType").ValueEquals(type));

    private IEnumerable<string> Names(string end) => _events.SelectMany(one => one.GetProperty(end).EnumerateArray())
        .Select(one => $"{one.GetProperty("namespace")} {one.GetProperty("name")}");
}
