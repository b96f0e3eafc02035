using System.Xml;
using Orchestrator.Import.Foreign;
using Orchestrator.Metadata.Diagnostics;
using Orchestrator.Ssis.Xml;

namespace Orchestrator.Import.Biml;

/// <summary>
/// Reads expanded Biml: XML of strangers, without a DTD, with an end to its size, depth and number of elements.
/// </summary>
internal static class BimlReader
{
    /// <summary>The deepest nesting that is read.</summary>
    public const int DepthMax = 200;

    /// <summary>The most elements that one file may have.</summary>
    public const int ElementsMax = 2_000_000;

    private const string Root = "Biml";
    private const string NuggetBegin = "<#";
    private const string ExpandHint = "expand it: in BimlStudio save the expanded Biml (View Biml), in BimlExpress the "
        + "preview; or import the .dtsx that it generates";

    /// <summary>The root element; null after what is wrong was said.</summary>
    /// <param name="name">The file, as messages name it.</param>
    /// <param name="stream">Its content.</param>
    /// <param name="problems">Takes what is wrong.</param>
    public static BimlElement? Read(string name, Stream stream, ForeignProblems problems)
    {
        if (ForeignText.Of(name, stream, problems) is not { } text || SayNuggets(name, text, problems))
        {
            return null;
        }

        try
        {
            using var xml = BoundedXml.Of(new StringReader(text), text.Length + 1L);
            return Tree(name, xml, problems);
        }
        catch (XmlException wrong)
        {
            // What it says of entities and DTDs repeats no text of the file.
            problems.Error(ForeignCodes.Unreadable, new Origin(name, wrong.LineNumber, wrong.LinePosition),
                "it is no XML that is read here", "expanded Biml is XML without a DTD: save it so, as UTF-8");
            return null;
        }
    }

    private static bool SayNuggets(string name, string text, ForeignProblems problems)
    {
        var at = text.IndexOf(NuggetBegin, StringComparison.Ordinal);
        if (at < 0)
        {
            return false;
        }

        var count = 0;
        for (var next = at; next >= 0; next = text.IndexOf(NuggetBegin, next + 2, StringComparison.Ordinal))
        {
            count++;
        }

        var before = text.AsSpan(0, at);
        var line = before.Count('\n') + 1;
        problems.Error(ForeignCodes.Nugget, new Origin(name, line, at - before.LastIndexOf('\n')),
            count == 1 ? "it holds a code nugget, and BimlScript is not run"
                : $"it holds {count} code nuggets, and BimlScript is not run",
            ExpandHint);
        return true;
    }

    private static BimlElement? Tree(string name, XmlReader xml, ForeignProblems problems)
    {
        var (open, elements) = (new Stack<BimlElement>(), 0);
        BimlElement? root = null;
        while (xml.Read())
        {
            if (xml.NodeType == XmlNodeType.EndElement)
            {
                open.Pop();
                continue;
            }

            if (xml.NodeType != XmlNodeType.Element)
            {
                continue;
            }

            var isEmpty = xml.IsEmptyElement;
            var element = Element(name, xml);
            if (++elements > ElementsMax || open.Count >= DepthMax)
            {
                problems.Error(ForeignCodes.TooMuch, element.At,
                    open.Count >= DepthMax ? $"it is nested over {DepthMax} deep"
                        : $"it has over {ElementsMax} elements", "import it in parts");
                return null;
            }

            root ??= element;
            if (open.TryPeek(out var parent))
            {
                parent.Children.Add(element);
            }

            if (!isEmpty)
            {
                open.Push(element);
            }
        }

        if (root?.Is(Root) == true)
        {
            return root;
        }

        problems.Error(ForeignCodes.Unreadable, root?.At ?? new Origin(name, 1, 1), "its root is not <Biml>",
            "import a file of Biml");
        return null;
    }

    private static BimlElement Element(string name, XmlReader xml)
    {
        var place = (IXmlLineInfo)xml;
        var element = new BimlElement(xml.LocalName, new Origin(name, place.LineNumber, place.LinePosition));
        while (xml.MoveToNextAttribute())
        {
            if (xml.Prefix != "xmlns")
            {
                element.Set(xml.LocalName, xml.Value);
            }
        }

        xml.MoveToElement();
        return element;
    }
}
