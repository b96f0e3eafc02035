using Orchestrator.Data;
using Orchestrator.Import.Foreign;

namespace Orchestrator.Import.BimlFlex;

/// <summary>The YAML of an object.</summary>
/// <param name="system">The columns that the engine fills.</param>
/// <param name="nameOf">How the object of a row is called from a project; null = it is not imported.</param>
/// <param name="dialectOf">How statements are written for a connection.</param>
/// <param name="problems">Takes what is wrong.</param>
internal sealed class FlexObjectText(
    FlexSystemColumns system, Func<string, FlexObject, string?> nameOf, Func<FlexConnection, Dialect> dialectOf,
    ForeignProblems problems)
{
    /// <summary>The file.</summary>
    public ForeignFile File(FlexObject definition)
    {
        var project = definition.Project.Name;
        return new ForeignFile(ForeignFile.Load, $"{project}/{definition.Name}", new ImportFile(
            $"{ProjectImport.FolderOf(project)}/objects/{definition.Name}.yaml",
            YamlMapText.Document("../../../", Lines(definition))));
    }

    private IEnumerable<string> Lines(FlexObject definition)
    {
        var row = definition.Row;
        var watermark = FlexWatermark.Of(definition, dialectOf, problems);

        // What computes a column stands in the query; a folder of files knows no SQL, and a procedure has its own.
        var isQuery = row.Text("overridesql").Length > 0 || definition.IsFile || definition.IsProcedure
            || FlexQuery.IsNeeded(definition);
        return
        [
            .. YamlMapText.Pair("object", definition.Name),
            .. definition.KeepsHistory ? [ScdLine.Text] : Array.Empty<string>(),
            .. YamlMapText.Raw("source", YamlMapText.Map(Source(definition))),
            .. YamlMapText.Raw("target", YamlMapText.Map(Target(definition))),
            .. YamlMapText.Raw("ownThread", row.Flag("ownthread") == true ? "true" : ""),
            .. YamlMapText.Raw("dependsOn", YamlMapText.List(Before(definition))),
            .. YamlMapText.Raw("load",
                watermark is null || definition.KeepsHistory ? "" : $"{{pattern: {Pattern(definition)}}}"),
            .. watermark is null || definition.HasKey || system.HasAuditId
                ? Array.Empty<string>() : [FlexSystemColumns.AuditLine],
            .. watermark is null ? Array.Empty<string>() : ["watermarks:", watermark],
            .. definition.Columns.Count == 0 ? Array.Empty<string>() : ["columns:"],
            .. definition.Columns.Select(column => "  - " + YamlMapText.Map(Column(definition, column, isQuery))),
        ];
    }

    private static string Pattern(FlexObject definition) => definition.HasKey ? "Merge" : "Append";

    private string[] Source(FlexObject definition)
    {
        var row = definition.Row;
        var schema = definition.Schema;
        return row.Text("overridesql") is { Length: > 0 } own ? YamlMapText.Pair("query", own)
            : definition.IsFile ?
            [
                .. YamlMapText.Pair("file", FileOf(definition)),
                .. YamlMapText.Pair("format", DelimitedText.Called(definition.Name)),
            ]
            : definition.IsProcedure
                ? YamlMapText.Pair("procedure", schema.Length > 0 ? $"{schema}.{definition.Table}" : definition.Table)
            : FlexQuery.IsNeeded(definition)
                ? YamlMapText.Pair("query", FlexQuery.Of(definition, dialectOf(definition.Project.Source)))
            :
            [
                .. YamlMapText.Pair("schema", schema), .. YamlMapText.Pair("name", definition.Table),
                .. YamlMapText.Pair("where", FlexQuery.Bare(row.Text("wheresql"))),
            ];
    }

    private static string FileOf(FlexObject definition) =>
        definition.Row.Text("sourcefilepattern") is { Length: > 0 } own ? own
        : definition.Project.Source.Row.Text("filepattern") is { Length: > 0 } all ? all
        : Path.HasExtension(definition.Table) ? definition.Table : $"{definition.Table}.csv";

    // BimlFlex has a schema of a stage for each source, called after its record source.
    private static string[] Target(FlexObject definition)
    {
        var source = definition.Project.Source;
        var schema = source.Stage.Code == FlexStage.Source && !definition.Project.Target.IsFolder
            ? source.Row.Text("recordsource") : "";
        schema = MetadataNames.Refusal(schema) is null ? schema : "";
        return definition.Project.Target.IsFolder
            ? YamlMapText.Pair("file", $"{definition.Name}.csv")
            : [.. YamlMapText.Pair("schema", schema), .. YamlMapText.Pair("name", definition.TargetTable)];
    }

    private string[] Before(FlexObject definition) =>
        definition.Row.Text("dependsonobject", "dependsonobjectname", "dependsonobjectuid") is { Length: > 0 } name
            && Named(definition, name) is { } before ? [before] : [];

    private string? Named(FlexObject definition, string name)
    {
        if (nameOf(name, definition) is { } found)
        {
            return found;
        }

        problems.Error(ForeignCodes.Unknown, definition.Row.At,
            $"'{definition.Name}' depends on '{ForeignProblems.Shown(name)}', which is no object that was imported",
            "see what it waited for, and write `dependsOn`");
        return null;
    }

    private static string[] Column(FlexObject definition, FlexColumn column, bool isQuery)
    {
        var row = column.Row;
        return
        [
            .. YamlMapText.Pair("column", column.Name),
            .. column.Target == column.Name ? Array.Empty<string>() : YamlMapText.Pair("target", column.Target),
            .. YamlMapText.Pair("dataType", column.Type is { } type ? $"{type}" : ""),
            .. YamlMapText.Raw("key", column.Key > 0 ? $"{column.Key}" : ""),
            .. YamlMapText.Raw("nullable", column.Key == 0 && !column.Nullable ? "false" : ""),
            .. isQuery ? Array.Empty<string>() : YamlMapText.Pair("sourceExpression", row.Text("sqlsourceexpression")),
            .. YamlMapText.Pair("targetExpression", row.Text("sqltargetexpression")),
            .. YamlMapText.Raw(
                "change", definition.KeepsHistory && column.Key == 0 && !column.IsTracked ? "overwrite" : ""),
        ];
    }
}
