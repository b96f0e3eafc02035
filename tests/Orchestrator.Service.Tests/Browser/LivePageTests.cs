namespace Orchestrator.Service.Tests.Browser;

/// <summary>A page that is open follows the ledger, and leaves its reader in peace.</summary>
internal sealed class LivePageTests
{
    private const string Watch = """
        self.refused = [];
        document.addEventListener('securitypolicyviolation', found =>
            self.refused.push(found.violatedDirective + ' ' + found.blockedURI));
        """;

    private Chromium _chromium = null!;

    [OneTimeSetUp]
    public void Start()
    {
        _chromium = Chromium.Start();
        _chromium.RunFirst(Watch);
    }

    [OneTimeTearDown]
    public void Stop() => _chromium?.Dispose();

    [TestCase("/", "article a")]
    [TestCase("/runs", "tbody a")]
    public async Task News_come_without_moving_focus_or_scroll(string path, string links)
    {
        using var nights = Nights.Several();
        await using var served = await Served.StartAsync(ledger: nights.Location);
        _chromium.Open(new Uri(served.Address, path).AbsoluteUri, 390, 500);
        _chromium.Ask($"document.querySelectorAll('{links}')[2].focus(); scrollTo(0, 150)");
        var before = _chromium.Ask(Place)!.ToJsonString();

        nights.Add(FailedNight.Plan with { Batch = "Late" }, Nights.Well, 0);
        var seen = (bool)_chromium.Ask("""
            new Promise(done => {
                const look = () => { if (document.querySelector('[data-run="7"]')) { done(true); } };
                new MutationObserver(look).observe(document.querySelector('main'),
                    { childList: true, subtree: true, attributes: true });
                look();
            })
            """)!;

        Assert.That(seen, Is.True);
        Assert.That(_chromium.Ask(Place)!.ToJsonString(), Is.EqualTo(before));
        Assert.That((string)_chromium.Ask("document.querySelector('#updated').innerText")!, Does.Contain("ago"));
        Assert.That((string)_chromium.Ask("self.refused.join()")!, Is.Empty);
    }

    [Test]
    public async Task A_page_whose_service_is_gone_says_how_old_it_is()
    {
        using var nights = Nights.Several(isAtWork: false);
        var served = await Served.StartAsync(ledger: nights.Location);
        _chromium.Open(served.Address.AbsoluteUri, 390, 500);
        _chromium.Ask("document.title");

        await served.DisposeAsync();
        var said = (string)_chromium.Ask("""
            new Promise(done => {
                const updated = document.querySelector('#updated');
                const look = () => { if (updated.matches('.lost')) { done(updated.innerText); } };
                new MutationObserver(look).observe(updated, { childList: true, subtree: true, attributes: true });
                look();
            })
            """)!;

        Assert.That(said, Does.Contain("No connection").And.Contain("Reload"));
    }

    [Test]
    public async Task With_the_keyboard_the_first_key_leads_past_the_menu()
    {
        using var nights = Nights.Several(isAtWork: false);
        await using var served = await Served.StartAsync(ledger: nights.Location);
        _chromium.Open(served.Address.AbsoluteUri, 1_440, 800);

        _chromium.Press("Tab", 9);
        var skip = (string)_chromium.Ask("document.activeElement.innerText")!;
        var isSeen = (bool)_chromium.Ask("document.activeElement.getBoundingClientRect().left >= 0")!;
        _chromium.Press("Enter", 13);
        var focus = (string)_chromium.Ask("document.activeElement.id")!;

        Assert.That((skip, isSeen, focus), Is.EqualTo(("Skip to the content", true, "main")));
    }

    private const string Place =
        "({ y: scrollY, focus: document.activeElement.outerHTML })";
}
