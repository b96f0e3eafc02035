using System.Text;
using System.Xml;
using System.Xml.Linq;

namespace Orchestrator.Import.Sql.Dacpac;

/// <summary>
/// Reads one element with all that stands in it, up to a limit: a model is read element by element, and one that holds
/// all of it would take all memory. What is beyond the limit is passed over and not kept.
/// </summary>
/// <param name="reader">What it is read from.</param>
internal sealed class BoundedElement(XmlReader reader)
{
    /// <summary>Elements, attributes and texts that one may hold: a table with 30,000 columns has half as many.
    /// </summary>
    public const int PartsMax = 1_000_000;

    /// <summary>Characters of all texts that one may hold.</summary>
    public const int CharactersMax = 16 << 20;

    private readonly char[] _chunk = new char[4096];
    private readonly Stack<XElement> _open = new();

    private int _parts;
    private long _characters;

    /// <summary>The element that the reader stands on; null = it holds more than is read. The reader stands behind it
    /// then.</summary>
    public XElement? Read()
    {
        var depth = reader.Depth;
        XElement? root = null;
        (_parts, _characters) = (0, 0);
        _open.Clear();
        do
        {
            if (reader.NodeType == XmlNodeType.Element)
            {
                var element = Begun();
                root ??= element;
            }
            else if (reader.NodeType == XmlNodeType.EndElement)
            {
                _open.Pop();
            }
            else if (reader.NodeType is XmlNodeType.Text or XmlNodeType.CDATA or XmlNodeType.SignificantWhitespace)
            {
                _open.Peek().Add(Text());
            }

            if (_parts > PartsMax || _characters > CharactersMax)
            {
                PassOver(depth);
                root = null;
                break;
            }
        }
        while (_open.Count > 0 && reader.Read());
        reader.Read();
        return root;
    }

    private XElement Begun()
    {
        var isEmpty = reader.IsEmptyElement;
        var element = new XElement(XName.Get(reader.LocalName, reader.NamespaceURI));
        _parts += 1 + reader.AttributeCount;
        while (reader.MoveToNextAttribute())
        {
            if (reader.NamespaceURI != XNamespace.Xmlns.NamespaceName)
            {
                element.SetAttributeValue(XName.Get(reader.LocalName, reader.NamespaceURI), reader.Value);
                _characters += reader.Value.Length;
            }
        }

        reader.MoveToElement();
        if (_open.TryPeek(out var parent))
        {
            parent.Add(element);
        }

        if (!isEmpty)
        {
            _open.Push(element);
        }

        return element;
    }

    // In pieces: a text is as long as whoever wrote it likes.
    private string Text()
    {
        _parts++;
        var text = new StringBuilder();
        var length = reader.ReadValueChunk(_chunk, 0, _chunk.Length);
        while (length > 0)
        {
            text.Append(_chunk, 0, length);
            _characters += length;
            length = _characters > CharactersMax ? 0 : reader.ReadValueChunk(_chunk, 0, _chunk.Length);
        }

        return text.ToString();
    }

    // Up to the end of the element at that depth, unless it has ended already.
    private void PassOver(int depth)
    {
        if (_open.Count == 0)
        {
            return;
        }

        _open.Clear();
        while (reader.Read() && reader.Depth > depth)
        {
            // Nothing of it is kept.
        }
    }
}
