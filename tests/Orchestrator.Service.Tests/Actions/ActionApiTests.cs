using System.Net;
using System.Net.Http.Headers;
using System.Text;
using System.Text.Json.Nodes;

namespace Orchestrator.Service.Tests.Actions;

/// <summary>Machines ask for the same actions, with a key of theirs.</summary>
[FixtureLifeCycle(LifeCycle.InstancePerTestCase)]
internal sealed class ActionApiTests : IDisposable
{
    private const string Hold = """{"action":"hold","run":6,"node":"Stage2/table_2_007","reason":"rebuild"}""";

    private readonly Nights _nights = Nights.Several();

    public void Dispose() => _nights.Dispose();

    [Test]
    public async Task An_action_is_asked_for_once_however_often_it_is_sent_with_its_key()
    {
        await using var served = await Served.StartAsync(Served.WithTokens, _nights.Location);

        var (first, document) = await SendAsync(served, Hold);
        var (again, same) = await SendAsync(served, Hold);
        var found = JsonNode.Parse(await TextAsync(served, (string)document["location"]!))!;

        Assert.That((first, again), Is.EqualTo((HttpStatusCode.Accepted, HttpStatusCode.Accepted)));
        Assert.That(same.ToJsonString(), Is.EqualTo(document.ToJsonString()));
        Assert.That((int)document["schema_version"]!, Is.EqualTo(1));
        Assert.That(((string)document["state"]!, (string)document["command"]!, (long)document["run"]!), Is.EqualTo(
            ("asked", "hold Stage2/table_2_007 --run 6 --reason rebuild", 6L)));
        Assert.That((string)found["who"]!, Is.EqualTo("evening desk"));
        Assert.That(_nights.Rows("select who, reason from requests"), Is.EqualTo(new[] { "evening desk rebuild" }));
    }

    [TestCase("""{"action":"hold","run":6}""", Served.OperatorToken, TestName = "Another_body")]
    [TestCase(Hold, Served.AdminToken, TestName = "Another_person")]
    public async Task A_key_that_comes_with_something_else_is_refused(string body, string token)
    {
        await using var served = await Served.StartAsync(Served.WithTokens, _nights.Location);
        await SendAsync(served, Hold);

        var (status, document) = await SendAsync(served, body, token: token);

        Assert.That(status, Is.EqualTo(HttpStatusCode.Conflict));
        Assert.That((string)document["error"]!, Does.Contain("was sent before"));
        Assert.That(_nights.Rows("select count(*) from requests"), Is.EqualTo(new[] { "1" }));
    }

    [TestCase("""{"action":"explode"}""", HttpStatusCode.BadRequest, "expected action to be one of run, run-now")]
    [TestCase("""{"run":6}""", HttpStatusCode.BadRequest, "the body is no action")]
    [TestCase("""{"action":"hold","run":6,"force":true}""", HttpStatusCode.BadRequest, "the body is no action")]
    [TestCase("""{"action":"hold","run":"6; drop"}""", HttpStatusCode.BadRequest, "run: expected one number")]
    [TestCase("""{"action":"hold","run":6,"node":7}""", HttpStatusCode.BadRequest, "node: expected one text")]
    [TestCase("""{"action":"hold","run":6,"blank":"x"}""", HttpStatusCode.BadRequest, "the body is no action")]
    [TestCase("""{"action":"run","action":"hold"}""", HttpStatusCode.BadRequest, "action: expected one text")]
    [TestCase("{", HttpStatusCode.BadRequest, "the body is no action")]
    [TestCase("null", HttpStatusCode.BadRequest, "the body is null")]
    [TestCase("""{"action":"hold"}""", HttpStatusCode.UnprocessableEntity, "run: a run has to be named")]
    [TestCase("""{"action":"cancel","run":6}""", HttpStatusCode.UnprocessableEntity, "reason: `cancel` is asked for")]
    [TestCase("""{"action":"retry","run":4,"reason":"x"}""", HttpStatusCode.UnprocessableEntity, "reason: the action")]
    [TestCase("""{"action":"hold","run":6,"as":"success"}""", HttpStatusCode.UnprocessableEntity, "as: only what")]
    [TestCase("""{"action":"pause","batch":""}""", HttpStatusCode.UnprocessableEntity, "batch: it is empty")]
    [TestCase("""{"action":"resume","batch":"Nightly","trigger":" "}""", HttpStatusCode.UnprocessableEntity,
        "trigger: it is empty")]
    [TestCase("""{"action":"hold","run":6,"node":""}""", HttpStatusCode.UnprocessableEntity, "node: it is empty")]
    [TestCase("""{"action":"pause","environment":"elsewhere"}""", HttpStatusCode.UnprocessableEntity,
        "environment: this service is one of another environment")]
    [TestCase("""{"action":"hold","run":4}""", HttpStatusCode.Conflict, "run 4 is not at work")]
    [TestCase("""{"action":"hold","run":99}""", HttpStatusCode.NotFound, "there is no run 99")]
    public async Task What_is_wrong_is_said_and_nothing_is_asked(string body, HttpStatusCode expected, string why)
    {
        await using var served = await Served.StartAsync(Served.WithTokens, _nights.Location);

        var (status, document) = await SendAsync(served, body);

        Assert.That(status, Is.EqualTo(expected));
        Assert.That((string)document["error"]!, Does.Contain(why));
        Assert.That(_nights.Rows("select count(*) from actions"), Is.EqualTo(new[] { "0" }));
        Assert.That(served.Refused.Single(), Has.Property("Who").EqualTo("evening desk")
            .And.Property("Role").EqualTo("operator"));
    }

    [Test]
    public async Task A_body_of_another_kind_is_refused_as_such()
    {
        await using var served = await Served.StartAsync(Served.WithTokens, _nights.Location);

        var (status, document) = await SendAsync(served, Hold, type: "text/plain");

        Assert.That(status, Is.EqualTo(HttpStatusCode.UnsupportedMediaType));
        Assert.That((string)document["error"]!, Does.Contain("application/json"));
        Assert.That(_nights.Rows("select count(*) from actions"), Is.EqualTo(new[] { "0" }));
    }

    [TestCase("")]
    [TestCase("long")]
    [TestCase("a\tkey")]
    public async Task An_action_without_a_key_or_with_an_endless_one_is_refused(string key)
    {
        await using var served = await Served.StartAsync(Served.WithTokens, _nights.Location);

        var (status, document) = await SendAsync(served, Hold, key == "long" ? new string('k', 201) : key);

        Assert.That(status, Is.EqualTo(HttpStatusCode.BadRequest));
        Assert.That((string)document["error"]!, Does.Contain("with a key of 1 to 200 plain characters"));
    }

    [Test]
    public async Task A_refusal_of_the_ledger_is_told_again_with_the_same_key()
    {
        await using var served = await Served.StartAsync(Served.WithTokens, _nights.Location);
        const string pause = """{"action":"pause","batch":"Nightly","reason":"rebuild"}""";
        await SendAsync(served, pause, "first");

        var (status, document) = await SendAsync(served, pause, "second");
        var (again, same) = await SendAsync(served, pause, "second");

        Assert.That((status, again), Is.EqualTo((HttpStatusCode.Conflict, HttpStatusCode.Conflict)));
        Assert.That(((string)document["state"]!, (string)document["answer"]!),
            Is.EqualTo(("refused", "Nightly was paused already")));
        Assert.That(same.ToJsonString(), Is.EqualTo(document.ToJsonString()));
    }

    [Test]
    public async Task In_a_protected_environment_the_document_names_it()
    {
        await using var served = await Served.StartAsync(
            options => Served.WithTokens(options) with { IsProtected = () => true }, _nights.Location);

        var (without, document) = await SendAsync(served, Hold);
        var (with, _) = await SendAsync(served, Hold.Replace("}", ""","environment":"prod"}"""));

        Assert.That((without, with), Is.EqualTo((HttpStatusCode.UnprocessableEntity, HttpStatusCode.Accepted)));
        Assert.That((string)document["error"]!, Does.StartWith("environment: the environment is protected"));
    }

    private static async Task<(HttpStatusCode Status, JsonNode Document)> SendAsync(
        Served served, string body, string key = "key-1", string token = Served.OperatorToken,
        string type = "application/json")
    {
        using var request = new HttpRequestMessage(HttpMethod.Post, "/api/v1/actions")
        {
            Content = new StringContent(body, Encoding.UTF8, type),
        };
        request.Headers.Authorization = new AuthenticationHeaderValue("Bearer", token);
        if (key.Length > 0)
        {
            request.Headers.Add("Idempotency-Key", key);
        }

        using var answer = await served.Client.SendAsync(request);
        var document = JsonNode.Parse(await answer.Content.ReadAsStringAsync())!;
        if (answer.Headers.Location is { } location)
        {
            document["location"] = location.OriginalString;
        }

        return (answer.StatusCode, document);
    }

    private static async Task<string> TextAsync(Served served, string path)
    {
        using var answer = await served.GetAsync(path, ("Authorization", "Bearer " + Served.ViewerToken));
        return await answer.Content.ReadAsStringAsync();
    }
}
