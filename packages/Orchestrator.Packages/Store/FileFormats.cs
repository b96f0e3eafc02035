using Orchestrator.Data.Files;
using Orchestrator.Metadata.Model;

namespace Orchestrator.Packages.Store;

/// <summary>Folders and formats of a connection, as the driver of files takes them.</summary>
public static class FileFormats
{
    /// <summary>A format of the metadata.</summary>
    public static TextFormat Of(FileFormat format) => new()
    {
        Style = format.Style switch
        {
            FileStyle.Bcp => TextStyle.Bcp,
            FileStyle.Fixed => TextStyle.Fixed,
            FileStyle.Jsonl => TextStyle.JsonLines,
            _ => TextStyle.Csv,
        },
        Field = format.Field,
        Row = format.Row,
        Encoding = format.Encoding,
        TerminatorInColumns = format.TerminatorInColumns,
        Widths = format.Widths,
        DefusesFormulas = format.DefusesFormulas,
        HasHeader = format.HasHeader,
        SkipLines = format.SkipLines,
        SkipLastLines = format.SkipLastLines,
        Comment = format.Comment ?? "",
        Quote = format.Quote,
        FillsShortRows = format.FillsShortRows,
    };

    /// <summary>The format of that name; csv where there is none.</summary>
    internal static TextFormat Of(Connection connection, string name) =>
        connection.Formats.TryGetValue(name, out var format) ? Of(format) : TextFormat.Csv;

    /// <summary>Full path of the connection's folder.</summary>
    /// <exception cref="PackageRefusedException">A variable in it is missing.</exception>
    internal static string Folder(PackageContext context, Connection connection) => Path.GetFullPath(Path.Combine(
        context.Solution.Folder, ConnectionValues.Of(() => context.Resolve(connection.Folder ?? "."))));
}
