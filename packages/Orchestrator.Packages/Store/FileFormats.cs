using Orchestrator.Data.Files;
using Orchestrator.Metadata.Model;

namespace Orchestrator.Packages.Store;

/// <summary>Folders and formats of a connection, as the driver of files takes them.</summary>
internal static class FileFormats
{
    /// <summary>The format of that name; csv where there is none.</summary>
    public static TextFormat Of(Connection connection, string name) =>
        !connection.Formats.TryGetValue(name, out var format)
            ? TextFormat.Csv
            : new TextFormat
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
            };

    /// <summary>Full path of the connection's folder.</summary>
    /// <exception cref="PackageRefusedException">A variable in it is missing.</exception>
    public static string Folder(PackageContext context, Connection connection) => Path.GetFullPath(Path.Combine(
        context.Solution.Folder, ConnectionValues.Of(() => context.Resolve(connection.Folder ?? "."))));
}
