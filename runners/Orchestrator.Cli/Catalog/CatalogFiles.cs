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
    public static IEnumerable<ImportFile> Of(IReadOnlyList<KnownTable> tables, IReadOnlyList<KnownTable> known)
    {
        var there = known.ToLookup(Name, table => table.At.File);
        var alike = tables.Concat(known).DistinctBy(Name).ToLookup(PlainPath, StringComparer.OrdinalIgnoreCase);
        return tables.Select(table => new ImportFile(
            there[Name(table)].FirstOrDefault()
                ?? PathOf(table, alike[PlainPath(table)].Skip(1).Any()), CatalogText.Of(table)));
    }

    /// <summary>The folder that a connection's files are in, below the solution.</summary>
    public static string FolderOf(string connection) => $"catalog/{ImportNames.Plain(connection)}";

    private static (string, string?, string) Name(KnownTable table) => (table.Connection, table.Schema, table.Name);

    private static string PlainPath(KnownTable table) =>
        $"{FolderOf(table.Connection)}/{ImportNames.Plain(table.FullName)}";

    // A name that a file cannot have, or that a file system takes for another's, gets one that is its own for good.
    private static string PathOf(KnownTable table, bool hasTwin)
    {
        var hash = Convert.ToHexStringLower(SHA256.HashData(Encoding.UTF8.GetBytes(
            $"{table.Schema}\n{table.Name}")))[..HashChars];
        return !hasTwin && ImportNames.IsPlain(table.Name) && ImportNames.IsPlain(table.Schema ?? "")
            ? $"{FolderOf(table.Connection)}/{table.FullName}.yaml"
            : $"{PlainPath(table)}-{hash}.yaml";
    }
}
