using System.Net;
using Orchestrator.Ledger.Serving;
using Orchestrator.Service.Scheduling;
using Orchestrator.Service.Tests.Actions;

namespace Orchestrator.Service.Tests.Security;

/// <summary>What admins alone see and do: who asked what, and what runs may use.</summary>
[FixtureLifeCycle(LifeCycle.InstancePerTestCase)]
internal sealed class AdminTests : IDisposable
{
    private static readonly string Hash = new('b', 64);

    private readonly Nights _nights = Nights.Several(isAtWork: false);

    public void Dispose() => _nights.Dispose();

    [TestCase("/audit")]
    [TestCase("/approvals")]
    [TestCase("/actions/approve")]
    [TestCase("/tokens/first")]
    public async Task Others_are_refused(string path)
    {
        await using var served = await StartAsync();

        foreach (var token in new[] { Served.ViewerToken, Served.OperatorToken })
        {
            using var answer = await served.GetAsync(path, ("Authorization", "Bearer " + token));
            Assert.That(answer.StatusCode, Is.EqualTo(HttpStatusCode.Forbidden));
        }

        Assert.That(served.Refused.Select(entry => entry.Role), Is.EqualTo(new[] { "viewer", "operator" }));
    }

    [Test]
    public async Task Only_an_admin_is_led_there()
    {
        await using var served = await StartAsync();

        foreach (var (token, isLed) in new[] { (Served.OperatorToken, false), (Served.AdminToken, true) })
        {
            using var answer = await served.GetAsync("/", ("Authorization", "Bearer " + token));
            var links = new Page(await answer.Content.ReadAsStringAsync()).All("a")
                .Select(link => (string?)link.Attribute("href")).ToList();
            Assert.That(links.Contains("/audit") && links.Contains("/approvals"), Is.EqualTo(isLed), token);
        }
    }

    [Test]
    public async Task The_audit_log_is_shown_page_by_page_as_text()
    {
        AuditWriter.Record(_nights.Location, TimeProvider.System,
            [.. Enumerable.Range(1, 60).Select(at => new AuditEntry
            {
                Environment = "prod",
                At = DateTimeOffset.UnixEpoch.AddYears(50),
                Who = $"ann {at}",
                Role = "operator",
                Address = "10.0.0.7",
                Action = "cancel",
                Object = "<script>alert(1)</script>",
                Outcome = at % 2 == 0 ? "done" : "refused",
                Detail = "run 4 is not at work",
            })]);
        await using var served = await Served.StartAsync(ledger: _nights.Location);

        var first = new Page(await served.TextAsync("/audit"));
        var older = first.All("a").Single(link => (string?)link.Attribute("rel") == "next").Attribute("href")!.Value;
        var second = new Page(await served.TextAsync(older));

        Assert.That(Entries(first).Concat(Entries(second)),
            Is.EqualTo(Enumerable.Range(1, 60).Reverse().Select(at => $"{at}")));
        Assert.That(first.Text, Does.Contain("ann 60, operator").And.Contain("10.0.0.7").And.Contain("refused")
            .And.Contain("<script>alert(1)</script>"));
        Assert.That(second.All("a").Any(link => (string?)link.Attribute("rel") == "next"), Is.False);
    }

    [Test]
    public async Task What_waits_is_approved_by_an_admin_once_and_said_to_be()
    {
        await using var served = await StartAsync();
        using var shown = await served.GetAsync("/approvals", ("Authorization", "Bearer " + Served.AdminToken));
        var page = new Page(await shown.Content.ReadAsStringAsync());
        var path = page.All("a").Single(link => (string?)link.Attribute("data-action") == "approve")
            .Attribute("href")!.Value;
        var form = await ActionForm.OpenAsync(served, path, Served.AdminToken);

        await form.DoAsync();
        await form.DoAsync();

        Assert.That(page.Text, Does.Contain("plugins/shop.dll").And.Contain(Hash).And.Contain("runs of Nightly wait"));
        Assert.That(form.Affected, Is.EqualTo(new[] { "Nightly" }));
        Assert.That(form.Page.Text, Does.Contain("load this file and run its code").And.Contain(Hash));
        Assert.That(_nights.Rows("select kind, hash, name, approved_by from approvals"),
            Is.EqualTo(new[] { $"Plugin {Hash} plugins/shop.dll night desk" }));
        Assert.That(_nights.Rows("select who, action, object, outcome from audit"),
            Is.EqualTo(new[] { $"night desk approve {Hash} done" }));
        using var after = await served.GetAsync("/approvals", ("Authorization", "Bearer " + Served.AdminToken));
        Assert.That(new Page(await after.Content.ReadAsStringAsync()).All("tr")
            .Any(row => row.Attribute("data-approval") is not null), Is.True);
    }

    [TestCase("", HttpStatusCode.UnprocessableEntity)]
    [TestCase("?hash=cccc", HttpStatusCode.NotFound)]
    public async Task What_does_not_wait_is_not_approved(string query, HttpStatusCode expected)
    {
        await using var served = await StartAsync();

        using var answer = await served.GetAsync(
            "/actions/approve" + query, ("Authorization", "Bearer " + Served.AdminToken));

        Assert.That(answer.StatusCode, Is.EqualTo(expected));
    }

    private static IEnumerable<string> Entries(Page page) => page.Root.Descendants()
        .Select(at => (string?)at.Attribute("data-entry")).OfType<string>();

    private Task<Served> StartAsync() => Served.StartAsync(
        options => Served.WithTokens(options) with
        {
            Scheduler = () => new SchedulerState
            {
                Waiting = [new WaitingPermission(
                    new NeededPermission(PermissionKind.Plugin, Hash, "plugins/shop.dll"), ["Nightly"])],
            },
        },
        _nights.Location);
}
