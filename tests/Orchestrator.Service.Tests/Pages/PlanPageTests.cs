using System.Text.Json.Nodes;
using System.Xml.Linq;
using Orchestrator.Core;
using Orchestrator.Metadata.Model;

namespace Orchestrator.Service.Tests.Pages;

/// <summary>A plan is drawn with what the ledger says of its packages, and written as a table beside it.</summary>
internal sealed class PlanPageTests : NightsFixture
{
    private static readonly string[] Groups = ["", "Stage2", "Stage2:10", "Stage2/C1", "Stage3/C2"];

    [Test]
    public async Task The_table_says_what_the_drawing_shows([ValueSource(nameof(Groups))] string group)
    {
        var page = await PageAsync(group);

        var boxes = page.All("a").Where(link => link.Attribute("data-node") is not null).ToList();
        var rows = page.Rows("nodes", "data-row").ToList();
        Assert.That(boxes, Is.Not.Empty);
        Assert.That(rows.Select(row => row.Attribute("data-row")!.Value),
            Is.EqualTo(boxes.Select(box => box.Attribute("data-node")!.Value)));
        Assert.That(rows.Select(row => row.Element("th")!.Element("a")!.Attribute("href")!.Value),
            Is.EqualTo(boxes.Select(box => box.Attribute("href")!.Value)));
        Assert.That(boxes.Select(box => box.Attribute("aria-label")!.Value), Has.All.Contains(":"));
    }

    [Test]
    public async Task Its_numbers_are_those_of_the_ledger([ValueSource(nameof(Groups))] string group)
    {
        var page = await PageAsync(group);

        var name = group.Length == 0 ? "Nightly" : group;
        var below = $"""
            with recursive below(node) as (
                select node from nodes where run = 4 and name = '{name}' and kind <> 'Package'
                union all select n.node from nodes n join below b on n.run = 4 and n.parent = b.node)
            select printf('packages=%d plan.Failed=%d plan.Blocked=%d plan.Ok=%d', count(*), sum(state = 'Failed'),
                sum(state = 'Blocked'), sum(state = 'Succeeded'))
            from nodes join below using (node) where run = 4 and kind = 'Package'
            """;
        var expected = string.Join(' ', Seen.Rows(below).Single().Split(' ').Where(each => !each.EndsWith("=0")));
        Assert.That(Page.Figures(page.All("ul").First(list => (string?)list.Attribute("class") == "legend")),
            Is.EqualTo(expected));
    }

    [Test]
    public async Task Each_package_stands_there_with_symbol_and_word()
    {
        var page = await PageAsync("Stage2/C2");

        Assert.That(page.Rows("nodes", "data-row").Select(row =>
            $"{row.Attribute("data-row")!.Value} {row.Elements("td").ElementAt(1).Value.Trim().Split(' ')[^1]}"),
            Is.EqualTo(Seen.Rows("""
            select p.name || ' ' || lower(p.state) from nodes p join nodes c on c.run = p.run and c.node = p.parent
            where p.run = 4 and c.name = 'Stage2/C2' order by p.node
            """)));
        Assert.That(States(page)
            .Select(span => span.Elements("span").First().Value.Trim()), Has.All.Not.Empty);
    }

    [Test]
    public async Task Machines_read_the_same()
    {
        var document = JsonNode.Parse(await Service.TextAsync("/api/v1/runs/4/plan?node=Stage2%2FC2"))!;
        var page = await PageAsync("Stage2/C2");

        Assert.That(document["nodes"]!.AsArray().Select(each => (string)each!["name"]!),
            Is.EqualTo(page.Rows("nodes", "data-row").Select(row => row.Attribute("data-row")!.Value)));
        Assert.That((int)document["states"]!["Failed"]!, Is.EqualTo(page.Figure("plan.Failed")));
        Assert.That((int)document["packages"]!, Is.EqualTo(page.Figure("packages")));
    }

    [Test]
    public async Task The_plan_in_force_is_drawn_without_states_and_with_what_waits_for_what()
    {
        var solution = new Solution
        {
            Name = "Shop",
            Folder = "/srv/shop",
            Connections = [],
            Batches = [],
            Projects = [],
            Files = [],
        };
        await using var served = await Served.StartAsync(
            options => options with
            {
                Metadata = () => solution,
                Compile = (_, batch) => batch == "Nightly" ? FailedNight.Plan : null,
            },
            Seen.Location);

        var page = new Page(await served.TextAsync("/batches/Nightly/plan"));
        var text = await served.TextAsync("/api/v1/batches/Nightly/plan?node=Stage2%2FC1");
        var document = JsonNode.Parse(text)!;

        Assert.That(page.Figure("packages"), Is.EqualTo(FailedNight.Plan.Nodes.Count(
            node => node.Kind == NodeKind.Package)));
        Assert.That(States(page), Is.Empty);
        Assert.That(document["nodes"]![0]!["waits_for"]!.AsArray().Select(each => (string)each!),
            Is.EqualTo(new[] { "Stage1/table_1_000" }));
        Assert.That((int)await served.StatusAsync("/batches/Weekly/plan"), Is.EqualTo(404));
        Assert.That((int)await served.StatusAsync("/batches/Nightly/plan?node=Nowhere"), Is.EqualTo(404));
        Assert.That((int)await served.StatusAsync("/api/v1/batches/Weekly/plan"), Is.EqualTo(404));
    }

    private static IEnumerable<XElement> States(Page page) => page.All("span")
        .Where(span => ((string?)span.Attribute("class"))?.StartsWith("state", StringComparison.Ordinal) == true);

    private async Task<Page> PageAsync(string group) => new(await Service.TextAsync(
        "/runs/4/plan" + (group.Length > 0 ? $"?node={Uri.EscapeDataString(group)}" : "")));
}
