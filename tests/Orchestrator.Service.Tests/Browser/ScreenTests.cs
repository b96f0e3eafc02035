using Orchestrator.Schedules;
using Orchestrator.Service.Scheduling;
using Orchestrator.Service.Tests.Scheduling;

namespace Orchestrator.Service.Tests.Browser;

/// <summary>The pages as a browser shows them, on a screen and on a telephone.</summary>
internal sealed class ScreenTests
{
    private const int HighestPicture = 6_000;

    private static readonly string[] Paths =
    [
        .. PlainPaths.All, "/runs/4", "/runs/6", "/runs/4?state=failed&text=table", "/runs/4/plan",
        "/runs/4/plan?node=Stage2%2FC1", "/packages/Stage2/table_2_007", "/runs/4/packages/Stage2/table_2_007",
        "/nowhere", "/sign-in",
        "/actions/cancel?run=6", "/actions/hold?run=6&node=Stage2", "/actions/skip?run=6&node=Stage2/table_2_007",
        "/actions/retry?run=4", "/actions/cancel?run=4", "/tokens/first",
    ];

    private Chromium _chromium = null!;
    private Nights _nights = null!;
    private Served _served = null!;

    [OneTimeSetUp]
    public async Task Serve()
    {
        _chromium = Chromium.Start();
        _chromium.RunFirst("""
            self.refused = [];
            document.addEventListener('securitypolicyviolation', found => self.refused.push(found.violatedDirective));
            """);
        _nights = Nights.Several();
        var time = new FakeClock(Night.Began + TimeSpan.FromMinutes(14));
        _served = await Served.StartAsync(options => options with { Time = time }, _nights.Location);
    }

    [OneTimeTearDown]
    public async Task Stop()
    {
        _chromium?.Dispose();
        await _served.DisposeAsync();
        _nights.Dispose();
    }

    [Test]
    public void No_page_is_wider_than_the_window_or_asks_for_anything_elsewhere(
        [ValueSource(nameof(Paths))] string path, [Values(320, 390, 1_440)] int width)
    {
        var name = $"{path.Trim('/').Replace('/', '-').Split('?')[0]}-{width}";

        _chromium.Open(Address(path), width, 844);
        Keep(name);
        AssertFits(width);

        _chromium.SetMedia(isDark: true);
        Assert.That((bool)_chromium.Ask("matchMedia('(prefers-color-scheme: dark)').matches")!, Is.True);
        Keep($"{name}-dark");
        AssertFits(width);
    }

    private void AssertFits(int width)
    {
        Assert.That((int)_chromium.Ask("document.documentElement.scrollWidth")!, Is.LessThanOrEqualTo(width));
        Assert.That((string)_chromium.Ask(Cut)!, width < 390 ? Is.Not.Null : Is.Empty);
        Assert.That((string)_chromium.Ask("self.refused.join()")!, Is.Empty);
        Assert.That(_chromium.Requests, Has.All.StartWith(_served.Address.AbsoluteUri));
    }

    [Test]
    public void Last_night_of_one_batch_needs_no_scrolling_on_a_telephone()
    {
        _chromium.Open(Address("/"), 390, 844);

        var bottom = (double)_chromium.Ask("document.querySelector('article').getBoundingClientRect().bottom")!;
        Assert.That(bottom, Is.LessThan(844));
    }

    [Test]
    public async Task Three_batches_that_are_well_need_no_scrolling_on_a_telephone_with_what_is_next()
    {
        using var nights = Nights.Of(FailedNight.Plan, Nights.Well);
        nights.Add(FailedNight.Plan with { Batch = "Hourly" }, Nights.Well, 0);
        nights.Add(FailedNight.Plan with { Batch = "Weekly" }, Nights.Well, 0);
        var next = Night.Began.AddDays(1);
        var state = new SchedulerState
        {
            Triggers = [(SchedulerRig.Nightly(), new Firing(next, next.UtcDateTime))],
        };
        await using var served = await Served.StartAsync(
            options => options with
            {
                Time = new FakeClock(Night.Began.AddHours(5)),
                Scheduler = () => state,
            },
            nights.Location);

        _chromium.Open(served.Address.AbsoluteUri, 390, 844);

        Assert.That((string)_chromium.Ask("document.querySelector('[data-next]').innerText")!, Does.Contain("Nightly"));
        Assert.That((double)_chromium.Ask("""
            Math.max(...[...document.querySelectorAll('article')].map(each => each.getBoundingClientRect().bottom))
            """)!, Is.LessThan(844));
    }

    // Tables that have to be moved sideways: on a telephone none, only where everything is four times as large.
    private const string Cut = """
        [...document.querySelectorAll('.scroll')].filter(at => at.scrollWidth > at.clientWidth)
            .map(at => at.ariaLabel ?? at.closest('section')?.id).join()
        """;

    private string Address(string path) => new Uri(_served.Address, path).AbsoluteUri;

    /// <summary>Keeps a picture for people where ORCHESTRATOR_TEST_SCREENS names a folder.</summary>
    private void Keep(string name)
    {
        if (Environment.GetEnvironmentVariable("ORCHESTRATOR_TEST_SCREENS") is { Length: > 0 } folder)
        {
            var height = (int)_chromium.Ask("document.documentElement.scrollHeight")!;
            _chromium.Screenshot(Path.Combine(folder, $"service-{name}.png"), Math.Min(height, HighestPicture));
        }
    }
}
