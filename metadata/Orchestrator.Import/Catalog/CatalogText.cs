using System.Text;
using Orchestrator.Metadata.Model;

namespace Orchestrator.Import.Catalog;

/// <summary>The YAML of a table of the catalog; the same table gives the same text.</summary>
internal static class CatalogText
{
    public static string Of(KnownTable table)
    {
        var text = new StringBuilder("# yaml-language-server: $schema=../../orchestrator.schema.json\n");
        text.Append($"catalog: {YamlText.Of(table.Connection)}\n");
        Add(text, "schema", table.Schema ?? "");
        text.Append($"table: {YamlText.Of(table.Name)}\n");
        Add(text, "kind", table.Kind == "table" ? "" : table.Kind);
        Add(text, "encoding", table.Encoding);
        List(text, "columns", table.Columns.Select(Column));
        if (table.PrimaryKey.Count > 0)
        {
            text.Append($"primaryKey: {Names(table.PrimaryKey)}\n");
        }

        List(text, "uniqueKeys", table.UniqueKeys.Select(key =>
            $"key: {YamlText.Of(key.Name)}, columns: {Names(key.Columns)}"));
        List(text, "foreignKeys", table.ForeignKeys.Select(ForeignKey));
        return text.ToString();
    }

    private static void Add(StringBuilder text, string key, string value) =>
        text.Append(value.Length == 0 ? "" : $"{key}: {YamlText.Of(value)}\n");

    private static void List(StringBuilder text, string key, IEnumerable<string> items)
    {
        var lines = items.Select(item => $"  - {{{item}}}\n").ToArray();
        text.Append(lines.Length == 0 ? "" : $"{key}:\n{string.Concat(lines)}");
    }

    private static string Names(IEnumerable<string> names) => $"[{string.Join(", ", names.Select(YamlText.Of))}]";

    private static string Column(KnownColumn column) => string.Join(", ", (string[])
    [
        $"column: {YamlText.Of(column.Name)}",
        .. column.DataType is { } type ? [$"dataType: {YamlText.Of(type.ToString())}"] : Array.Empty<string>(),
        .. column.Nullable ? Array.Empty<string>() : ["nullable: false"],
        .. Said("native", column.Native),
        .. column.CodePage == 0 ? Array.Empty<string>() : [$"codePage: {column.CodePage}"],
        .. Said("default", column.Default),
        .. Said("identity", column.Identity),
        .. Said("computed", column.Computed),
    ]);

    private static string[] Said(string key, string value) =>
        value.Length == 0 ? [] : [$"{key}: {YamlText.Of(value)}"];

    private static string ForeignKey(KnownReference key) => string.Join(", ", (string[])
    [
        $"key: {YamlText.Of(key.Name)}",
        $"columns: {Names(key.Columns)}",
        .. Said("schema", key.Schema ?? ""),
        $"table: {YamlText.Of(key.Table)}",
        .. key.ToColumns.Count == 0 ? Array.Empty<string>() : [$"to: {Names(key.ToColumns)}"],
    ]);
}
