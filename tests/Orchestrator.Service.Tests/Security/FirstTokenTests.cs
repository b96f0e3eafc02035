using System.Net;
using Orchestrator.Ledger;
using Orchestrator.Ledger.Tokens;
using Orchestrator.Service.Tests.Actions;

namespace Orchestrator.Service.Tests.Security;

/// <summary>The first token may be made on the page, by whoever is on the machine, once.</summary>
[FixtureLifeCycle(LifeCycle.InstancePerTestCase)]
internal sealed class FirstTokenTests : IDisposable
{
    private const string Path = "/tokens/first";

    private readonly Nights _nights = Nights.Several(isAtWork: false);

    public void Dispose() => _nights.Dispose();

    [Test]
    public async Task It_is_shown_once_and_is_an_admins()
    {
        await using var served = await Served.StartAsync(ledger: _nights.Location);
        var form = await ActionForm.OpenAsync(served, Path);

        using var made = await form.SendAsync(("name", "ann"));
        using var again = await form.SendAsync(("name", "bob"));

        var page = new Page(await made.Content.ReadAsStringAsync());
        var token = TokenText.Parse(page.All("code").Single(code => (string?)code.Attribute("id") == "token").Value)!;
        using var reader = LedgerReader.Open(_nights.Location, TimeProvider.System)!;
        var known = reader.Tokens().Single();
        Assert.That((made.StatusCode, again.StatusCode), Is.EqualTo((HttpStatusCode.OK, HttpStatusCode.Conflict)));
        Assert.That((known.Name, known.Role, known.IsOf(token), known.CreatedBy),
            Is.EqualTo(("ann", TokenRole.Admin, true, "local user")));
        Assert.That(known.Expires - known.Created, Is.EqualTo(TimeSpan.FromDays(90)));
        Assert.That(made.Headers.CacheControl!.NoStore, Is.True);
        Assert.That(page.All("script"), Is.Empty, "a page that loads itself again would take the token away");
        Assert.That(reader.Audit().Select(entry => (entry.Action, entry.Object)),
            Is.EqualTo(new[] { ("first token", $"ann ({known.Id})") }));
        Assert.That(served.Refused.Single().Detail, Does.StartWith("there is a token already"));
        Assert.That($"{string.Join('\n', _nights.Rows("select token_id, name, hash, created_by from tokens union all "
            + "select who, action, object, detail from audit"))}", Does.Not.Contain(token.Reveal().Split('_', 3)[2]));
    }

    [TestCase("")]
    [TestCase("a b")]
    [TestCase("<script>")]
    public async Task A_name_that_is_none_is_refused_at_its_field(string name)
    {
        await using var served = await Served.StartAsync(ledger: _nights.Location);
        var form = await ActionForm.OpenAsync(served, Path);

        using var answer = await form.SendAsync(("name", name));

        var page = new Page(await answer.Content.ReadAsStringAsync());
        Assert.That(answer.StatusCode, Is.EqualTo(HttpStatusCode.UnprocessableEntity));
        Assert.That(page.All("input").Single(input => (string?)input.Attribute("id") == "name")
            .Attribute("aria-invalid")?.Value, Is.EqualTo("true"));
        Assert.That(_nights.Rows("select count(*) from tokens"), Is.EqualTo(new[] { "0" }));
    }

    [Test]
    public async Task Whoever_has_a_token_already_makes_no_first_one()
    {
        await using var served = await Served.StartAsync(Served.WithTokens, _nights.Location);

        using var shown = await served.GetAsync(Path, ("Authorization", "Bearer " + Served.AdminToken));
        using var local = await served.GetAsync(Path);

        Assert.That((shown.StatusCode, local.StatusCode),
            Is.EqualTo((HttpStatusCode.Conflict, HttpStatusCode.SeeOther)));
        Assert.That(await shown.Content.ReadAsStringAsync(), Does.Not.Contain("class=\"ask\""));
    }

    [Test]
    public async Task A_form_of_another_page_makes_none()
    {
        await using var served = await Served.StartAsync(ledger: _nights.Location);
        var form = await ActionForm.OpenAsync(served, Path);
        form.Fields["form_token"] = "0";

        using var answer = await form.SendAsync(form.Cookie);

        Assert.That(answer.StatusCode, Is.EqualTo(HttpStatusCode.BadRequest));
        Assert.That(_nights.Rows("select count(*) from tokens"), Is.EqualTo(new[] { "0" }));
    }
}
