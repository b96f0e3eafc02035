using Orchestrator.Core.Types;
using Orchestrator.Metadata.Diagnostics;
using Orchestrator.Metadata.Loading;
using Orchestrator.Metadata.Model;
using Orchestrator.Metadata.Yaml;

namespace Orchestrator.Metadata.Building;

/// <summary>What a watermark may not say: each of these would lose rows, or load them twice.</summary>
internal static class WatermarkChecks
{
    /// <summary>Whether values of a type have one order in every database.</summary>
    public static bool Takes(SqlType type) => type.IsTemporal
        ? type.Kind != SqlTypeKind.Time
        : type.IsExactNumber && type.Kind != SqlTypeKind.Bit;

    public static void Check(LoadContext context, ObjectDefinition definition, YamlMap map, Connection? source)
    {
        WatermarkArguments.Check(context.Bag, definition);
        if (definition.Watermark is not { } watermark)
        {
            return;
        }

        var written = map.Items("watermarks").OfType<YamlMap>().First();
        var bag = context.Bag;
        var lack = definition.Source?.Procedure is null ? null : WatermarkArguments.Lack(definition);
        if (!definition.IsLoad || source?.IsFolder == true || lack is not null)
        {
            bag.Error("ORC1071", watermark.At, !definition.IsLoad
                ? $"a watermark does nothing with kind {definition.Kind}"
                : definition.Source?.Procedure is not null
                ? "a watermark cannot be compared with what a procedure returns"
                : $"'{source!.Name}' is a folder of files, which no watermark can be compared with",
                definition.IsLoad && lack is not null ? lack
                    : "leave it out; a watermark goes with a load from a database");
        }

        Types(bag, definition, watermark, written);
        if (watermark.FromIsIncluded == watermark.ToIsIncluded)
        {
            bag.Error("ORC1072", written.At("to"), watermark.ToIsIncluded
                ? "with from \">=\" and to \"<=\" the row at the bound is read twice"
                : "with from \">\" and to \"<\" the row at the bound is never read",
                "write from: \">\" with to: \"<=\", or from: \">=\" with to: \"<\"");
        }

        Pattern(bag, definition, watermark);
    }

    private static void Types(DiagnosticBag bag, ObjectDefinition definition, Watermark watermark, YamlMap written)
    {
        var type = watermark.DataType;
        if (!Takes(type))
        {
            bag.Error("ORC1073", written.At("dataType"), $"a watermark cannot be {type}",
                "take a number, a date, or a date with a time: their order is the same everywhere");
            return;
        }

        var column = definition.Columns.FirstOrDefault(one => one.Name == watermark.Column && one.Value is null);
        if (column?.DataType is { } declared && column is { SourceExpression: null, TargetExpression: null }
            && (declared.IsTemporal != type.IsTemporal || declared.IsNumber != type.IsNumber))
        {
            bag.Error("ORC1073", written.At("dataType"),
                $"the watermark '{watermark.Name}' is {type}, and its column '{column.Name}' is {declared}",
                "give the watermark the column's type");
        }
        else if (column?.DataType is { } wider && column is { SourceExpression: null, TargetExpression: null }
            && Narrowing.Between(wider, type).Any())
        {
            bag.Warning("ORC1074", written.At("dataType"),
                $"the watermark '{watermark.Name}' is {type}, narrower than its column, {wider}",
                "bounds keep the digits of the column; what 'toSql' returns is rounded down, so that rows wait");
        }
    }

    private static void Pattern(DiagnosticBag bag, ObjectDefinition definition, Watermark watermark)
    {
        var pattern = definition.Load.Pattern.Value;
        if (pattern is LoadPattern.TruncateInsert or LoadPattern.DropAndReload or LoadPattern.ReplaceRange)
        {
            bag.Error("ORC1075", watermark.At,
                $"{pattern} keeps only the rows of the last load{(pattern == LoadPattern.ReplaceRange
                    ? " in its range" : "")}: with a watermark the earlier ones would be lost",
                "take load: {pattern: Merge}, DeltaInsert or Append, or leave the watermark out");
        }

        if (pattern == LoadPattern.Append && watermark.Overlap is not null)
        {
            bag.Error("ORC1078", watermark.At, "Append would write the rows of the overlap twice",
                "take load: {pattern: Merge} or DeltaInsert, or leave 'overlap' out");
        }

        if (pattern == LoadPattern.Append && definition.SystemColumns.All(column => column.Role != "RowAuditId"))
        {
            bag.Error("ORC1076", watermark.At,
                "Append with a watermark needs the system column RowAuditId",
                "by it the rows of an attempt that was killed are taken back, so that none stands there twice");
        }
    }
}
