using System.Net;
using System.Text.Json.Nodes;
using System.Text.RegularExpressions;
using Orchestrator.Service.Api;
using Orchestrator.Service.Live;
using Orchestrator.Service.Web;

namespace Orchestrator.Service.Tests.Api;

/// <summary>What machines are told is what the ledger has, and what pages show.</summary>
internal sealed class ApiTests : NightsFixture
{
    [TestCase("/api/v1/runs")]
    [TestCase("/api/v1/runs/4")]
    [TestCase("/api/v1/runs/4/nodes")]
    [TestCase("/api/v1/packages/Stage2/table_2_007/history")]
    [TestCase("/api/v1/batches/last")]
    [TestCase("/api/v1/runs/4/plan")]
    [TestCase("/api/v1/runs/4/packages/Stage2/table_2_007/rejects")]
    [TestCase("/api/v1/alerts")]
    [TestCase("/api/v1/health")]
    [TestCaseSource(nameof(OfPages))]
    public async Task Each_document_says_the_version_of_its_schema(string path)
    {
        using var answer = await Service.GetAsync(path);

        Assert.That(answer.Content.Headers.ContentType!.MediaType, Is.EqualTo("application/json"));
        Assert.That((int)JsonNode.Parse(await answer.Content.ReadAsStringAsync())!["schema_version"]!, Is.EqualTo(1));
    }

    [TestCase("page=abc")]
    [TestCase("page=")]
    [TestCase("page=99999999999")]
    public async Task What_cannot_be_read_of_an_address_is_an_error_as_any_other(string query)
    {
        using var answer = await Service.GetAsync($"/api/v1/runs?{query}");

        Assert.That(answer.StatusCode, Is.EqualTo(HttpStatusCode.BadRequest));
        Assert.That((string)JsonNode.Parse(await answer.Content.ReadAsStringAsync())!["error"]!,
            Is.EqualTo("the request cannot be read"));
    }

    [Test]
    public async Task The_newest_run_of_each_batch_has_the_numbers_of_the_page()
    {
        var batches = (await GetAsync("/api/v1/batches/last"))["batches"]!.AsArray();
        var cards = new Page(await Service.TextAsync("/")).All("article").ToList();

        Assert.That(batches.Select(each => $"{each!["run"]!["run"]}"),
            Is.EqualTo(cards.Select(card => card.Attribute("data-run")!.Value)));
        foreach (var (each, card) in batches.Zip(cards))
        {
            var packages = each!["run"]!["packages"]!;
            var figures = Page.Figures(card.Element("dl")!);
            Assert.That(figures, Does.StartWith($"packages.ok={packages["ok"]} packages.failed={packages["failed"]} "
                + $"packages.blocked={packages["blocked"]} "));
            Assert.That(figures, Does.EndWith($"rows.rejected={each["run"]!["rows"]!["rejected"]}"));
            Assert.That((string)each["run"]!["next_command"]!, Is.EqualTo(card.Descendants("code").Last().Value));
        }

        Assert.That((double)batches[0]!["usual_seconds"]!, Is.EqualTo(double.Parse(Seen.Rows("""
            select (ended_at - started_at) / 1e6 from runs where batch = 'Nightly' and run < 4
            order by 1 limit 1 offset 1
            """).Single())));
    }

    [Test]
    public async Task A_run_has_its_first_failure_and_all_of_them()
    {
        var document = await GetAsync("/api/v1/runs/4");

        Assert.That((string)document["run"]!["verdict"]!, Is.EqualTo("Failed"));
        Assert.That((string)document["run"]!["first_failure"]!["code"]!, Is.EqualTo("ORC3001"));
        Assert.That(document["failures"]!.AsArray().Select(each => (string)each!["package"]!),
            Is.EqualTo(Seen.Rows("""
            select name from nodes where run = 4 and kind = 'Package' and state = 'Failed' order by since
            """)));
    }

    [Test]
    public async Task Nodes_are_filtered_as_on_the_page()
    {
        var document = await GetAsync("/api/v1/runs/4/nodes?state=ok&sort=took");

        Assert.That((int)document["total"]!, Is.EqualTo(38));
        Assert.That(document["nodes"]!.AsArray().Select(each =>
            $"{each!["name"]} {(double)each["took_seconds"]! * 1e6:0} {each["rows"]!["read"]}"),
            Is.EqualTo(Seen.Rows("""
            select n.name, max(a.ended_at) - min(a.started_at), l.rows_read
            from nodes n join attempts a on a.run = n.run and a.node = n.node
            join attempts l on l.attempt = n.last_attempt
            where n.run = 4 and n.state = 'Succeeded' and n.kind = 'Package' group by n.node order by 2 desc, n.node
            """)));
    }

    [Test]
    public async Task Runs_of_one_batch_are_found()
    {
        var document = await GetAsync("/api/v1/runs?batch=Nightly");

        Assert.That(document["runs"]!.AsArray().Select(each => (int)each!["run"]!), Is.EqualTo(new[] { 4, 3, 2, 1 }));
        Assert.That((bool)document["has_more"]!, Is.False);
    }

    [Test]
    public async Task A_history_has_each_attempt()
    {
        var document = await GetAsync("/api/v1/packages/Stage2/table_2_007/history");

        Assert.That(document["attempts"]!.AsArray().Select(each => $"{each!["attempt"]} {each["state"]}"),
            Is.EqualTo(Seen.Rows("""
            select a.attempt, a.state from attempts a join nodes n on n.run = a.run and n.node = a.node
            where n.name = 'Stage2/table_2_007' order by a.attempt desc
            """)));
    }

    [Test]
    public async Task A_run_that_is_not_there_is_not_found()
    {
        using var answer = await Service.GetAsync("/api/v1/runs/999/nodes");

        Assert.That(answer.StatusCode, Is.EqualTo(HttpStatusCode.NotFound));
        Assert.That((string)JsonNode.Parse(await answer.Content.ReadAsStringAsync())!["error"]!, Does.Contain("999"));
    }

    [Test]
    public async Task All_of_it_is_described()
    {
        var document = await GetAsync("/api/v1/openapi.json");

        Assert.That(document["paths"]!.AsObject().Select(path => path.Key), Is.EquivalentTo(Answered()));
        var schemas = document["components"]!["schemas"]!.AsObject();
        var run = (await GetAsync("/api/v1/runs/4"))["run"]!.AsObject().Select(property => property.Key);
        Assert.That(schemas["RunEntry"]!["properties"]!.AsObject().Select(property => property.Key),
            Is.EquivalentTo(run));
        Assert.That(schemas.Select(schema => schema.Key),
            Is.SupersetOf(new[] { "SchedulesDocument", "AbsorbersDocument" }));
        foreach (var path in OfPages())
        {
            Assert.That(TagsOf(document, path), Is.EqualTo(TagsOf(document, "/api/v1/runs")).And.Not.Empty);
        }

        var post = document["paths"]!["/api/v1/actions"]!["post"]!;
        Assert.That(post["parameters"]!.AsArray().Select(each => (string)each!["name"]!),
            Is.EqualTo(new[] { "Idempotency-Key" }));
        Assert.That(post["responses"]!.AsObject().Select(each => each.Key), Is.SupersetOf(new[] { "202", "409" }));
        Assert.That(schemas["ActionAsk"]!["properties"]!.AsObject().Select(property => property.Key),
            Is.SupersetOf(new[] { "action", "run", "node", "batch", "trigger", "reason", "as", "environment" }));
    }

    private static string TagsOf(JsonNode document, string path) =>
        document["paths"]![path]!["get"]!["tags"]!.ToJsonString();

    private static IEnumerable<string> OfPages() =>
        PageAddresses.ForMachines.Select(address => $"{ApiAddresses.Root}{address.Path}");

    /// <summary>Each path for machines, but for the description itself and the stream that pages listen to.</summary>
    private IEnumerable<string> Answered() => Service.Host.Paths
        .Where(path => path.StartsWith("/api/", StringComparison.Ordinal))
        .Except(["/api/v1/openapi.json", EventStreams.Path])
        .Select(path => Regex.Replace(path, @":\w+\}", "}"));

    private async Task<JsonNode> GetAsync(string path) => JsonNode.Parse(await Service.TextAsync(path))!;
}
