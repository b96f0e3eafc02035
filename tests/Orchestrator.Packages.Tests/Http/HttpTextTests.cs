using System.Text.Json;
using System.Xml.Linq;
using Orchestrator.Metadata.Model;
using Orchestrator.Packages.Http;

namespace Orchestrator.Packages.Tests.Http;

/// <summary>Values in what is sent: none ends what it stands in.</summary>
internal sealed class HttpTextTests
{
    private static readonly string[] Odd =
    [
        "", "a", "\"", "\\", "\\\"", "'", "''; drop table t --", "&x=1", "a=b&c", "/../../etc/passwd", "?q", "#f",
        "%2e", "%00", "\r\nX-Admin: yes\r\n\r\n", "\n", "\t", "\0", "\u001b[31m", "{\"a\": 1}",
        "\",\"admin\":true,\"x\":\"",
        "<a b='c'/>", "]]>", "&amp;", "ä", "\u2019", "\u2028", "\ud83d\ude00", "${secret:OTHER}", "${env:PATH}",
        "@evil.example", "\\u0022", "null", "1e5", new('x', 4000),
    ];

    // Not all of them can be part of a name.
    private static IEnumerable<TestCaseData> OddCases =>
        Odd.Select((value, place) => new TestCaseData(value).SetArgDisplayNames($"odd value {place}"));

    [TestCaseSource(nameof(OddCases))]
    public void A_value_within_quotes_of_JSON_is_read_back_as_it_is(string value)
    {
        var text = Filled("{\"a\\\\\": \"<", value, ">\", \"b\": [1]}", HttpPlace.Json);

        using var document = JsonDocument.Parse(text);
        Assert.That(document.RootElement.EnumerateObject().Select(member => member.Name),
            Is.EqualTo(new[] { "a\\", "b" }));
        Assert.That(document.RootElement.GetProperty("a\\").GetString(), Is.EqualTo($"<{value}>"));
    }

    [TestCaseSource(nameof(OddCases))]
    public void A_value_in_a_form_is_read_back_as_it_is(string value)
    {
        var text = Filled("a=", value, "&b=1", HttpPlace.Form);

        Assert.That(text.Split('&').Select(pair => Uri.UnescapeDataString(pair)),
            Is.EqualTo(new[] { $"a={value}", "b=1" }));
    }

    [TestCaseSource(nameof(OddCases))]
    public void A_value_in_an_address_is_a_piece_of_its_path_and_of_its_query(string value)
    {
        var text = Filled("https://api.example.org/x-", value, "/y?z=1", HttpPlace.Url);

        var address = new Uri(text);
        Assert.That((address.Host, address.Query, address.Fragment), Is.EqualTo(("api.example.org", "?z=1", "")));
        Assert.That(Uri.UnescapeDataString(address.AbsolutePath), Is.EqualTo($"/x-{value}/y"));
    }

    [TestCaseSource(nameof(OddCases))]
    public void A_value_in_XML_is_read_back_as_it_is_or_refused(string value)
    {
        try
        {
            var text = Filled("<a b=\"", value, "\"/>", HttpPlace.Xml);

            Assert.That(XElement.Parse(text).Attribute("b")!.Value, Is.EqualTo(value));
        }
        catch (HttpValueException)
        {
            Assert.That(value.Any(char.IsControl), Is.True);
        }
    }

    [TestCaseSource(nameof(OddCases))]
    public void A_value_in_a_header_is_in_its_line_or_refused(string value)
    {
        try
        {
            Assert.That(Filled("a ", value, "", HttpPlace.Header), Is.EqualTo($"a {value}"));
            Assert.That(value.All(sign => sign is >= ' ' and <= '~' or '\t'), Is.True);
        }
        catch (HttpValueException)
        {
            Assert.That(value.Any(sign => sign is < ' ' or > '~'), Is.True);
        }
    }

    [TestCase("1", true)]
    [TestCase("-1.5e3", true)]
    [TestCase("true", true)]
    [TestCase("null", true)]
    [TestCase("", false)]
    [TestCase("01", false)]
    [TestCase("1,", false)]
    [TestCase("1\n", false)]
    [TestCase("\"a\"", false)]
    [TestCase("1, \"admin\": true", false)]
    public void Outside_of_quotes_JSON_takes_a_number_or_a_word_of_its_own(string value, bool isTaken) =>
        Assert.That(IsTaken(value), Is.EqualTo(isTaken));

    [Test]
    public void Behind_a_backslash_no_value_stands() => Assert.That(
        () => Filled("\"\\", "n", "\"", HttpPlace.Json), Throws.TypeOf<HttpValueException>());

    [Test]
    public void Half_of_a_character_is_refused_everywhere([Values] HttpPlace place) => Assert.That(
        () => Filled("\"", "\ud83d", "\"", place), Throws.TypeOf<HttpValueException>());

    [Test]
    public void What_a_value_holds_is_no_placeholder()
    {
        var text = HttpText.Of(
            new SentText([new(SentPartKind.Value, "${secret:A}"), new(SentPartKind.Asked, "${secret:B}")], "", default),
            HttpPlace.Text, placeholder => $"<{placeholder}>");

        Assert.That(text, Is.EqualTo("${secret:A}<${secret:B}>"));
    }

    [TestCase("application/json", HttpPlace.Json)]
    [TestCase("application/problem+json; charset=utf-8", HttpPlace.Json)]
    [TestCase("Application/X-WWW-Form-Urlencoded", HttpPlace.Form)]
    [TestCase("application/soap+xml", HttpPlace.Xml)]
    [TestCase("text/xml", HttpPlace.Xml)]
    [TestCase("text/csv", HttpPlace.Text)]
    [TestCase("", HttpPlace.Text)]
    public void The_type_of_a_body_says_how_values_stand_in_it(string type, HttpPlace place) =>
        Assert.That(HttpText.PlaceOf(type), Is.EqualTo(place));

    private static bool IsTaken(string value)
    {
        try
        {
            return Filled("{\"a\": ", value, "}", HttpPlace.Json).Length > 0;
        }
        catch (HttpValueException)
        {
            return false;
        }
    }

    private static string Filled(string before, string value, string behind, HttpPlace place) => HttpText.Of(
        new SentText(
            [
                new(SentPartKind.Written, before), new(SentPartKind.Value, value),
                new(SentPartKind.Written, behind),
            ], "", default),
        place, text => text);
}
