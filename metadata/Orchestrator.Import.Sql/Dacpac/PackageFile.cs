using System.IO.Compression;
using System.Xml;
using Orchestrator.Import.Sql.Reading;
using Orchestrator.Ssis.Xml;

namespace Orchestrator.Import.Sql.Dacpac;

/// <summary>A `.dacpac`: a zip file of which the model is read, one element at a time, and nothing else.</summary>
internal static class PackageFile
{
    private const string Model = "model.xml";
    private const long BytesMax = 256L << 20;

    // Text of a model packs to a thirtieth; what packs much better is made to unpack.
    private const int RatioMax = 150;
    private const long SmallMax = 16L << 20;

    /// <summary>Reads the elements of its model.</summary>
    /// <param name="file">The file.</param>
    /// <param name="problems">Takes what is wrong; what was read before stays read.</param>
    /// <param name="take">Takes an element.</param>
    public static void Read(SqlFile file, SqlProblems problems, Action<ModelElement> take)
    {
        try
        {
            if (!file.IsFile(problems))
            {
                return;
            }

            using var zip = ZipFile.OpenRead(file.Path);
            if (zip.GetEntry(Model) is not { } entry)
            {
                problems.Error(SqlCodes.Unreadable, file.At, $"it is no package of a model: it holds no {Model}");
            }
            else if (entry.Length > BytesMax
                || (entry.Length > SmallMax && entry.Length / RatioMax > entry.CompressedLength))
            {
                problems.Error(SqlCodes.TooMuch, file.At,
                    $"its {Model} unpacks to {entry.Length >> 20} MB: {BytesMax >> 20} MB are read, and no more than "
                    + $"{RatioMax} times what is packed");
            }
            else
            {
                using var model = entry.Open();
                Read(model, take, (line, column) => problems.Error(SqlCodes.TooMuch,
                    file.At with { Line = line, Column = column },
                    $"an element of its {Model} (line and column are of that) holds over "
                    + $"{BoundedElement.PartsMax:N0} parts, or texts of over {BoundedElement.CharactersMax >> 20} "
                    + "million characters: it is left out",
                    "import the scripts that it was built of, or the database: `import database CONN`"));
            }
        }
        catch (Exception wrong) when (wrong is InvalidDataException or XmlException)
        {
            problems.Error(SqlCodes.Unreadable, file.At,
                "it is no package of a model: it is damaged, or its XML cannot be read or holds a DTD",
                "build it again");
        }
        catch (Exception refused) when (refused is IOException or UnauthorizedAccessException)
        {
            problems.Error(
                SqlCodes.Unreadable, file.At, "it cannot be read", "see that it is there, and who may read it");
        }
    }

    private static void Read(Stream model, Action<ModelElement> take, Action<int, int> refuse)
    {
        using var reader = BoundedXml.Of(model, BytesMax);
        var elements = new BoundedElement(reader);
        while (!reader.EOF)
        {
            // The elements of a model stand in it, and it stands in the root.
            if (reader is not { NodeType: XmlNodeType.Element, Depth: 2, LocalName: "Element" })
            {
                reader.Read();
                continue;
            }

            var (line, column) = PlaceOf(reader);
            if (elements.Read() is { } element)
            {
                take(new ModelElement(element));
            }
            else
            {
                refuse(line, column);
            }
        }
    }

    private static (int Line, int Column) PlaceOf(XmlReader reader)
    {
        var place = (IXmlLineInfo)reader;
        return (place.LineNumber, place.LinePosition);
    }
}
