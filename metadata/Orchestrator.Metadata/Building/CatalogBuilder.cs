using Orchestrator.Metadata.Compile;
using Orchestrator.Metadata.Loading;
using Orchestrator.Metadata.Model;
using Orchestrator.Metadata.Yaml;

namespace Orchestrator.Metadata.Building;

/// <summary>Makes known tables of the files below catalog/.</summary>
internal static class CatalogBuilder
{
    public static IReadOnlyList<KnownTable> Build(
        LoadContext context, Drafts drafts, IReadOnlyList<Connection> connections)
    {
        var known = connections.ToDictionary(connection => connection.Name, StringComparer.Ordinal);
        var tables = new Dictionary<(string Connection, string Table), KnownTable>();
        var files = new HashSet<string>(StringComparer.Ordinal);
        foreach (var draft in drafts.Catalog)
        {
            if (!draft.At.File.StartsWith("catalog/", StringComparison.Ordinal) || !files.Add(draft.At.File))
            {
                context.Bag.Error("ORC1079", draft.At, "a table of the catalog stands in a file of its own below "
                    + "catalog/", "`connections refresh` writes such files");
            }

            if (!known.TryGetValue(draft.Name, out var connection))
            {
                var name = new YamlScalar(draft.At, draft.Length, draft.Name, IsPlain: true);
                context.UnknownName("ORC1021", "connection", name, known.Keys);
                continue;
            }

            var table = Table(draft);
            if (!tables.TryAdd((connection.Name, TableNames.Table(connection, table.Schema, table.Name)), table))
            {
                context.Bag.Error("ORC1020", draft.At, $"the table '{table.FullName}' of '{draft.Name}' stands twice "
                    + "in the catalog", "remove one of the two files");
            }
        }

        return [.. tables.Values];
    }

    private static KnownTable Table(Draft draft) => new()
    {
        Connection = draft.Name,
        Schema = draft.Map.Text("schema"),
        Name = draft.Map.Text("table") ?? "",
        Kind = draft.Map.Text("kind") ?? "table",
        Encoding = draft.Map.Text("encoding") ?? "",
        Columns = [.. draft.Map.Items("columns").OfType<YamlMap>().Select(Column)],
        PrimaryKey = draft.Map.Texts("primaryKey"),
        UniqueKeys = [.. draft.Map.Items("uniqueKeys").OfType<YamlMap>()
            .Select(key => new KnownKey(key.Text("key") ?? "", key.Texts("columns")))],
        ForeignKeys = [.. draft.Map.Items("foreignKeys").OfType<YamlMap>().Select(key => new KnownReference(
            key.Text("key") ?? "", key.Texts("columns"), key.Text("schema"), key.Text("table") ?? "",
            key.Texts("to")))],
        At = draft.At,
    };

    private static KnownColumn Column(YamlMap map) => new()
    {
        Name = map.Text("column") ?? "",
        DataType = map.Scalar("dataType")?.ToDataType(),
        Nullable = map.Flag("nullable", true),
        Native = map.Text("native") ?? "",
        CodePage = map.Number("codePage") ?? 0,
        Default = map.Text("default") ?? "",
        Identity = map.Text("identity") ?? "",
        Computed = map.Text("computed") ?? "",
    };
}
