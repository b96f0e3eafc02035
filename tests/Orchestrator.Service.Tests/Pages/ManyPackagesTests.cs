using System.Text;

namespace Orchestrator.Service.Tests.Pages;

/// <summary>Ten thousand packages, also while they are at work.</summary>
internal sealed class ManyPackagesTests
{
    private const int BytesMax = 500_000;

    private Nights _nights = null!;
    private Served _served = null!;

    [OneTimeSetUp]
    public async Task Serve()
    {
        var plan = NightPlan.Of(5, 1_000);
        _nights = Nights.Of(plan, Of, slots: 32);
        _nights.Add(plan with { Batch = "Weekly" }, Of, 0, TimeSpan.FromMinutes(10), slots: 32);
        _served = await Served.StartAsync(ledger: _nights.Location);
    }

    [OneTimeTearDown]
    public async Task Stop()
    {
        await _served.DisposeAsync();
        _nights.Dispose();
    }

    [TestCase("/")]
    [TestCase("/now")]
    [TestCase("/runs")]
    [TestCase("/runs/1")]
    [TestCase("/runs/1?page=100&sort=took")]
    [TestCase("/runs/2")]
    [TestCase("/runs/1/plan")]
    [TestCase("/runs/2/plan?node=Stage1%2FC1")]
    [TestCase("/failures")]
    [TestCase("/runs/1/packages/Stage1/table_1_000")]
    public async Task No_page_is_over_500_kilobytes(string path)
    {
        var bytes = Encoding.UTF8.GetByteCount(await _served.TextAsync(path));

        TestContext.Out.WriteLine($"{path}: {bytes:#,0} bytes");
        Assert.That(bytes, Is.LessThan(BytesMax));
    }

    [Test]
    public async Task What_is_at_work_is_listed_up_to_a_limit()
    {
        var page = new Page(await _served.TextAsync("/now"));

        Assert.That(page.Figure("slots"), Is.EqualTo(32));
        Assert.That(page.All("tr").Count(row => row.Attribute("data-package") is not null), Is.EqualTo(32));
    }

    // The first, the last and some between, which have no package twice; all of them with ORCHESTRATOR_TEST_FULL=1.
    [Test]
    public async Task All_packages_are_on_one_of_the_pages()
    {
        var step = Environment.GetEnvironmentVariable("ORCHESTRATOR_TEST_FULL") == "1" ? 1 : 3;
        var (names, pages) = (new HashSet<string>(), 0);
        for (var page = 1; page <= 100; page += step, pages++)
        {
            var shown = new Page(await _served.TextAsync($"/runs/1?page={page}"));
            names.UnionWith(shown.Rows("packages", "data-package").Select(row => row.Attribute("data-package")!.Value));
        }

        Assert.That(names, Has.Count.EqualTo(100 * pages));
    }

    private static Work Of(int node, int attempt) => new()
    {
        Takes = TimeSpan.FromSeconds(3 + (node * 37 % 50)),
        Held = TimeSpan.FromSeconds(node % 3),
        Rows = new(node, node - 1, 0, 0, 0, 0, 1, 0),
        Error = node % 97 == 0 && node > 9_000 ? Work.ErrorOf(FailedNight.FirstError) : null,
        Warnings = node % 5 == 0 ? ["1 row was rejected"] : [],
    };
}
