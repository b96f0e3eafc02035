using System.Net;
using System.Text.RegularExpressions;
using System.Xml.Linq;

namespace Orchestrator.Service.Tests.Pages;

/// <summary>Each page is well-formed, says its state first, and can be read by ear and with the keyboard.</summary>
internal sealed partial class PageTests : NightsFixture
{
    private static readonly string[] Paths =
    [
        .. PlainPaths.All, "/runs/4", "/runs/6", "/runs/4/packages/Stage2/table_2_007",
        "/runs/6/packages/Stage2/table_1_000", "/packages/Stage2/table_2_007", "/runs/4/plan",
        "/runs/4/plan?node=Stage2%2FC1", "/runs/4/rejects/Stage1/table_1_005", "/sign-in",
    ];

    [TestCase("/", "Failed · Last night · Orchestrator")]
    [TestCase("/now", "Running · Now · Orchestrator")]
    [TestCase("/runs", "Running · Runs · Orchestrator")]
    [TestCase("/runs/4", "Failed · Nightly run 4 · Orchestrator")]
    [TestCase("/runs/1", "Succeeded · Nightly run 1 · Orchestrator")]
    [TestCase("/failures", "Failed · Failures · Orchestrator")]
    [TestCase("/schedules", "No scheduler · Schedules · Orchestrator")]
    [TestCase("/durability", "Nothing relaxed · Durability · Orchestrator")]
    [TestCase("/ledger", "Answers · Ledger · Orchestrator")]
    [TestCase("/runs/4/plan", "Failed · Plan of run 4 · Orchestrator")]
    [TestCase("/absorbers", "None · Absorbers · Orchestrator")]
    [TestCase("/packages/Stage2/table_2_007", "Succeeded · Stage2/table_2_007 · Orchestrator")]
    [TestCase("/runs/4/packages/Stage2/table_2_007", "Failed · Stage2/table_2_007, run 4 · Orchestrator")]
    public async Task A_title_begins_with_the_state(string path, string title)
    {
        var page = await PageAsync(path);

        Assert.That(page.All("title").First().Value, Is.EqualTo(title));
    }

    [TestCaseSource(nameof(Paths))]
    public async Task A_page_can_be_read_by_ear(string path)
    {
        var page = await PageAsync(path);

        var headings = page.Root.Descendants().Select(each => Heading().Match(each.Name.LocalName))
            .Where(match => match.Success).Select(match => int.Parse(match.Groups[1].Value)).ToList();
        Assert.That(headings.Count(level => level == 1), Is.EqualTo(1));
        Assert.That(headings.Zip(headings.Skip(1)).Where(pair => pair.Second > pair.First + 1), Is.Empty);
        Assert.That(page.All("th").Where(head => head.Attribute("scope") is null), Is.Empty);
        Assert.That(page.All("tbody").Elements("tr").Where(row => row.Element("th") is null), Is.Empty);
        var ids = page.Root.Descendants().Attributes("id").Select(id => id.Value).ToList();
        Assert.That(ids, Is.Unique);
        var named = page.Root.Descendants().Attributes("aria-labelledby").SelectMany(by => by.Value.Split(' '))
            .Concat(page.All("label").Select(label => label.Attribute("for")!.Value));
        Assert.That(named.Distinct(), Is.SubsetOf(ids));
        var fields = page.All("input").Where(input => (string?)input.Attribute("type") != "hidden")
            .Concat(page.All("select")).Concat(page.All("meter")).Select(field => field.Attribute("id")!.Value);
        Assert.That(fields, Is.SubsetOf(page.All("label").Select(label => label.Attribute("for")!.Value)));
        Assert.That(page.All("svg").Where(svg => (string?)svg.Attribute("aria-hidden") != "true"
            && (!svg.Elements().Any(each => each.Name.LocalName == "title")
                || (string?)svg.Attribute("role") is not ("img" or "group"))), Is.Empty);
        Assert.That(new[] { "main", "header", "footer" }.Select(name => page.All(name).Count()), Has.All.EqualTo(1));
        Assert.That(page.Root.Element("body")!.Elements().First().Attribute("href")!.Value, Is.EqualTo("#main"));
    }

    [TestCaseSource(nameof(Paths))]
    public async Task A_page_has_no_style_or_script_of_its_own_and_asks_nobody_else(string path)
    {
        var page = await PageAsync(path);

        var attributes = page.Root.DescendantsAndSelf().Attributes().ToList();
        Assert.That(attributes.Where(attribute => attribute.Name.LocalName == "style"
            || attribute.Name.LocalName.StartsWith("on", StringComparison.Ordinal)), Is.Empty);
        Assert.That(page.All("style").Concat(page.All("script").Where(script => script.Value.Length > 0)), Is.Empty);
        Assert.That(attributes.Where(attribute => attribute.Name.LocalName is "src" or "href" or "action")
            .Select(attribute => attribute.Value), Has.All.Match("^(/[^/]|/$|#)"));
    }

    [Test]
    public async Task Every_link_leads_somewhere()
    {
        var open = new Queue<string>(Paths);
        var seen = new HashSet<string>(Paths);
        while (open.TryDequeue(out var path) && seen.Count < 400)
        {
            var page = await PageAsync(path);
            foreach (var link in page.All("a").Concat(page.All("link"))
                .Select(link => WebUtility.UrlDecode(link.Attribute("href")!.Value.Split('#')[0]))
                .Where(link => link.Length > 0 && !link.StartsWith("/assets/") && seen.Add(link)))
            {
                open.Enqueue(link);
            }
        }

        Assert.That(seen, Does.Contain("/runs/6").And.Contain("/runs/4/packages/Stage2/table_2_003"));
    }

    [TestCase("/runs/999")]
    [TestCase("/runs/4/packages/Stage2/nothing")]
    [TestCase("/nowhere")]
    public async Task What_is_not_there_says_so_on_a_page(string path)
    {
        using var answer = await Service.GetAsync(path);

        Assert.That(answer.StatusCode, Is.EqualTo(HttpStatusCode.NotFound));
        Assert.That(new Page(await answer.Content.ReadAsStringAsync()).All("title").First().Value,
            Is.EqualTo("Not found · Orchestrator"));
    }

    [Test]
    public async Task Runs_of_another_environment_are_not_shown()
    {
        await using var served = await Served.StartAsync(
            options => options with { Environment = "test" }, Seen.Location);

        Assert.That(await served.TextAsync("/"), Does.Contain("Nothing has run"));
        Assert.That(await served.StatusAsync("/runs/4"), Is.EqualTo(HttpStatusCode.NotFound));
    }

    [Test]
    public async Task Where_there_is_no_ledger_yet_pages_say_so()
    {
        await using var served = await Served.StartAsync();

        foreach (var path in PlainPaths.All.Append("/packages/Staging/customer"))
        {
            Assert.That(await served.StatusAsync(path), Is.EqualTo(HttpStatusCode.OK), path);
        }

        Assert.That(await served.TextAsync("/ledger"), Does.Contain("no ledger yet"));
    }

    [Test]
    public async Task Whoever_is_on_the_machine_is_told_that_nobody_needs_a_token() =>
        Assert.That(await Service.TextAsync("/"), Does.Contain("No token is declared"));

    private async Task<Page> PageAsync(string path) => new(await Service.TextAsync(path));

    [GeneratedRegex("^h([1-6])$")]
    private static partial Regex Heading();
}
