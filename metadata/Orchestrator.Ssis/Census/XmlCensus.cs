using System.Xml;
using Orchestrator.Ssis.Xml;

namespace Orchestrator.Ssis.Census;

/// <summary>What stands in a package's XML, counted as it passes by: no tree, no reader of the model.</summary>
/// <param name="Executables">The GUIDs of all but the package itself; empty where one has none.</param>
/// <param name="Components">The names of the components of data flows.</param>
/// <param name="Handlers">The events of handlers.</param>
internal sealed record XmlCensus(
    IReadOnlyList<string> Executables, IReadOnlyList<string> Components, IReadOnlyList<string> Handlers)
{
    private static readonly string Space = Dts.Space.NamespaceName;

    /// <summary>The count; null where the text is no XML, or no package.</summary>
    public static XmlCensus? Of(byte[] bytes, ReadingBounds bounds)
    {
        try
        {
            using var reader = XmlReader.Create(new MemoryStream(bytes, writable: false), new XmlReaderSettings
            {
                DtdProcessing = DtdProcessing.Prohibit,
                XmlResolver = null,
                MaxCharactersInDocument = bounds.FileBytesMax,
            });
            return reader.MoveToContent() == XmlNodeType.Element && IsDts(reader, "Executable") ? Count(reader) : null;
        }
        catch (XmlException)
        {
            return null;
        }
    }

    // Open executables and handlers, with what they are called: formats 2 and 3 say it by an element that comes later.
    private static XmlCensus Count(XmlReader reader)
    {
        var executables = new List<string>();
        var handlers = new List<string>();
        var components = new List<string>();
        var open = new Stack<(int Depth, List<string> Into, string Name)>();
        open.Push((reader.Depth, [], ""));
        while (reader.Read())
        {
            while (reader.NodeType == XmlNodeType.EndElement && open.TryPeek(out var ended)
                && ended.Depth == reader.Depth)
            {
                ended.Into.Add(ended.Name);
                open.Pop();
            }

            if (reader.NodeType != XmlNodeType.Element)
            {
                continue;
            }

            if (IsDts(reader, "Executable") && reader.GetAttribute("IDREF") is null)
            {
                Open(reader, open, executables, "DTSID");
            }
            else if (IsDts(reader, "EventHandler"))
            {
                Open(reader, open, handlers, "EventName");
            }
            else if (reader is { LocalName: "component", NamespaceURI: "" })
            {
                components.Add(reader.GetAttribute("name") ?? "");
            }
            else if (IsDts(reader, "Property") && open.TryPeek(out var around) && around.Depth + 1 == reader.Depth
                && around.Name.Length == 0
                && reader.GetAttribute("Name", Space) == (around.Into == handlers ? "EventName" : "DTSID"))
            {
                open.Pop();
                open.Push((around.Depth, around.Into, Spelled(TextOf(reader), around.Into == executables)));
            }
        }

        return new(executables, components, handlers);
    }

    private static void Open(
        XmlReader reader, Stack<(int Depth, List<string> Into, string Name)> open, List<string> into, string name)
    {
        var own = Spelled(reader.GetAttribute(name, Space) ?? "", name == "DTSID");
        if (reader.IsEmptyElement)
        {
            into.Add(own);
        }
        else
        {
            open.Push((reader.Depth, into, own));
        }
    }

    // Stays before the end of the element, which is the next thing that is read.
    private static string TextOf(XmlReader reader) =>
        !reader.IsEmptyElement && reader.Read() && reader.NodeType is XmlNodeType.Text or XmlNodeType.CDATA
            ? reader.Value : "";

    private static string Spelled(string name, bool isId) => isId ? name.ToUpperInvariant() : name;

    private static bool IsDts(XmlReader reader, string name) =>
        reader.LocalName == name && reader.NamespaceURI == Space;
}
