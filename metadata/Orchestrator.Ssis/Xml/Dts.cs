using System.Xml.Linq;

namespace Orchestrator.Ssis.Xml;

/// <summary>The names of the elements of a package.</summary>
internal static class Dts
{
    public static readonly XNamespace Space = "www.microsoft.com/SqlServer/Dts";

    /// <summary>The space of a project's manifest and its parameters.</summary>
    public static readonly XNamespace ProjectSpace = "www.microsoft.com/SqlServer/SSIS";

    /// <summary>The space of what is encrypted.</summary>
    public static readonly XNamespace EncryptionSpace = "http://www.w3.org/2001/04/xmlenc#";

    public static readonly XName Executable = Space + "Executable";

    public static readonly XName Handler = Space + "EventHandler";

    public static readonly XName Property = Space + "Property";

    public static readonly XName Expression = Space + "PropertyExpression";

    public static readonly XName ObjectData = Space + "ObjectData";

    public static readonly XName Manager = Space + "ConnectionManager";

    public static readonly XName Encrypted = EncryptionSpace + "EncryptedData";

    /// <summary>Whether an element is a task or a container: constraints of formats 2 and 3 name theirs by elements
    /// that are called so, too.</summary>
    public static bool IsExecutable(XElement element) =>
        element.Name == Executable && element.Attribute("IDREF") is null;

    /// <summary>The value of an attribute of that local name, whatever its space; null where there is none.</summary>
    public static string? Attribute(XElement element, string name) =>
        element.Attributes().FirstOrDefault(each => each.Name.LocalName == name && !each.IsNamespaceDeclaration)?.Value;

    /// <summary>`True`, `1` and `-1` are yes.</summary>
    public static bool IsYes(string? text) => text is "1" or "-1"
        || string.Equals(text, "true", StringComparison.OrdinalIgnoreCase);

    /// <summary>The nearest elements below one for which something holds, in the file's order, without looking
    /// into them. It walks with a list of its own, so that no depth of a file becomes one of calls.</summary>
    public static IEnumerable<XElement> Nearest(XElement element, Func<XElement, bool> isMeant)
    {
        var waiting = new Stack<XElement>(element.Elements().Reverse());
        while (waiting.TryPop(out var next))
        {
            if (isMeant(next))
            {
                yield return next;
                continue;
            }

            foreach (var child in next.Elements().Reverse())
            {
                waiting.Push(child);
            }
        }
    }
}
