using System.Text;
using Orchestrator.Core.Types;
using Orchestrator.Data;

namespace Orchestrator.Import;

/// <summary>The YAML of an imported project and of its objects; the same database gives the same text.</summary>
internal static class ImportText
{
    private const int RowVersionBytes = 8;
    private const int VariantChars = 4000;

    public static string Project(string project, string source, string target) => $"""
        # yaml-language-server: $schema=../../orchestrator.schema.json
        # One object for each table of {YamlText.Of(source)}; each waits for those that its foreign keys point to.
        project: {YamlText.Of(project)}
        source: {YamlText.Of(source)}
        target: {YamlText.Of(target)}
        ordering: dependencies

        """.ReplaceLineEndings("\n");

    /// <summary>One object.</summary>
    /// <param name="table">Its table.</param>
    /// <param name="names">What the tables become.</param>
    /// <param name="order">What it waits for.</param>
    /// <param name="source">The platform it is read from.</param>
    /// <param name="target">The platform it is written to; the same one knows the types as they are.</param>
    public static string Object(
        CatalogTable table, Dictionary<TableName, ImportName> names, LoadOrder order, IPlatform source,
        IPlatform target)
    {
        var name = names[table.Name];
        var text = new StringBuilder("# yaml-language-server: $schema=../../../orchestrator.schema.json\n");
        text.Append($"object: {YamlText.Of(name.Object)}\n");
        text.Append($"source: {{{Place(table.Name.Schema, table.Name.Name)}}}\n");
        if (name.Schema is not null || name.Table != name.Object)
        {
            text.Append($"target: {{{Place(name.Schema, name.Table)}}}\n");
        }

        foreach (var (_, to) in order.Circles.Where(circle => circle.From == table.Name))
        {
            text.Append($"# does not wait for {names[to].Object}: their foreign keys form a circle\n");
        }

        if (order.WaitsFor(table.Name) is { Count: > 0 } waits)
        {
            text.Append($"dependsOn: [{string.Join(", ", waits.Select(to => YamlText.Of(names[to].Object)))}]\n");
        }

        text.Append("columns:\n");
        var inTarget = MetadataNames.InTarget([.. table.Columns.Select(column => column.Name)], target.Dialect);
        foreach (var (column, called) in table.Columns.Zip(inTarget))
        {
            text.Append($"  - {{{string.Join(", ", Column(column, called, table, source, target))}}}\n");
        }

        return text.ToString();
    }

    private static string Place(string? schema, string name) =>
        (schema is null ? "" : $"schema: {YamlText.Of(schema)}, ") + $"name: {YamlText.Of(name)}";

    private static IEnumerable<string> Column(
        CatalogColumn column, string called, CatalogTable table, IPlatform source, IPlatform target)
    {
        yield return $"column: {YamlText.Of(column.Name)}";
        if (called != column.Name)
        {
            yield return $"target: {YamlText.Of(called)}";
        }

        // Where the platform's own type says more, the same platform takes it as it is if none is written.
        if (column.Native is null || column.IsMadeThere || source.Name != target.Name)
        {
            yield return $"dataType: {YamlText.Of(Taken(column.Type!.Value, target).ToString())}";
        }

        if (table.PrimaryKey.ToList().IndexOf(column.Name) is var place and >= 0)
        {
            yield return $"key: {place + 1}";
        }
        else if (!column.Nullable)
        {
            yield return "nullable: false";
        }
    }

    // What a server fills by itself, or holds values of any type, keeps its values in a type that takes them.
    private static SqlType Taken(SqlType type, IPlatform target) => target.Dialect.TypeRefusal(type) is null ? type
        : type.Kind == SqlTypeKind.RowVersion ? new SqlType(SqlTypeKind.VarBinary, RowVersionBytes)
        : new SqlType(SqlTypeKind.NVarChar, VariantChars);
}
