using System.Net;
using System.Text.RegularExpressions;
using Orchestrator.Ledger.Tokens;

namespace Orchestrator.Service.Tests.Security;

/// <summary>Who may come in, with what.</summary>
internal sealed partial class AccessTests
{
    private const string Machines = "/api/v1/runs";

    [TestCase("", TestName = "No_token_is_refused")]
    [TestCase("Bearer nonsense", TestName = "A_wrong_token_is_refused")]
    [TestCase("Bearer " + Served.RevokedToken, TestName = "A_revoked_token_is_refused")]
    [TestCase("Bearer ", TestName = "An_empty_token_is_refused")]
    [TestCase("Basic b3JjX2FkbWlu", TestName = "Another_way_to_say_who_one_is_is_refused")]
    public async Task Refused(string authorization)
    {
        await using var served = await Served.StartAsync(Served.WithTokens);

        using var answer = await served.GetAsync(
            Machines, authorization.Length > 0 ? [("Authorization", authorization)] : []);

        Assert.That(answer.StatusCode, Is.EqualTo(HttpStatusCode.Unauthorized));
        Assert.That(answer.Headers.WwwAuthenticate.Single().Scheme, Is.EqualTo("Bearer"));
        Assert.That(served.Refused.Single().Action, Is.EqualTo("GET " + Machines));
        Assert.That(served.Refused.Single().ToString(), Does.Not.Contain("nonsense").And.Not.Contain("orc_"));
    }

    [Test]
    public async Task A_page_without_a_token_leads_to_the_form_and_back()
    {
        await using var served = await Served.StartAsync(Served.WithTokens);

        using var answer = await served.GetAsync("/runs/482?state=failed");

        Assert.That(answer.StatusCode, Is.EqualTo(HttpStatusCode.SeeOther));
        Assert.That(answer.Headers.Location!.OriginalString, Is.EqualTo("/sign-in?to=%2Fruns%2F482%3Fstate%3Dfailed"));
    }

    [Test]
    public async Task Without_a_token_nothing_is_told_of_what_there_is()
    {
        await using var served = await Served.StartAsync(Served.WithTokens);

        Assert.That(await served.StatusAsync("/api/v1/nowhere"), Is.EqualTo(HttpStatusCode.Unauthorized));
        Assert.That(await served.StatusAsync("/nowhere"), Is.EqualTo(HttpStatusCode.SeeOther));
    }

    [Test]
    public async Task Behind_too_many_wrong_tokens_a_right_one_gets_in_and_a_further_wrong_one_waits()
    {
        await using var served = await Served.StartAsync(options => Guessed(options, Timeout.InfiniteTimeSpan));
        await GuessAsync(served);
        using var over = new CancellationTokenSource();
        using var request = new HttpRequestMessage(HttpMethod.Get, "/nowhere");
        request.Headers.Add("Authorization", "Bearer guess10");
        var guess = served.Client.SendAsync(request, over.Token);

        var right = await served.StatusAsync("/nowhere", ("Authorization", "Bearer " + Served.AdminToken));
        var (signedIn, session) = await SignInAsync(served, Served.ViewerToken, "/");
        var inside = await served.StatusAsync("/nowhere", ("Cookie", session));
        var isAnswered = guess.IsCompleted;
        await over.CancelAsync();

        Assert.That((right, signedIn.StatusCode, inside),
            Is.EqualTo((HttpStatusCode.NotFound, HttpStatusCode.SeeOther, HttpStatusCode.NotFound)));
        Assert.That(isAnswered, Is.False);
        Assert.That(async () => await guess, Throws.InstanceOf<OperationCanceledException>());
    }

    [Test]
    public async Task Who_had_too_many_wrong_tokens_is_told_how_long_and_tries_anew_behind_that()
    {
        var time = new FakeClock();
        await using var served = await Served.StartAsync(
            options => Guessed(options, TimeSpan.Zero) with { Time = time });
        await GuessAsync(served);

        using var waits = await served.GetAsync(Machines, ("Authorization", "Bearer guess10"));
        var (form, _) = await SignInAsync(served, "guess11", "/");
        time.Advance(TimeSpan.FromMinutes(5));
        var later = await served.StatusAsync(Machines, ("Authorization", "Bearer guess12"));

        Assert.That(waits.StatusCode, Is.EqualTo(HttpStatusCode.TooManyRequests));
        Assert.That(waits.Headers.RetryAfter!.Delta, Is.EqualTo(TimeSpan.FromMinutes(5)));
        Assert.That(form.StatusCode, Is.EqualTo(HttpStatusCode.TooManyRequests));
        Assert.That(later, Is.EqualTo(HttpStatusCode.Unauthorized));
    }

    private static ServiceOptions Guessed(ServiceOptions options, TimeSpan pause) =>
        Served.WithTokens(options) with { Limits = options.Limits with { FailedPause = pause } };

    private static async Task GuessAsync(Served served)
    {
        for (var at = 0; at < 10; at++)
        {
            await served.StatusAsync(Machines, ("Authorization", $"Bearer guess{at}"));
        }
    }

    [Test]
    public async Task Of_many_refusals_alike_a_few_are_told_and_the_others_counted()
    {
        var time = new FakeClock();
        await using var served = await Served.StartAsync(options => Served.WithTokens(options) with { Time = time });
        for (var at = 0; at < 100; at++)
        {
            await served.StatusAsync(Machines);
        }

        time.Advance(TimeSpan.FromMinutes(1));
        await served.StatusAsync(Machines);

        Assert.That(served.Refused.Count(), Is.EqualTo(6));
        Assert.That(served.Refused.Last().Detail, Does.EndWith("(and 95 more alike before it)"));
    }

    [Test]
    public async Task As_long_as_no_token_is_declared_who_is_on_the_machine_may_come_in()
    {
        var hasTokens = false;
        var time = new FakeClock();
        await using var served = await Served.StartAsync(options => options with
        {
            HasTokens = () => hasTokens,
            Time = time,
        });

        var before = await served.StatusAsync("/nowhere");
        hasTokens = true;
        time.Advance(TimeSpan.FromSeconds(1));
        var after = await served.StatusAsync("/nowhere");

        Assert.That((before, after), Is.EqualTo((HttpStatusCode.NotFound, HttpStatusCode.SeeOther)));
    }

    [Test]
    public async Task Who_signs_in_has_a_cookie_that_ends_with_its_token_and_when_he_signs_out()
    {
        var isRevoked = false;
        await using var served = await Served.StartAsync(options => Served.WithTokens(options) with
        {
            FindToken = token => token == Served.ViewerToken && !isRevoked
                ? new TokenGrant("morning desk", TokenRole.Viewer) : null,
        });
        var (signedIn, session) = await SignInAsync(served, Served.ViewerToken, "/runs/1");
        var inside = await served.StatusAsync("/nowhere", ("Cookie", session));
        isRevoked = true;
        var revoked = await served.StatusAsync("/nowhere", ("Cookie", session));
        isRevoked = false;
        var again = await served.StatusAsync("/nowhere", ("Cookie", session));

        Assert.That(signedIn.Headers.Location!.OriginalString, Is.EqualTo("/runs/1"));
        Assert.That(signedIn.Headers.GetValues("Set-Cookie").First(),
            Does.Contain("httponly").And.Contain("samesite=strict"));
        Assert.That((inside, revoked, again), Is.EqualTo(
            (HttpStatusCode.NotFound, HttpStatusCode.SeeOther, HttpStatusCode.SeeOther)));
        Assert.That(served.All.Audit.Select(entry => (entry.Who, entry.Action, entry.Outcome)),
            Does.Contain(("morning desk", "sign in", "done")));
        Assert.That(string.Join('\n', served.All.Audit), Does.Not.Contain(Served.ViewerToken));
    }

    [Test]
    public async Task A_wrong_token_in_the_form_is_refused_on_the_page_and_told()
    {
        await using var served = await Served.StartAsync(Served.WithTokens);

        var (answer, _) = await SignInAsync(served, Served.RevokedToken, "/");

        Assert.That(answer.StatusCode, Is.EqualTo(HttpStatusCode.Unauthorized));
        Assert.That(await answer.Content.ReadAsStringAsync(), Does.Contain("unknown, expired or revoked")
            .And.Not.Contain(Served.RevokedToken));
        Assert.That(served.Refused.Single().Action, Is.EqualTo("sign in"));
    }

    [TestCase("//evil.example.org")]
    [TestCase("/\\evil.example.org")]
    [TestCase("https://evil.example.org/")]
    [TestCase("javascript:alert(1)")]
    public async Task Signing_in_leads_nowhere_else(string to)
    {
        await using var served = await Served.StartAsync(Served.WithTokens);

        var (answer, _) = await SignInAsync(served, Served.ViewerToken, to);

        Assert.That(answer.Headers.Location!.OriginalString, Is.EqualTo("/"));
    }

    [Test]
    public async Task A_form_that_another_page_sends_is_refused()
    {
        await using var served = await Served.StartAsync(Served.WithTokens);
        using var form = new FormUrlEncodedContent([new("secret", Served.ViewerToken), new("to", "/")]);

        using var without = await served.Client.PostAsync("/sign-in", form);
        using var guessed = await PostAsync(served, "/sign-in", "orchestrator-visit-1=a",
            [new("secret", Served.ViewerToken), new("form_token", new string('0', 64))]);

        Assert.That(without.StatusCode, Is.EqualTo(HttpStatusCode.BadRequest));
        Assert.That(guessed.StatusCode, Is.EqualTo(HttpStatusCode.BadRequest));
        Assert.That(served.Refused.Count(), Is.EqualTo(2));
    }

    [Test]
    public async Task A_form_of_one_browser_is_worth_nothing_in_another()
    {
        await using var served = await Served.StartAsync(Served.WithTokens);
        var (_, field) = await FormAsync(served);
        var (cookie, _) = await FormAsync(served);

        using var answer = await PostAsync(served, "/sign-in", cookie,
            [new("secret", Served.ViewerToken), new("form_token", field)]);

        Assert.That(answer.StatusCode, Is.EqualTo(HttpStatusCode.BadRequest));
    }

    [Test]
    public async Task Signing_out_ends_the_session()
    {
        await using var served = await Served.StartAsync(Served.WithTokens);
        var (_, session) = await SignInAsync(served, Served.ViewerToken, "/");
        using var page = await served.GetAsync("/sign-in", ("Cookie", session));
        var field = Field().Match(await page.Content.ReadAsStringAsync()).Groups[1].Value;

        using var answer = await PostAsync(served, "/sign-out", session, [new("form_token", field)]);
        var after = await served.StatusAsync("/nowhere", ("Cookie", session));

        Assert.That(answer.StatusCode, Is.EqualTo(HttpStatusCode.SeeOther));
        Assert.That(after, Is.EqualTo(HttpStatusCode.SeeOther));
    }

    private static async Task<(HttpResponseMessage Answer, string Session)> SignInAsync(
        Served served, string token, string to)
    {
        var (cookie, field) = await FormAsync(served);
        var answer = await PostAsync(served, "/sign-in", cookie,
            [new("secret", token), new("to", to), new("form_token", field)]);
        return (answer, answer.Headers.TryGetValues("Set-Cookie", out var set) ? set.First().Split(';')[0] : "");
    }

    private static async Task<(string Cookie, string Field)> FormAsync(Served served)
    {
        using var page = await served.GetAsync("/sign-in");
        var cookie = page.Headers.GetValues("Set-Cookie").Single().Split(';')[0];
        return (cookie, Field().Match(await page.Content.ReadAsStringAsync()).Groups[1].Value);
    }

    private static async Task<HttpResponseMessage> PostAsync(
        Served served, string path, string cookie, KeyValuePair<string, string>[] fields)
    {
        using var request = new HttpRequestMessage(HttpMethod.Post, path)
        {
            Content = new FormUrlEncodedContent(fields),
        };
        request.Headers.Add("Cookie", cookie);
        return await served.Client.SendAsync(request);
    }

    [GeneratedRegex("name=\"form_token\" value=\"([0-9a-f]+)\"")]
    private static partial Regex Field();
}
