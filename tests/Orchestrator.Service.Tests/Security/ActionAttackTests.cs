using System.Net;
using System.Text;
using Orchestrator.Ledger.Tokens;
using Orchestrator.Service.Tests.Actions;

namespace Orchestrator.Service.Tests.Security;

/// <summary>
/// Whoever may not, or is somebody else than he says, changes nothing by whatever he sends; each attempt is told with
/// where it came from.
/// </summary>
internal sealed class ActionAttackTests : NightsFixture
{
    private const string Api = "/api/v1/actions";
    private const string Hold = """{"action":"hold","run":6}""";

    private static readonly string[] Forms =
    [
        "/actions/run", "/actions/run-now", "/actions/retry", "/actions/cancel", "/actions/hold", "/actions/release",
        "/actions/skip", "/actions/pause", "/actions/resume", "/actions/approve", "/tokens/first",
    ];

    private static readonly KeyValuePair<string, string>[] Fields =
    [
        new("run", "6"), new("node", "Stage2/table_2_007"), new("reason", "x"), new("idempotency_key", "k"),
        new("form_token", new string('0', 64)),
    ];

    [TearDown]
    public void NothingHasChanged() => Assert.That(
        Seen.Rows("select (select count(*) from actions), (select count(*) from requests), "
            + "(select count(*) from run_wishes), (select count(*) from schedule_pauses)"),
        Is.EqualTo(new[] { "0 0 0 0" }));

    [TestCase("", TestName = "No_token_asks_for_nothing")]
    [TestCase("Bearer wrong", TestName = "A_wrong_token_asks_for_nothing")]
    [TestCase("Bearer " + Served.RevokedToken, TestName = "A_revoked_token_asks_for_nothing")]
    [TestCase("Basic b3JjX2FkbWlu", TestName = "Another_scheme_asks_for_nothing")]
    public async Task Unknown(string authorization)
    {
        await using var served = await StartAsync();

        foreach (var path in Forms.Append(Api))
        {
            using var answer = await SendAsync(served, path, authorization);
            Assert.That(answer.StatusCode,
                Is.EqualTo(HttpStatusCode.Unauthorized).Or.EqualTo(HttpStatusCode.TooManyRequests), path);
        }

        Assert.That(served.Refused.Select(entry => entry.Action), Has.Some.EqualTo("POST /actions/run"));
        Assert.That(served.Refused.Select(entry => entry.Who).Distinct(), Is.EqualTo(new[] { "" }));
    }

    [Test]
    public async Task A_token_that_has_expired_asks_for_nothing_from_then_on()
    {
        var isOver = false;
        await using var served = await StartAsync(options => options with
        {
            FindToken = _ => isOver ? null : new TokenGrant("evening desk", TokenRole.Operator),
        });
        var form = await ActionForm.OpenAsync(served, "/actions/hold?run=6", Served.OperatorToken);
        isOver = true;

        using var page = await form.SendAsync();
        using var machine = await SendAsync(served, Api, "Bearer " + Served.OperatorToken);

        Assert.That((page.StatusCode, machine.StatusCode),
            Is.EqualTo((HttpStatusCode.Unauthorized, HttpStatusCode.Unauthorized)));
    }

    [Test]
    public async Task A_token_in_an_address_asks_for_nothing()
    {
        await using var served = await StartAsync();

        using var form = await SendAsync(served, $"/actions/hold?token={Served.OperatorToken}");
        using var machine = await SendAsync(served, $"{Api}?access_token={Served.OperatorToken}");

        Assert.That((form.StatusCode, machine.StatusCode),
            Is.EqualTo((HttpStatusCode.BadRequest, HttpStatusCode.BadRequest)));
        Assert.That(served.Refused.Select(entry => entry.ToString()), Has.None.Contains(Served.OperatorToken));
    }

    [Test]
    public async Task Who_may_only_look_is_refused_each_action_and_named()
    {
        await using var served = await StartAsync();

        foreach (var path in Forms.Append(Api))
        {
            using var sent = await SendAsync(served, path, "Bearer " + Served.ViewerToken);
            using var asked = await served.GetAsync(path, ("Authorization", "Bearer " + Served.ViewerToken));
            Assert.That(sent.StatusCode, Is.EqualTo(HttpStatusCode.Forbidden), path);
            Assert.That(asked.StatusCode,
                Is.EqualTo(path == Api ? HttpStatusCode.NotFound : HttpStatusCode.Forbidden), path);
        }

        // A page of another test may go on asking at an address that is given out again.
        string[] asking = [.. Forms.Append(Api).SelectMany(path => new[] { $"GET {path}", $"POST {path}" })];
        Assert.That(served.Refused.Where(entry => asking.Contains(entry.Action))
            .Select(entry => (entry.Who, entry.Role)).Distinct(), Is.EqualTo(new[] { ("morning desk", "viewer") }));
    }

    [TestCase("Sec-Fetch-Site", "cross-site")]
    [TestCase("Sec-Fetch-Site", "same-site")]
    [TestCase("Origin", "https://evil.example.org")]
    [TestCase("Origin", "null")]
    public async Task What_another_page_sends_is_refused_also_with_all_that_it_needs(string name, string value)
    {
        var form = await ActionForm.OpenAsync(Service, "/actions/hold?run=6");

        using var page = await SendAsync(
            Service, form.Path, "", form.Fields,
            [("Cookie", form.Cookie), (name, value), ("Sec-Fetch-Mode", "navigate")]);
        using var machine = await SendAsync(Service, Api, "", null, [(name, value)]);

        Assert.That((page.StatusCode, machine.StatusCode),
            Is.EqualTo((HttpStatusCode.Forbidden, HttpStatusCode.Forbidden)));
        Assert.That(Service.Refused.Last().Detail, Is.EqualTo("another page asks for it"));
    }

    [Test]
    public async Task A_form_without_its_token_or_with_that_of_another_browser_is_refused()
    {
        var form = await ActionForm.OpenAsync(Service, "/actions/hold?run=6");
        var other = await ActionForm.OpenAsync(Service, "/actions/hold?run=6");

        using var foreign = await form.SendAsync(other.Cookie);
        form.Fields["form_token"] = new string('0', 64);
        using var forged = await form.SendAsync(form.Cookie);
        form.Fields.Remove("form_token");
        using var missing = await form.SendAsync(form.Cookie);
        using var none = await SendAsync(Service, form.Path);

        Assert.That(new[] { foreign, forged, missing, none }.Select(answer => answer.StatusCode),
            Is.All.EqualTo(HttpStatusCode.BadRequest));
        Assert.That(Service.Refused.Select(entry => entry.Detail),
            Has.Some.Contains("not one that this service has made"));
    }

    [Test]
    public async Task A_cookie_alone_is_no_token_for_machines_and_what_any_page_can_send_is_no_action()
    {
        await using var served = await StartAsync();
        var cookie = await ActionForm.SignInAsync(served, Served.OperatorToken);

        using var session = await SendAsync(served, Api, "", null, [("Cookie", cookie)]);
        using var text = await SendAsync(served, Api, "Bearer " + Served.OperatorToken, Fields);
        using var plain = await SendAsync(Service, Api, "", null, [], "text/plain");

        Assert.That((session.StatusCode, text.StatusCode, plain.StatusCode), Is.EqualTo((HttpStatusCode.Forbidden,
            HttpStatusCode.UnsupportedMediaType, HttpStatusCode.UnsupportedMediaType)));
    }

    [TestCase("Host", "evil.example.org", HttpStatusCode.MisdirectedRequest)]
    [TestCase("X-Forwarded-For", "127.0.0.1", HttpStatusCode.BadRequest)]
    [TestCase("X-Forwarded-Host", "localhost", HttpStatusCode.BadRequest)]
    [TestCase("Forwarded", "for=127.0.0.1", HttpStatusCode.BadRequest)]
    public async Task A_name_or_a_sender_that_is_forged_asks_for_nothing(
        string name, string value, HttpStatusCode expected)
    {
        var form = await ActionForm.OpenAsync(Service, "/actions/hold?run=6");

        using var page = await SendAsync(
            Service, form.Path, "", form.Fields, [("Cookie", form.Cookie), (name, value)]);
        using var machine = await SendAsync(Service, Api, "", null, [(name, value)]);

        Assert.That((page.StatusCode, machine.StatusCode), Is.EqualTo((expected, expected)));
    }

    [Test]
    public async Task A_body_that_is_too_large_is_not_read()
    {
        var form = await ActionForm.OpenAsync(Service, "/actions/hold?run=6");
        var large = new string('x', 70_000);

        using var page = await form.SendAsync(("reason", large));
        using var machine = await SendAsync(
            Service, Api, "", null, [], "application/json", $$"""{"action":"{{large}}"}""");

        Assert.That((page.StatusCode, machine.StatusCode),
            Is.EqualTo((HttpStatusCode.RequestEntityTooLarge, HttpStatusCode.RequestEntityTooLarge)));
        Assert.That(Service.Refused.Select(entry => entry.Detail), Has.Some.Contains("larger than anything"));
    }

    [TestCase("/actions/hold", "application/x-www-form-urlencoded", "run=6&idempotency_key=k&form_token=")]
    [TestCase(Api, "application/json", "{\"action\":\"hold\",")]
    public async Task Who_never_ends_his_body_is_let_go(string path, string type, string part)
    {
        await using var served = await Served.StartAsync(
            options => options with { Limits = options.Limits with { BodyGrace = TimeSpan.FromSeconds(1.5) } },
            Seen.Location);
        using var slow = await RawConnection.OpenAsync(served.Address);

        await slow.SendAsync($"POST {path} HTTP/1.1\r\nHost: 127.0.0.1:{served.Address.Port}\r\n"
            + $"Idempotency-Key: k\r\nContent-Type: {type}\r\nContent-Length: 1000\r\n\r\n{part}");

        Assert.That(await slow.ReadToEndAsync(), Does.StartWith("HTTP/1.1 408"));
        Assert.That(served.Refused.Select(entry => entry.Detail), Has.Some.EqualTo("the request came too slowly"));
    }

    [TestCase("/actions/hold?run=6&node=../../etc/passwd", HttpStatusCode.NotFound)]
    [TestCase("/actions/hold?run=../6", HttpStatusCode.UnprocessableEntity)]
    [TestCase("/actions/hold?run=-6", HttpStatusCode.UnprocessableEntity)]
    [TestCase("/actions/hold?run=99999999999999999999", HttpStatusCode.UnprocessableEntity)]
    [TestCase("/actions/..%2f..%2fetc%2fpasswd", HttpStatusCode.NotFound)]
    [TestCase("/actions/%2e%2e/%2e%2e/etc/passwd", HttpStatusCode.NotFound)]
    [TestCase("/runs/6/packages/../../../etc/passwd", HttpStatusCode.NotFound)]
    [TestCase("/runs/6/packages/..%2f..%2f..%2fetc%2fpasswd", HttpStatusCode.NotFound)]
    [TestCase("/packages/%2e%2e%2f%2e%2e%2fetc%2fpasswd", HttpStatusCode.OK)]
    public async Task No_name_leads_to_a_file(string path, HttpStatusCode expected)
    {
        using var answer = await Service.GetAsync(path);

        Assert.That(answer.StatusCode, Is.EqualTo(expected));
        Assert.That(await answer.Content.ReadAsStringAsync(), Does.Not.Contain("root:"));
    }

    [TestCase("hold?run=6&node=%3Cscript%3Ealert(1)%3C%2Fscript%3E")]
    [TestCase("pause?batch=%22%3E%3Cimg%20src%3Dx%20onerror%3Dalert(1)%3E")]
    [TestCase("run?batch=%3Cscript%3E&reason=%3Cscript%3E")]
    [TestCase("hold?run=6&reason=%22%3E%3Cscript%3Ealert(1)%3C%2Fscript%3E")]
    public async Task Markup_in_what_is_asked_for_is_text(string query)
    {
        using var answer = await Service.GetAsync("/actions/" + query);

        var page = new Page(await answer.Content.ReadAsStringAsync());
        Assert.That(page.All("script").Where(script => (string?)script.Attribute("type") != "module"), Is.Empty);
        Assert.That(page.All("img"), Is.Empty);
        Assert.That(page.Root.DescendantsAndSelf().SelectMany(at => at.Attributes()).Select(at => at.Name.LocalName),
            Has.None.StartWith("on"));
    }

    [TestCase("/actions/explode")]
    [TestCase("/actions/prioritise")]
    [TestCase("/actions/")]
    [TestCase("/actions/1")]
    public async Task What_is_no_action_is_not_there(string path)
    {
        using var sent = await SendAsync(Service, path);

        Assert.That(sent.StatusCode, Is.EqualTo(HttpStatusCode.NotFound).Or.EqualTo(HttpStatusCode.MethodNotAllowed));
    }

    [Test]
    public async Task To_look_at_an_action_does_nothing_whatever_the_address_says()
    {
        foreach (var path in Forms)
        {
            using var answer = await Service.GetAsync(
                $"{path}?run=6&batch=Nightly&reason=x&idempotency_key=k&as=success");
            using var head = new HttpRequestMessage(HttpMethod.Head, path + "?run=6&reason=x&idempotency_key=k");
            using var other = await Service.Client.SendAsync(head);
            using var put = new HttpRequestMessage(HttpMethod.Put, path)
            {
                Content = new FormUrlEncodedContent(Fields),
            };
            using var changed = await Service.Client.SendAsync(put);
            Assert.That((int)answer.StatusCode, Is.LessThan(500), path);
            Assert.That((other.StatusCode, changed.StatusCode),
                Is.EqualTo((HttpStatusCode.NotFound, HttpStatusCode.NotFound)), path);
        }
    }

    private Task<Served> StartAsync(Func<ServiceOptions, ServiceOptions>? change = null) =>
        Served.StartAsync(options => change?.Invoke(AtOnce(options)) ?? AtOnce(options), Seen.Location);

    // Who is refused is told so without the pause behind it, which AccessTests looks at.
    private static ServiceOptions AtOnce(ServiceOptions options) =>
        Served.WithTokens(options) with { Limits = options.Limits with { FailedPause = TimeSpan.Zero } };

    private static async Task<HttpResponseMessage> SendAsync(
        Served served, string path, string authorization = "",
        IEnumerable<KeyValuePair<string, string>>? fields = null, (string Name, string Value)[]? headers = null,
        string type = "application/json", string body = Hold)
    {
        using var request = new HttpRequestMessage(HttpMethod.Post, path)
        {
            Content = fields is not null || !path.StartsWith(Api, StringComparison.Ordinal)
                ? new FormUrlEncodedContent(fields ?? Fields) : new StringContent(body, Encoding.UTF8, type),
        };
        request.Headers.Add("Idempotency-Key", "k");
        foreach (var (name, value) in headers ?? [])
        {
            request.Headers.TryAddWithoutValidation(name, value);
        }

        if (authorization.Length > 0)
        {
            request.Headers.TryAddWithoutValidation("Authorization", authorization);
        }

        return await served.Client.SendAsync(request);
    }
}
