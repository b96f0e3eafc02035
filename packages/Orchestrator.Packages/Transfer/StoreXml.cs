using System.Xml;
using System.Xml.Linq;

namespace Orchestrator.Packages.Transfer;

/// <summary>Answers of stores, which may hold anything: none is followed out of itself or deeper than a stack.
/// </summary>
internal static class StoreXml
{
    private const long CharactersMax = 64L << 20;
    private const int DepthMax = 16;

    /// <summary>The answer; null = it is no XML.</summary>
    public static XElement? Read(byte[] body)
    {
        try
        {
            if (IsTooDeep(body))
            {
                return null;
            }

            using var reader = Opened(body);
            return XDocument.Load(reader).Root;
        }
        catch (XmlException)
        {
            return null;
        }
    }

    /// <summary>The code of an error; empty = there is none in it.</summary>
    public static string ErrorOf(byte[] body) => RemoteName.Shown(OfError(body, "Code"));

    /// <summary>A part of an error as the store wrote it; empty = there is none in it.</summary>
    public static string OfError(byte[] body, string name) =>
        Read(body) is { Name.LocalName: "Error" } root ? Text(root, name) : "";

    /// <summary>The text of a part; empty = there is none.</summary>
    public static string Text(XElement within, string name) => Each(within, name).FirstOrDefault()?.Value ?? "";

    /// <summary>The parts of that name, whatever their namespace.</summary>
    public static IEnumerable<XElement> Each(XElement within, string name) =>
        within.Elements().Where(element => element.Name.LocalName == name);

    // The text of an element is gathered level by level, and a stack that is at its end ends the whole run.
    private static bool IsTooDeep(byte[] body)
    {
        using var reader = Opened(body);
        while (reader.Read())
        {
            if (reader.Depth > DepthMax)
            {
                return true;
            }
        }

        return false;
    }

    private static XmlReader Opened(byte[] body) => XmlReader.Create(new MemoryStream(body), new XmlReaderSettings
    {
        DtdProcessing = DtdProcessing.Prohibit,
        XmlResolver = null,
        MaxCharactersInDocument = CharactersMax,
    });
}
