using System.Xml;

namespace Orchestrator.Import.Sql.Reading;

/// <summary>
/// XML of strangers: no DTD, nothing from elsewhere, an end to its size. Who reads it goes down no deeper than it has
/// to, so that depth does nothing.
/// </summary>
internal static class BoundedXml
{
    private const long CharactersMax = 1L << 28;

    /// <summary>A reader that throws <see cref="XmlException"/> at what is refused.</summary>
    public static XmlReader Of(Stream stream) => XmlReader.Create(stream, new XmlReaderSettings
    {
        DtdProcessing = DtdProcessing.Prohibit,
        XmlResolver = null,
        MaxCharactersInDocument = CharactersMax,
        IgnoreComments = true,
        IgnoreProcessingInstructions = true,
        IgnoreWhitespace = true,
    });
}
