using System.Xml;

namespace Orchestrator.Ssis.Xml;

/// <summary>
/// XML of strangers: no document type, nothing from elsewhere, an end to its size. How deep it may be, and how much of
/// it is kept, whoever reads it says.
/// </summary>
internal static class BoundedXml
{
    private const int EntitiesMax = 1024;

    /// <summary>A reader that throws <see cref="XmlException"/> at what is refused.</summary>
    /// <param name="stream">What is read; closed with the reader.</param>
    /// <param name="charactersMax">The most characters that it may have.</param>
    /// <param name="keepsWhitespace">Whether whitespace between elements is told.</param>
    public static XmlReader Of(Stream stream, long charactersMax, bool keepsWhitespace = false) =>
        XmlReader.Create(stream, Settings(charactersMax, keepsWhitespace));

    /// <summary>The same of a text.</summary>
    public static XmlReader Of(TextReader text, long charactersMax) =>
        XmlReader.Create(text, Settings(charactersMax, keepsWhitespace: false));

    private static XmlReaderSettings Settings(long charactersMax, bool keepsWhitespace) => new()
    {
        DtdProcessing = DtdProcessing.Prohibit,
        XmlResolver = null,
        MaxCharactersInDocument = charactersMax,
        MaxCharactersFromEntities = EntitiesMax,
        IgnoreComments = true,
        IgnoreProcessingInstructions = true,
        IgnoreWhitespace = !keepsWhitespace,
        CloseInput = true,
    };
}
