using System.Xml.Linq;

namespace Orchestrator.Service.Tests.Pages;

/// <summary>Names from outside are text and nothing else, wherever they stand, and their pages can be opened.</summary>
internal sealed class HostileNamesTests
{
    private static readonly string[] Hostile =
    [
        "<script>alert(1)</script>", "\"><img src=x onerror=alert(1)>", "</title><script>", "a\u001b[31mred",
        "\u202Egnp", "it's & 'so' &amp; &#60;", "100%2Fhalf", "a?b#c", "sp ace+plus", "ä/ö\\ü", "..;", "hunter2",
    ];

    private Nights _nights = null!;
    private Served _served = null!;

    [OneTimeSetUp]
    public async Task Serve()
    {
        var plan = NightPlan.Of(1, Hostile.Length, (_, level, package) => $"{level}{Hostile[package]}");
        _nights = Nights.Of(plan with { Batch = Hostile[0] }, (node, _) => new Work
        {
            Takes = TimeSpan.FromSeconds(node),
            Error = node % 2 == 0 ? Work.ErrorOf($"no {string.Join(' ', Hostile)}") : null,
            Warnings = node % 2 == 0 ? [] : [$"look at {string.Join(' ', Hostile)}"],
        });
        var secrets = new Runner.Text.Secrets();
        secrets.Remember("hunter2");
        _served = await Served.StartAsync(
            options => options with { Outside = new Runner.Text.OutsideText(secrets) }, _nights.Location);
    }

    [OneTimeTearDown]
    public async Task Stop()
    {
        await _served.DisposeAsync();
        _nights.Dispose();
    }

    [TestCase("/")]
    [TestCase("/runs")]
    [TestCase("/runs/1")]
    [TestCase("/runs/1?text=%3Cscript%3Ealert(1)%3C/script%3E%22onfocus=%22alert(1)")]
    [TestCase("/failures")]
    [TestCase("/packages/%3Cscript%3Ealert(1)%3C/script%3E")]
    public async Task A_page_shows_them_as_text(string path)
    {
        var page = new Page(await _served.TextAsync(path));

        Assert.That(page.All("script").Where(script => (string?)script.Attribute("type") != "module"), Is.Empty);
        Assert.That(page.All("img"), Is.Empty);
        Assert.That(page.Root.DescendantsAndSelf().Attributes().Select(attribute => attribute.Name.LocalName),
            Has.None.StartWith("on"));
        string[] hidden = ["hunter2", "\u001b", "\u202E"];
        Assert.That(hidden.Where(text => page.Html.Contains(text, StringComparison.Ordinal)), Is.Empty);
    }

    [Test]
    public async Task Each_package_has_a_page_and_a_history_that_its_row_leads_to()
    {
        var rows = new Page(await _served.TextAsync("/runs/1")).Rows("packages", "data-package").ToList();

        Assert.That(rows, Has.Count.EqualTo(Hostile.Length * 2));
        foreach (var row in rows)
        {
            var package = new Page(await _served.TextAsync(row.Descendants("a").First().Attribute("href")!.Value));
            Assert.That(package.All("h1").Single().Value, Does.StartWith(row.Attribute("data-package")!.Value));
            var history = package.All("a").First(link => link.Value == "history of the package").Attribute("href")!;
            var hasRun = package.Section("attempts") is not null;
            Assert.That(new Page(await _served.TextAsync(history.Value)).Section("attempts") is not null,
                Is.EqualTo(hasRun), history.Value);
        }
    }
}
