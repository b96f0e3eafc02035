using System.Security.Cryptography;
using System.Text;
using Orchestrator.Cli.Import;
using Orchestrator.Metadata.Model;

namespace Orchestrator.Cli.Catalog;

/// <summary>Which file keeps which table: the one that has it, or one whose name tells.</summary>
internal static class CatalogFiles
{
    private const int HashChars = 8;

    /// <summary>The files of tables of one connection.</summary>
    /// <param name="tables">The tables.</param>
    /// <param name="known">The tables that the solution's catalog has; their files stay theirs.</param>
    /// <param name="connections">Names of all connections, of which no two share a folder.</param>
    public static IEnumerable<ImportFile> Of(
        IReadOnlyList<KnownTable> tables, IReadOnlyList<KnownTable> known, IReadOnlyList<string> connections)
    {
        var there = known.ToLookup(Name, table => table.At.File);
        var alike = tables.Concat(known).DistinctBy(Name).ToLookup(PlainName, StringComparer.OrdinalIgnoreCase);
        return tables.Select(table => new ImportFile(
            there[Name(table)].FirstOrDefault()
                ?? $"{FolderOf(table.Connection, connections)}/"
                    + FileOf(table, alike[PlainName(table)].Skip(1).Any()), CatalogText.Of(table)));
    }

    /// <summary>The folder that a connection's files are in, below the solution.</summary>
    private static string FolderOf(string connection, IReadOnlyList<string> connections)
    {
        var plain = ImportNames.Plain(connection);
        var hasTwin = connections.Any(other => other != connection
            && string.Equals(ImportNames.Plain(other), plain, StringComparison.OrdinalIgnoreCase));
        return $"catalog/{plain}{(hasTwin ? $"-{Hash(connection)}" : "")}";
    }

    private static (string, string?, string) Name(KnownTable table) => (table.Connection, table.Schema, table.Name);

    private static string PlainName(KnownTable table) => ImportNames.Plain(table.FullName);

    // A name that a file cannot have, or that a file system takes for another's, gets one that is its own for good.
    private static string FileOf(KnownTable table, bool hasTwin) =>
        !hasTwin && ImportNames.IsPlain(table.Name) && ImportNames.IsPlain(table.Schema ?? "")
            ? $"{table.FullName}.yaml"
            : $"{PlainName(table)}-{Hash($"{table.Schema}\n{table.Name}")}.yaml";

    private static string Hash(string text) =>
        Convert.ToHexStringLower(SHA256.HashData(Encoding.UTF8.GetBytes(text)))[..HashChars];
}
