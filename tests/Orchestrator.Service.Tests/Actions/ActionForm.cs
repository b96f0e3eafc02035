using System.Net;
using System.Xml.Linq;

namespace Orchestrator.Service.Tests.Actions;

/// <summary>The form of a confirmation, as a browser without script has it.</summary>
internal sealed class ActionForm
{
    private readonly Served _served;
    private readonly string _authorization;

    private ActionForm(Served served, string authorization, Page page, string cookie)
    {
        (_served, _authorization, Page, Cookie) = (served, authorization, page, cookie);
        Element = page.All("form").Single(form => (string?)form.Attribute("class") == "ask");
        Fields = Element.Descendants("input").Where(input => input.Attribute("value") is not null
                && (string?)input.Attribute("type") != "checkbox")
            .ToDictionary(input => input.Attribute("name")!.Value, input => input.Attribute("value")!.Value);
    }

    public Page Page { get; }

    public XElement Element { get; }

    public string Path => Element.Attribute("action")!.Value;

    /// <summary>What it would send; a test fills in the rest.</summary>
    public Dictionary<string, string> Fields { get; }

    /// <summary>The cookie that belongs to it.</summary>
    public string Cookie { get; }

    /// <summary>Names of what the confirmation says it is about.</summary>
    public IEnumerable<string> Affected => Page.Root.Descendants().Attributes("data-affected").Select(at => at.Value);

    /// <summary>What would be typed, as the page says.</summary>
    public string Command => Page.All("main").Single().Descendants()
        .Single(at => at.Name.LocalName == "code").Value;

    public static async Task<ActionForm> OpenAsync(Served served, string path, string token = "")
    {
        var authorization = token.Length == 0 ? "" : "Bearer " + token;
        using var answer = await served.GetAsync(
            path, authorization.Length == 0 ? [] : [("Authorization", authorization)]);
        var text = await answer.Content.ReadAsStringAsync();
        Assert.That(answer.StatusCode, Is.EqualTo(HttpStatusCode.OK), text);
        return new ActionForm(
            served, authorization, new Page(text), answer.Headers.GetValues("Set-Cookie").First().Split(';')[0]);
    }

    /// <summary>The cookie of somebody who has signed in.</summary>
    public static async Task<string> SignInAsync(Served served, string token)
    {
        using var shown = await served.GetAsync("/sign-in");
        var page = new Page(await shown.Content.ReadAsStringAsync());
        using var request = new HttpRequestMessage(HttpMethod.Post, "/sign-in")
        {
            Content = new FormUrlEncodedContent([new("secret", token), new("form_token", page.All("input")
                .First(input => (string?)input.Attribute("name") == "form_token").Attribute("value")!.Value)]),
        };
        request.Headers.Add("Cookie", shown.Headers.GetValues("Set-Cookie").First().Split(';')[0]);
        using var answer = await served.Client.SendAsync(request);
        return answer.Headers.GetValues("Set-Cookie").First().Split(';')[0];
    }

    /// <summary>Sends it.</summary>
    public Task<HttpResponseMessage> SendAsync(params (string Name, string Value)[] fields)
    {
        foreach (var (name, value) in fields)
        {
            Fields[name] = value;
        }

        return SendAsync(Cookie);
    }

    /// <summary>Sends it with another cookie.</summary>
    public async Task<HttpResponseMessage> SendAsync(string cookie, string authorization = "")
    {
        using var request = new HttpRequestMessage(HttpMethod.Post, Path)
        {
            Content = new FormUrlEncodedContent(Fields),
        };
        request.Headers.TryAddWithoutValidation("Cookie", cookie);
        var sent = authorization.Length > 0 ? authorization : _authorization;
        if (sent.Length > 0)
        {
            request.Headers.TryAddWithoutValidation("Authorization", sent);
        }

        return await _served.Client.SendAsync(request);
    }

    /// <summary>Sends it, and gives the number of the action that the answer leads to.</summary>
    public async Task<long> DoAsync(params (string Name, string Value)[] fields)
    {
        using var answer = await SendAsync(fields);
        Assert.That(answer.StatusCode, Is.EqualTo(HttpStatusCode.SeeOther), await answer.Content.ReadAsStringAsync());
        return long.Parse(answer.Headers.Location!.OriginalString.Split('/')[^1]);
    }
}
