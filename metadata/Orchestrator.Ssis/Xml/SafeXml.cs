using System.Text;
using System.Xml;
using System.Xml.Linq;
using Orchestrator.Ssis.Model;

namespace Orchestrator.Ssis.Xml;

/// <summary>Reads XML that others wrote: no document types, nothing from elsewhere, and within bounds, which are
/// judged before anything is kept. Secrets are taken out before anybody sees the document.</summary>
internal static class SafeXml
{
    /// <summary>The document; null where something was found that refuses it.</summary>
    public static XDocument? Read(byte[] bytes, string file, ReadingBounds bounds, List<SsisFinding> findings)
    {
        // Old files are written in the code page of their machine.
        Encoding.RegisterProvider(CodePagesEncodingProvider.Instance);
        try
        {
            if (Judge(bytes, file, bounds) is { } refused)
            {
                findings.Add(refused);
                return null;
            }

            using var reader = Opened(bytes, bounds);
            var document = XDocument.Load(reader, LoadOptions.SetLineInfo);
            HalfSigns.Replace(document, file, findings);
            SecretScrubber.Scrub(document);
            Share(document);
            return document;
        }
        catch (XmlException mistake)
        {
            findings.Add(Refused(mistake, file));
            return null;
        }
    }

    /// <summary>The line that an element begins in; 0 where it is not known.</summary>
    public static int LineOf(XObject part) => ((IXmlLineInfo)part).LineNumber;

    /// <summary>The column that an element begins at; 0 where it is not known.</summary>
    public static int ColumnOf(XObject part) => ((IXmlLineInfo)part).LinePosition;

    // Names, types and numbers of columns stand in a document again and again, each time as a text of its own: what is
    // made of it keeps one.
    private static void Share(XDocument document)
    {
        var texts = new HashSet<string>(StringComparer.Ordinal);
        foreach (var attribute in document.Descendants().SelectMany(each => each.Attributes())
            .Where(each => !each.IsNamespaceDeclaration && !texts.Add(each.Value)))
        {
            if (texts.TryGetValue(attribute.Value, out var known))
            {
                attribute.Value = known;
            }
        }
    }

    private static SsisFinding? Judge(byte[] bytes, string file, ReadingBounds bounds)
    {
        if (bytes.LongLength > bounds.FileBytesMax)
        {
            return new(ReadingCodes.Unreadable, file, 0, 0,
                $"the file has {bytes.LongLength} bytes, more than the {bounds.FileBytesMax} that are read",
                "leave it out, or take what does not belong into a package out of it");
        }

        using var reader = Opened(bytes, bounds);
        var nodes = 0L;
        while (reader.Read())
        {
            nodes += 1 + reader.AttributeCount;
            if (Refusal(reader, nodes, bounds) is { } refusal)
            {
                var place = (IXmlLineInfo)reader;
                return new(refusal.Code, file, place.LineNumber, place.LinePosition, refusal.Message, refusal.Hint);
            }
        }

        return null;
    }

    private static (string Code, string Message, string Hint)? Refusal(
        XmlReader reader, long nodes, ReadingBounds bounds)
    {
        if (reader.Depth > bounds.DepthMax)
        {
            return (ReadingCodes.TooDeep, $"the XML is nested deeper than {bounds.DepthMax} elements",
                "no designer makes that; ask where the file comes from");
        }

        if (nodes > bounds.NodesMax)
        {
            return (ReadingCodes.TooMuch, $"the XML has more than {bounds.NodesMax} parts",
                "divide the package, or leave it out");
        }

        return LongestText(reader) > bounds.TextMax
            ? (ReadingCodes.TooMuch, $"a text is longer than {bounds.TextMax} characters",
                "take what does not belong into a package out of it, or leave it out")
            : null;
    }

    private static int LongestText(XmlReader reader)
    {
        var longest = reader.HasValue ? reader.Value.Length : 0;
        while (reader.MoveToNextAttribute())
        {
            longest = Math.Max(longest, reader.Value.Length);
        }

        reader.MoveToElement();
        return longest;
    }

    // What the parser says is not passed on, as it may name a part of the text.
    private static SsisFinding Refused(XmlException mistake, string file) =>
        mistake.Message.Contains("DTD", StringComparison.Ordinal)
            ? new(ReadingCodes.DocumentType, file, mistake.LineNumber, mistake.LinePosition,
                "the XML declares a document type, by which a file can read others or grow without end",
                "no designer writes one; take it out, or leave the file out")
            : new(ReadingCodes.Malformed, file, mistake.LineNumber, mistake.LinePosition,
                "the text is no XML from here on", "open the package in its designer and save it anew");

    // A byte is one character at most.
    private static XmlReader Opened(byte[] bytes, ReadingBounds bounds) => BoundedXml.Of(
        new MemoryStream(bytes, writable: false), bounds.FileBytesMax, keepsWhitespace: true);
}
