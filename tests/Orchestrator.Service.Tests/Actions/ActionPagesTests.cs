using System.Net;
using Orchestrator.Ledger;

namespace Orchestrator.Service.Tests.Actions;

/// <summary>What people ask on the page is in the ledger as the verbs would have put it there, once.</summary>
[FixtureLifeCycle(LifeCycle.InstancePerTestCase)]
internal sealed class ActionPagesTests : IDisposable
{
    private const string Package = "Stage2/table_2_007";

    private readonly Nights _nights = Nights.Several();

    public void Dispose() => _nights.Dispose();

    [Test]
    public async Task A_run_is_cancelled_with_a_reason_and_the_page_says_what_became_of_it()
    {
        await using var served = await Served.StartAsync(ledger: _nights.Location);
        var form = await ActionForm.OpenAsync(served, "/actions/cancel?run=6");

        var action = await form.DoAsync(("reason", "maintenance at 3"));

        Assert.That(form.Command,
            Is.EqualTo("orchestrator cancel --run 6 --reason '…' -C /srv/shop"));
        Assert.That(form.Affected.Count(), Is.EqualTo(form.Page.Figure("affected")));
        Assert.That(form.Affected, Is.EquivalentTo(_nights.Rows("""
            select name from nodes where run = 6 and kind = 'Package' and state in ('Pending', 'Ready', 'Running')
            """)));
        Assert.That(_nights.Rows("select run, verb, node, value, reason, who from requests"),
            Is.EqualTo(new[] { "6 Cancel 0  maintenance at 3 local user" }));
        var page = new Page(await served.TextAsync($"/actions/{action}"));
        Assert.That(page.All("title").Single().Value, Does.StartWith("Not answered yet · Action 1"));
        Assert.That(page.Text, Does.Contain("run 6 has not answered yet")
            .And.Contain("orchestrator cancel --run 6 --reason 'maintenance at 3' -C /srv/shop"));
        Assert.That(Audit(), Is.EqualTo(new[] { "local user | admin | 127.0.0.1 | cancel | run 6 | done" }));
    }

    [Test]
    public async Task A_form_that_is_sent_twice_has_asked_once_and_is_told_the_same()
    {
        await using var served = await Served.StartAsync(ledger: _nights.Location);
        var form = await ActionForm.OpenAsync(served, $"/actions/hold?run=6&node={Package}");

        var first = await form.DoAsync();
        var again = await form.DoAsync();
        var other = await (await ActionForm.OpenAsync(served, $"/actions/hold?run=6&node={Package}")).DoAsync();

        Assert.That((again, other), Is.EqualTo((first, first + 1)));
        Assert.That(_nights.Rows("select count(*) from requests"), Is.EqualTo(new[] { "2" }));
        Assert.That(Audit(), Has.Length.EqualTo(2));
    }

    [Test]
    public async Task A_key_that_comes_back_with_something_else_is_refused()
    {
        await using var served = await Served.StartAsync(ledger: _nights.Location);
        var form = await ActionForm.OpenAsync(served, $"/actions/hold?run=6&node={Package}");
        await form.DoAsync();

        using var other = await form.SendAsync(("node", "Stage2/table_2_008"));

        Assert.That(other.StatusCode, Is.EqualTo(HttpStatusCode.Conflict));
        Assert.That(await other.Content.ReadAsStringAsync(), Does.Contain("was sent before with something else"));
        Assert.That(_nights.Rows("select count(*) from requests"), Is.EqualTo(new[] { "1" }));
        Assert.That(served.Refused.Single(), Has.Property("Action").EqualTo("hold")
            .And.Property("Object").EqualTo("Stage2/table_2_008 run 6"));
    }

    [TestCase("hold", "Stage2", "Hold")]
    [TestCase("hold", "Stage2/C2", "Hold")]
    [TestCase("release", Package, "Release")]
    [TestCase("release", "Stage2", "Release")]
    [TestCase("skip", Package, "Skip")]
    [TestCase("cancel", Package, "Cancel")]
    public async Task A_part_of_a_run_is_named_with_the_packages_that_belong_to_it(
        string action, string node, string verb)
    {
        _nights.Hold(6, Package);
        await using var served = await Served.StartAsync(ledger: _nights.Location);
        var form = await ActionForm.OpenAsync(served, $"/actions/{action}?run=6&node={node}");

        await form.DoAsync(("reason", "no file"));

        Assert.That(form.Affected, Is.EquivalentTo(_nights.Rows($"""
            with recursive below(node) as (
                select node from nodes where run = 6 and name = '{node}'
                union all select n.node from nodes n join below b on n.parent = b.node where n.run = 6)
            select n.name from nodes n join below b on b.node = n.node where n.run = 6 and n.kind = 'Package'
            and n.state in ({States(action)})
            """)));
        Assert.That(form.Page.All("title").Single().Value, Does.StartWith($"Confirm · {verb} {node} in run 6"));
        Assert.That(_nights.Rows("select r.verb, n.name, r.value, r.reason from requests r "
            + "join nodes n on n.run = r.run and n.node = r.node"), Is.EqualTo(new[] { $"{verb} {node}  no file" }));
    }

    private static string States(string action) => action switch
    {
        "cancel" => "'Pending', 'Ready', 'Held', 'Running'",
        "release" => "'Held'",
        _ => "'Pending', 'Ready', 'Held'",
    };

    [Test]
    public async Task A_skipped_package_may_count_as_a_success()
    {
        await using var served = await Served.StartAsync(ledger: _nights.Location);
        var form = await ActionForm.OpenAsync(served, $"/actions/skip?run=6&node={Package}");

        var action = await form.DoAsync(("reason", "known"), ("as", "success"));

        Assert.That(_nights.Rows("select value from requests"), Is.EqualTo(new[] { "success" }));
        Assert.That(new Page(await served.TextAsync($"/actions/{action}")).Text,
            Does.Contain($"skip {Package} --run 6 --reason known --as success"));
    }

    [TestCase("cancel", "run=6", "`cancel` is asked for with a reason")]
    [TestCase("skip", "run=6&node=" + Package, "`skip` is asked for with a reason")]
    public async Task What_needs_a_reason_is_not_done_without_one_and_says_so_at_the_field(
        string action, string query, string why)
    {
        await using var served = await Served.StartAsync(ledger: _nights.Location);
        var form = await ActionForm.OpenAsync(served, $"/actions/{action}?{query}");

        using var answer = await form.SendAsync(("reason", "  "));

        var page = new Page(await answer.Content.ReadAsStringAsync());
        var field = page.All("input").Single(input => (string?)input.Attribute("name") == "reason");
        var alert = page.Root.Descendants().Single(at => (string?)at.Attribute("role") == "alert");
        Assert.That(answer.StatusCode, Is.EqualTo(HttpStatusCode.UnprocessableEntity));
        Assert.That(alert.Value, Does.Contain(why));
        Assert.That(page.All("title").Single().Value, Does.StartWith("Refused · "));
        Assert.That((field.Attribute("aria-invalid")?.Value, field.Attribute("aria-describedby")?.Value,
            field.Attribute("autofocus")?.Value), Is.EqualTo(("true", alert.Attribute("id")!.Value, "autofocus")));
        Assert.That(page.All("input").Single(input => (string?)input.Attribute("name") == "idempotency_key")
            .Attribute("value")!.Value, Is.EqualTo(form.Fields["idempotency_key"]), "nothing was done by it");
        Assert.That(_nights.Rows("select count(*) from requests"), Is.EqualTo(new[] { "0" }));
    }

    [TestCase("cancel?run=4", HttpStatusCode.Conflict, "run 4 is not at work: it failed")]
    [TestCase("cancel?run=99", HttpStatusCode.NotFound, "there is no run 99")]
    [TestCase("cancel?run=6&node=Stage2", HttpStatusCode.UnprocessableEntity, "only a package is cancelled by its")]
    [TestCase("hold?run=6&node=Stage2/nothing", HttpStatusCode.NotFound, "has no package, project or container")]
    [TestCase("hold?run=6&node=table_1_001", HttpStatusCode.NotFound, "may mean 3 packages")]
    [TestCase("hold", HttpStatusCode.UnprocessableEntity, "a run has to be named")]
    [TestCase("hold?run=6.5", HttpStatusCode.UnprocessableEntity, "a run has to be named")]
    [TestCase("skip?run=6", HttpStatusCode.UnprocessableEntity, "has to be named")]
    [TestCase("retry?run=1", HttpStatusCode.Conflict, "run 1 succeeded: it has nothing left to do")]
    [TestCase("retry?run=6", HttpStatusCode.Conflict, "run 6 is still at work")]
    [TestCase("retry?run=4&node=Stage2", HttpStatusCode.UnprocessableEntity, "the action takes none")]
    [TestCase("run?batch=Yearly", HttpStatusCode.NotFound, "no batch or trigger 'Yearly'")]
    [TestCase("run", HttpStatusCode.UnprocessableEntity, "a batch has to be named")]
    [TestCase("pause?batch=Yearly", HttpStatusCode.NotFound, "no service has seen a batch or trigger 'Yearly'")]
    [TestCase("pause?trigger=night", HttpStatusCode.UnprocessableEntity, "the batch of the trigger has to be named")]
    public async Task What_cannot_be_is_said_before_anybody_confirms_it(string path, HttpStatusCode status, string why)
    {
        await using var served = await Served.StartAsync(ledger: _nights.Location);

        using var answer = await served.GetAsync("/actions/" + path);

        var page = new Page(await answer.Content.ReadAsStringAsync());
        Assert.That(answer.StatusCode, Is.EqualTo(status));
        Assert.That(page.Text, Does.Contain(why));
        Assert.That(page.All("form").Where(form => (string?)form.Attribute("class") == "ask").Count(),
            Is.EqualTo(0), "there is nothing to confirm");
    }

    [Test]
    public async Task A_batch_is_asked_for_and_a_failed_run_gone_on_with()
    {
        await using var served = await Served.StartAsync(ledger: _nights.Location);
        var run = await ActionForm.OpenAsync(served, "/actions/run?batch=Nightly");
        var retry = await ActionForm.OpenAsync(served, "/actions/retry?run=4");

        await run.DoAsync();
        var action = await retry.DoAsync();

        Assert.That((run.Command, retry.Command), Is.EqualTo(
            ("orchestrator run Nightly -C /srv/shop", "orchestrator retry 4 -C /srv/shop")));
        Assert.That(retry.Affected, Is.EquivalentTo(_nights.Rows("""
            select name from nodes where run = 4 and kind = 'Package' and state not in ('Succeeded', 'NotNeeded')
            """)));
        Assert.That(_nights.Rows("select batch, trigger_name, coalesce(continues, 0), who from run_wishes"),
            Is.EqualTo(new[] { "Nightly  0 local user", "Nightly  4 local user" }));
        Assert.That(new Page(await served.TextAsync($"/actions/{action}")).Text,
            Does.Contain("no service has heard of it yet"));
    }

    [Test]
    public async Task Triggers_are_paused_and_fire_again()
    {
        await using var served = await Served.StartAsync(ledger: _nights.Location);
        var pause = await ActionForm.OpenAsync(served, "/actions/pause?batch=Nightly");
        var again = await ActionForm.OpenAsync(served, "/actions/pause?batch=Nightly");
        var all = await ActionForm.OpenAsync(served, "/actions/pause");

        var paused = await pause.DoAsync(("reason", "index rebuild"));
        var refused = await again.DoAsync();
        await all.DoAsync();
        var resume = await ActionForm.OpenAsync(served, "/actions/resume?batch=Nightly");
        await resume.DoAsync();

        Assert.That(pause.Command, Is.EqualTo("orchestrator schedules pause Nightly -C /srv/shop"));
        Assert.That(_nights.Rows("select batch, paused_by, reason, resumed_by from schedule_pauses"),
            Is.EqualTo(new[] { "Nightly local user index rebuild local user", " local user  " }));
        Assert.That(new Page(await served.TextAsync($"/actions/{paused}")).Text, Does.Contain("Nightly is paused"));
        var page = new Page(await served.TextAsync($"/actions/{refused}"));
        Assert.That(page.All("title").Single().Value, Does.StartWith("Refused · Action"));
        Assert.That(page.Text, Does.Contain("Nightly was paused already"));
        Assert.That(Audit(), Has.Some.EqualTo("local user | admin | 127.0.0.1 | pause | Nightly | refused")
            .And.Some.EqualTo("local user | admin | 127.0.0.1 | pause | everything | done"));
    }

    [Test]
    public async Task In_a_protected_environment_its_name_is_typed()
    {
        await using var served = await Served.StartAsync(
            options => options with { IsProtected = () => true }, _nights.Location);
        var form = await ActionForm.OpenAsync(served, "/actions/retry?run=4");

        using var without = await form.SendAsync();
        using var other = await form.SendAsync(("environment", "Prod"));
        var action = await form.DoAsync(("environment", "prod"));

        var page = new Page(await other.Content.ReadAsStringAsync());
        Assert.That((without.StatusCode, other.StatusCode),
            Is.EqualTo((HttpStatusCode.UnprocessableEntity, HttpStatusCode.UnprocessableEntity)));
        Assert.That(page.Text, Does.Contain("the environment is protected: its name has to be typed as it is"));
        Assert.That(page.All("input").Single(input => (string?)input.Attribute("id") == "environment")
            .Attribute("aria-invalid")?.Value, Is.EqualTo("true"));
        Assert.That(action, Is.EqualTo(1));
    }

    [Test]
    public async Task What_is_secret_in_a_reason_is_kept_by_nobody()
    {
        await using var served = await Served.StartAsync(
            options => options with { CleanReason = reason => reason.Replace("hunter2", "***") }, _nights.Location);
        var form = await ActionForm.OpenAsync(served, "/actions/hold?run=6");

        await form.DoAsync(("reason", "pw is hunter2"));

        Assert.That(string.Join('\n', _nights.Rows("select reason from requests union all select command from actions "
            + "union all select detail from audit")), Does.Contain("pw is ***").And.Not.Contain("hunter2"));
    }

    [Test]
    public async Task An_answer_of_the_run_is_told_with_the_action()
    {
        await using var served = await Served.StartAsync(ledger: _nights.Location);
        var action = await (await ActionForm.OpenAsync(served, "/actions/hold?run=6")).DoAsync();

        Answer("the run is held");

        var page = new Page(await served.TextAsync($"/actions/{action}"));
        Assert.That(page.All("title").Single().Value, Does.StartWith("Done · Action"));
        Assert.That(page.Root.Descendants().Single(at => (string?)at.Attribute("role") == "status").Value,
            Does.Contain("the run is held"));
        Assert.That(await served.StatusAsync("/actions/99"), Is.EqualTo(HttpStatusCode.NotFound));
    }

    [TestCase(Served.ViewerToken, 0)]
    [TestCase(Served.OperatorToken, 1)]
    public async Task Who_may_only_look_sees_no_actions(string token, int least)
    {
        await using var served = await Served.StartAsync(Served.WithTokens, _nights.Location);

        foreach (var path in new[] { "/", "/now", "/runs/6", "/runs/4", "/schedules", $"/runs/6/packages/{Package}" })
        {
            using var answer = await served.GetAsync(path, ("Authorization", "Bearer " + token));
            var page = new Page(await answer.Content.ReadAsStringAsync());
            var actions = page.Root.Descendants().SelectMany(at => at.Attributes())
                .Where(at => at.Value.StartsWith("/actions/", StringComparison.Ordinal)).ToList();
            Assert.That(actions, least == 0 ? Is.Empty : Is.Not.Empty, path);
        }
    }

    // As the run itself does it.
    private void Answer(string text)
    {
        LedgerChange.Run(_nights.Location,
            "update requests set answered_at = asked_at, outcome = 'Done', answer = $text", text);
    }

    private string[] Audit()
    {
        using var reader = LedgerReader.Open(_nights.Location, TimeProvider.System)!;
        return [.. reader.Audit().Select(entry =>
            $"{entry.Who} | {entry.Role} | {entry.Address} | {entry.Action} | {entry.Object} | {entry.Outcome}")];
    }
}
