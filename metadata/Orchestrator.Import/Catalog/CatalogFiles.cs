using System.Security.Cryptography;
using System.Text;
using Orchestrator.Data;
using Orchestrator.Metadata.Model;

namespace Orchestrator.Import.Catalog;

/// <summary>Which file keeps which table: the one that has it, or one whose name tells.</summary>
/// <param name="dialect">How the platform compares names.</param>
/// <param name="known">The tables that the solution's catalog has; their files stay theirs.</param>
/// <param name="connections">Names of all connections, of which no two share a folder.</param>
internal sealed class CatalogFiles(
    Dialect dialect, IReadOnlyList<KnownTable> known, IReadOnlyList<string> connections)
{
    private const int HashChars = 8;

    /// <summary>The files of tables of one connection.</summary>
    public IEnumerable<ImportFile> Of(IReadOnlyList<KnownTable> tables)
    {
        var there = known.ToLookup(Name, table => table.At.File);
        var alike = tables.Concat(known).DistinctBy(Name).ToLookup(PlainName, StringComparer.OrdinalIgnoreCase);
        return tables.Select(table => new ImportFile(
            there[Name(table)].FirstOrDefault()
                ?? $"{FolderOf(table.Connection)}/{FileOf(table, alike[PlainName(table)].Skip(1).Any())}",
            CatalogText.Of(table)));
    }

    /// <summary>The folder that a connection's files are in, below the solution.</summary>
    private string FolderOf(string connection)
    {
        var plain = ImportNames.Plain(connection);
        var hasTwin = connections.Any(other => other != connection
            && string.Equals(ImportNames.Plain(other), plain, StringComparison.OrdinalIgnoreCase));
        return $"catalog/{plain}{(hasTwin ? $"-{Hash(connection)}" : "")}";
    }

    // A name that has only changed in case where the platform does not tell is the same table.
    private (string, string, string) Name(KnownTable table)
    {
        var (schema, name) = dialect.Fold(new TableName(table.Schema, table.Name));
        return (table.Connection, schema, name);
    }

    private static string PlainName(KnownTable table) => ImportNames.Plain(table.FullName);

    // A name that a file cannot have, or that a file system takes for another's, gets one that is its own for good.
    private static string FileOf(KnownTable table, bool hasTwin) =>
        !hasTwin && ImportNames.IsPlain(table.Name) && ImportNames.IsPlain(table.Schema ?? "")
            ? $"{table.FullName}.yaml"
            : $"{PlainName(table)}-{Hash($"{table.Schema}\n{table.Name}")}.yaml";

    private static string Hash(string text) =>
        Convert.ToHexStringLower(SHA256.HashData(Encoding.UTF8.GetBytes(text)))[..HashChars];
}
