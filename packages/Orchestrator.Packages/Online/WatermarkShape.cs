using Orchestrator.Data;
using Orchestrator.Metadata.Diagnostics;
using Orchestrator.Metadata.Model;

namespace Orchestrator.Packages.Online;

/// <summary>A watermark beside the column that it is compared with, as the server has it.</summary>
internal static class WatermarkShape
{
    /// <summary>Warns where the two are of different kinds, so that bounds may not compare as they mean.</summary>
    public static IEnumerable<Diagnostic> Of(
        ObjectDefinition definition, IReadOnlyList<RowColumn> columns, LiveDatabase source)
    {
        // The types of SQLite's columns bind nobody: a load looks at the values.
        if (definition.Watermark is not { } watermark || source.Platform.Abilities.IsFile
            || source.Platform.Dialect.ByName(columns, column => column.Name).Find(watermark.Column) is not { } column)
        {
            yield break;
        }

        var (has, wants) = (column.Type, watermark.DataType);
        if (has.IsTemporal != wants.IsTemporal || has.IsExactNumber != wants.IsExactNumber)
        {
            yield return new Diagnostic("ORC3522", Severity.Warning, watermark.At,
                $"the watermark '{watermark.Name}' of '{definition.FullName}' is {wants}, and its "
                + $"column '{column.Name}' is {has}",
                has.IsTemporal || has.IsExactNumber
                    ? $"write dataType: {has}" : $"compare a column that a `query` converts to {wants}");
        }
    }
}
