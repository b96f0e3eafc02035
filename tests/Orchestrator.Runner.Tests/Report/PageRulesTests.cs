using System.Text.RegularExpressions;
using System.Xml.Linq;
using Orchestrator.Core;
using Orchestrator.Report;

namespace Orchestrator.Runner.Tests.Report;

/// <summary>What holds for every page, whatever is in it.</summary>
internal sealed partial class PageRulesTests
{
    private static readonly string[] Hostile =
    [
        "<script>alert(1)</script>", "\"><img src=x onerror=alert(1)>", "</style><script>", "a\u001b[31mred",
        "\u202Egnp", "javascript:alert(1)", "it's & 'so' &amp; &#60;", "https://example.org/x.js", "hunter2",
    ];

    private static readonly Func<string, string> Gate = text => Control().Replace(
        text.Replace("hunter2", "***", StringComparison.Ordinal), found => $"\\u{{{(int)found.Value[0]:X}}}");

    [Test]
    public void Names_from_outside_are_text_and_nothing_else()
    {
        var plan = NightPlan.Of(1, Hostile.Length, (_, level, package) => $"{level}{Hostile[package]}");
        using var night = new Night(plan, (node, _) => new Work
        {
            Takes = TimeSpan.FromSeconds(node),
            Error = node % 2 == 0 ? Work.ErrorOf($"no {string.Join(' ', Hostile)}") : null,
            Warnings = node % 2 == 0 ? [] : [$"look at {string.Join(' ', Hostile)}"],
            Rows = new(7, 0, 0, 0, 0, 0, 7, 0),
        });
        var rejecting = plan.Nodes.First(node => node.Kind == NodeKind.Package).Index;

        var page = night.Page(night.Options with
        {
            Line = Gate,
            Block = Gate,
            Rejected = [.. Hostile.Select((text, at) =>
                new RejectedValue(rejecting, at, text, text, text, text, text))],
        });

        Assert.That(page.Section("rejected")!.Value, Does.Contain("\\u{1B}[31mred").And.Contain("***"));
        Assert.That(page.All("script").Concat(page.All("img")), Is.Empty);
        Assert.That(page.Root.DescendantsAndSelf().Attributes().Select(attribute => attribute.Name.LocalName),
            Has.None.StartWith("on"));
        string[] hidden = ["hunter2", "\u001b", "\u202E"];
        Assert.That(hidden.Where(text => page.Html.Contains(text, StringComparison.Ordinal)), Is.Empty);
        Assert.That(page.Text, Does.Contain("<script>alert(1)</script>").And.Contain("\\u{1B}[31mred")
            .And.Contain("it's & 'so' &amp; &#60;"));
    }

    [Test]
    public void The_contents_name_each_section_that_stands_below_them()
    {
        using var night = new Night(FailedNight.Plan, FailedNight.Of);

        var page = night.Page();

        Assert.That(page.All("nav").Single().Elements("a").Select(link => (string?)link.Attribute("href")),
            Is.EqualTo(page.All("main").Single().Elements("section").Select(
                section => $"#{(string?)section.Attribute("id")}")));
    }

    [Test]
    public void A_page_asks_for_nothing_and_runs_nothing()
    {
        using var night = new Night(FailedNight.Plan, FailedNight.Of);

        var page = night.Page();

        Assert.That(page.All("script").Concat(page.All("link")).Concat(page.All("iframe")), Is.Empty);
        Assert.That(page.Root.DescendantsAndSelf().Attributes().Where(attribute =>
            attribute.Name.LocalName is "src" or "srcset" or "action" or "data"), Is.Empty);
        Assert.That(page.All("a").Select(link => link.Attribute("href")!.Value), Has.All.StartWith("#"));
        string[] never = ["://", "@import", "url("];
        string[] always = ["default-src 'none'", HtmlReport.Mark];
        Assert.That(never.Where(page.Html.Contains), Is.Empty);
        Assert.That(always.Where(page.Html.Contains), Is.EqualTo(always));
    }

    [Test]
    public void A_page_can_be_read_by_ear()
    {
        using var night = new Night(FailedNight.Plan, FailedNight.Of);

        var page = night.Page();

        var headings = page.Root.Descendants().Select(each => Heading().Match(each.Name.LocalName))
            .Where(match => match.Success).Select(match => int.Parse(match.Groups[1].Value)).ToList();
        Assert.That(headings.Count(level => level == 1), Is.EqualTo(1));
        Assert.That(headings.Zip(headings.Skip(1)).Where(pair => pair.Second > pair.First + 1), Is.Empty);
        Assert.That(page.All("svg").Where(svg => svg.Attribute("aria-hidden")?.Value != "true").Where(svg =>
            svg.Element("title") is null || svg.Element("desc") is null || svg.Attribute("role")?.Value != "img"),
            Is.Empty);
        Assert.That(page.All("th").Where(head => head.Attribute("scope") is null), Is.Empty);
        Assert.That(page.All("tbody").Elements("tr").Where(row => row.Element("th") is null), Is.Empty);
        var ids = page.Root.Descendants().Attributes("id").Select(id => id.Value).ToList();
        Assert.That(ids, Is.Unique);
        var named = page.Root.Descendants().Attributes("aria-labelledby").SelectMany(by => by.Value.Split(' '));
        Assert.That(named.Distinct(), Is.SubsetOf(ids));
        Assert.That(page.All("a").Select(link => link.Attribute("href")!.Value[1..]), Is.SubsetOf(ids));
    }

    [Test]
    public void Ten_thousand_packages_stay_under_five_megabytes()
    {
        using var night = new Night(NightPlan.Of(5, 1_000), (node, attempt) => new Work
        {
            Takes = TimeSpan.FromSeconds(3 + (node * 37 % 50)),
            Held = TimeSpan.FromSeconds(node % 3),
            Rows = new(node, node - 1, 0, 0, 0, 0, 1, 0),
            Error = node % 97 == 0 ? Work.ErrorOf(FailedNight.FirstError) : null,
            Warnings = node % 5 == 0 ? ["1 row was rejected"] : [],
        }, slots: 32);

        var page = night.Page();

        TestContext.Out.WriteLine($"{page.Html.Length:#,0} characters");
        Assert.That(System.Text.Encoding.UTF8.GetByteCount(page.Html), Is.LessThan(5 << 20));
        Assert.That(page.Section("gantt")!.Descendants("rect").Count(), Is.InRange(300, 10_000));
    }

    [Test]
    public void A_run_in_which_nothing_ran_has_a_page_too()
    {
        using var night = new Night(NightPlan.Of(1, 0), FailedNight.Of);

        var page = night.Page();

        Assert.That(page.Section("gantt"), Is.Null);
        Assert.That(page.Text, Does.Contain("succeeded"));
    }

    [Test]
    public void A_cancelled_run_says_who_cancelled_it()
    {
        var work = new Work { Takes = TimeSpan.FromMinutes(5) };
        using var night = new Night(FailedNight.Plan, (_, _) => work, cancelAt: TimeSpan.FromMinutes(7));

        var page = night.Page();

        Assert.That(page.All("h1").Single().Value, Does.Contain("cancelled"));
        Assert.That(page.Text, Does.Contain("cancelled by somebody"));
        Assert.That(page.Figure("packages.cancelled"), Is.GreaterThan(0));
    }

    [GeneratedRegex("^h([1-6])$")]
    private static partial Regex Heading();

    [GeneratedRegex(@"[\p{Cc}\p{Cf}]")]
    private static partial Regex Control();
}
