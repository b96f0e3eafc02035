using System.Xml;

namespace Orchestrator.Import.Sql.Reading;

/// <summary>XML of strangers: no DTD, nothing from elsewhere, an end to its size and depth.</summary>
internal static class SafeXml
{
    /// <summary>Elements within elements.</summary>
    public const int DepthMax = 100;

    private const long CharactersMax = 1L << 30;

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
