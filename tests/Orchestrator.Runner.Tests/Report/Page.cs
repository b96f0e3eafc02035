using System.Text.RegularExpressions;
using System.Xml;
using System.Xml.Linq;

namespace Orchestrator.Runner.Tests.Report;

/// <summary>A page as it was written, read as XML, which is stricter than any browser.</summary>
internal sealed partial class Page
{
    public Page(string html)
    {
        Html = html;
        using var text = new StringReader(Void().Replace(html, "$1/>"));
        using var reader = XmlReader.Create(text, new XmlReaderSettings { DtdProcessing = DtdProcessing.Ignore });
        Root = XElement.Load(reader);
    }

    public string Html { get; }

    public XElement Root { get; }

    /// <summary>What a person reads: the text of the body.</summary>
    public string Text => Root.Element("body")!.Value;

    public IEnumerable<XElement> All(string name) => Root.Descendants(name);

    public XElement? Section(string id) =>
        All("section").SingleOrDefault(section => (string?)section.Attribute("id") == id);

    /// <summary>The exact value of a figure, the first of that name on the page.</summary>
    public long Figure(string name) => Values(Root, name).First();

    /// <summary>The rows of a section by the value of an attribute.</summary>
    public IEnumerable<XElement> Rows(string section, string attribute) =>
        Section(section)?.Descendants("tr").Where(row => row.Attribute(attribute) is not null) ?? [];

    public static IEnumerable<long> Values(XElement within, string name) =>
        within.Descendants("data").Where(data => (string?)data.Attribute("data-figure") == name)
            .Select(data => (long)data.Attribute("value")!);

    /// <summary>All figures below an element, `name=value` in their order.</summary>
    public static string Figures(XElement within) => string.Join(' ', within.Descendants("data")
        .Select(data => $"{data.Attribute("data-figure")!.Value}={data.Attribute("value")!.Value}"));

    // The one thing that HTML leaves open.
    [GeneratedRegex("(<meta [^>]*[^/>]) ?/?>")]
    private static partial Regex Void();
}
