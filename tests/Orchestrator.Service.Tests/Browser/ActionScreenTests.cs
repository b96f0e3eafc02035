using Orchestrator.Ledger.Serving;
using Orchestrator.Service.Scheduling;

namespace Orchestrator.Service.Tests.Browser;

/// <summary>Each action can be done with the keyboard alone, on a telephone, with scripts and without.</summary>
internal sealed class ActionScreenTests
{
    private const int Width = 390;
    private const int KeysMax = 120;

    private static readonly string Hash = new('b', 64);

    private Chromium _chromium = null!;
    private Nights _nights = null!;

    [OneTimeSetUp]
    public void Start() => _chromium = Chromium.Start(TimeSpan.FromMinutes(30));

    [OneTimeTearDown]
    public void Stop() => _chromium?.Dispose();

    // One browser for all, which knows nothing of the service before.
    [SetUp]
    public void Make()
    {
        _nights = Nights.Several();
        _chromium.Forget();
        _chromium.AllowScripts(true);
    }

    [TearDown]
    public void Remove() => _nights?.Dispose();

    // Every other one with scripts, and all of them both ways in the long proofs.
    [TestCase("cancel", true)]
    [TestCase("cancel", false, Category = "Full")]
    [TestCase("hold", true, Category = "Full")]
    [TestCase("hold", false)]
    [TestCase("release", true)]
    [TestCase("release", false, Category = "Full")]
    [TestCase("retry", true, Category = "Full")]
    [TestCase("retry", false)]
    [TestCase("run", true)]
    [TestCase("run", false, Category = "Full")]
    [TestCase("run-now", true, Category = "Full")]
    [TestCase("run-now", false)]
    [TestCase("pause", true)]
    [TestCase("pause", false, Category = "Full")]
    [TestCase("resume", true, Category = "Full")]
    [TestCase("resume", false)]
    [TestCase("approve", true)]
    [TestCase("approve", false, Category = "Full")]
    public async Task Each_action_is_found_confirmed_and_told_by_the_keyboard(string action, bool hasScripts)
    {
        await using var served = await StartAsync();
        _chromium.AllowScripts(hasScripts);
        if (action == "resume")
        {
            Pause(served);
        }

        _nights.Hold(6, "Stage2/table_2_007");
        _chromium.Open(Address(served, action switch
        {
            "retry" or "run" => "/runs/4",
            "approve" => "/approvals",
            "run-now" or "pause" or "resume" => "/schedules",
            _ => "/runs/6",
        }), Width, 844);
        TabTo($"[data-action={action}]");
        _chromium.Follow();
        var confirmation = (Title: Ask("document.title"),
            Names: Ask("document.querySelectorAll('[data-affected]').length"),
            Width: Ask("document.documentElement.scrollWidth"));
        if (action == "cancel")
        {
            TabTo("#reason");
            _chromium.Write("maintenance");
        }

        TabTo("button.primary");
        _chromium.Follow();

        Assert.That(confirmation.Title, Does.StartWith("Confirm · "));
        Assert.That(int.Parse(confirmation.Names), action is "pause" or "resume" ? Is.Zero : Is.Positive);
        Assert.That(int.Parse(confirmation.Width), Is.LessThanOrEqualTo(Width));
        Assert.That(Ask("document.title"), Does.Match("^(Done|Not answered yet) · Action \\d"));
        Assert.That(Ask("document.querySelector('[role=status]').innerText"), Is.Not.Empty);
        Assert.That(int.Parse(Ask("document.documentElement.scrollWidth")), Is.LessThanOrEqualTo(Width));
        Assert.That(_nights.Rows("select count(*) from actions where outcome <> 'Refused'"),
            Is.EqualTo(new[] { action == "resume" ? "2" : "1" }));
    }

    // The other way round than above.
    [TestCase("hold", true)]
    [TestCase("hold", false, Category = "Full")]
    [TestCase("release", true, Category = "Full")]
    [TestCase("release", false)]
    [TestCase("skip", true)]
    [TestCase("skip", false, Category = "Full")]
    [TestCase("cancel", true, Category = "Full")]
    [TestCase("cancel", false)]
    public async Task A_package_is_held_released_skipped_and_cancelled_from_its_own_page(
        string action, bool hasScripts)
    {
        await using var served = await StartAsync();
        _chromium.AllowScripts(hasScripts);
        var package = _nights.Rows("select name from nodes where run = 6 and kind = 'Package' and state = "
            + $"'{(action == "cancel" ? "Running" : "Pending")}' order by node limit 1").Single();

        _chromium.Open(Address(served, $"/runs/6/packages/{package}"), Width, 844);
        TabTo($"[data-action={action}]");
        _chromium.Follow();
        TabTo("#reason");
        _chromium.Write("no file");
        if (action == "skip")
        {
            TabTo("#as");
            _chromium.Press(" ", 32);
        }

        TabTo("button.primary");
        _chromium.Follow();

        Assert.That(_nights.Rows("select n.name, r.value, r.reason from requests r join nodes n on n.run = r.run "
            + "and n.node = r.node"), Is.EqualTo(new[] { $"{package} {(action == "skip" ? "success" : "")} no file" }));
    }

    [Test]
    public async Task A_part_of_a_run_is_named_in_a_form([Values] bool hasScripts)
    {
        await using var served = await StartAsync();
        _chromium.AllowScripts(hasScripts);

        _chromium.Open(Address(served, "/runs/6"), Width, 844);
        TabTo("#node");
        _chromium.Write("Stage2");
        TabTo("[formaction='/actions/skip']");
        _chromium.Follow();

        Assert.That(Ask("document.querySelector('h1').innerText"), Is.EqualTo("Skip Stage2 in run 6"));
    }

    [Test]
    public async Task What_is_wrong_is_told_has_the_focus_and_is_read_with_its_field([Values] bool hasScripts)
    {
        await using var served = await StartAsync();
        _chromium.AllowScripts(hasScripts);

        _chromium.Open(Address(served, "/actions/cancel?run=6"), Width, 844);
        TabTo("#reason");
        _chromium.Write(" ");
        TabTo("button.primary");
        _chromium.Follow();

        Assert.That(Ask("document.title"), Does.StartWith("Refused · Cancel run 6"));
        Assert.That(Ask("document.activeElement.id"), Is.EqualTo("reason"));
        Assert.That(Ask("document.activeElement.getAttribute('aria-invalid')"), Is.EqualTo("true"));
        Assert.That(Ask("document.getElementById(document.activeElement.getAttribute('aria-describedby')).innerText"),
            Does.Contain("is asked for with a reason"));
        Assert.That(Ask("document.querySelector('[role=alert]').id"), Is.EqualTo("refusal"));
        _chromium.Write("maintenance");
        TabTo("button.primary");
        _chromium.Follow();
        Assert.That(Ask("document.title"), Does.StartWith("Not answered yet"));
    }

    [Test]
    public async Task Each_field_and_each_link_has_a_name_of_its_own()
    {
        await using var served = await StartAsync();

        foreach (var path in new[] { "/", "/now", "/runs/6", "/schedules", "/actions/skip?run=6&node=Stage2" })
        {
            _chromium.Open(Address(served, path), Width, 844);
            Assert.That(Ask("""
                [...document.querySelectorAll('main input:not([type=hidden]), main select')]
                    .filter(at => !at.labels?.length).map(at => at.outerHTML).join()
                """), Is.Empty, path);
            Assert.That(Ask("""
                [...document.querySelectorAll('a.action')].map(at => at.ariaLabel + ' ' + at.getAttribute('href'))
                    .filter((at, place, all) => all.findIndex(other => other.split(' /')[0] === at.split(' /')[0]
                        && other !== at) >= 0).join()
                """), Is.Empty, path);
        }
    }

    private void TabTo(string selector)
    {
        for (var keys = 0; keys < KeysMax; keys++)
        {
            _chromium.Tab();
            if ((bool)_chromium.Ask($"document.activeElement.matches(\"{selector}\")")!)
            {
                return;
            }
        }

        Assert.Fail($"no key leads to {selector} on {Ask("document.title")}");
    }

    private string Ask(string expression) => $"{_chromium.Ask(expression)}";

    private void Pause(Served served)
    {
        _chromium.Open(Address(served, "/actions/pause"), Width, 844);
        TabTo("button.primary");
        _chromium.Follow();
    }

    private Task<Served> StartAsync() => Served.StartAsync(
        options => options with
        {
            Scheduler = () => new SchedulerState
            {
                Batches = [new ServedBatch("Nightly", ["Stage1/table_1_000", "Stage2/table_2_007"])],
                Waiting = [new WaitingPermission(
                    new NeededPermission(PermissionKind.Plugin, Hash, "plugins/shop.dll"), ["Nightly"])],
            },
        },
        _nights.Location);

    private static string Address(Served served, string path) => new Uri(served.Address, path).AbsoluteUri;
}
