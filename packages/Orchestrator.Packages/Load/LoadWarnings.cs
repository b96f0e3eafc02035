using Orchestrator.Data;
using Orchestrator.Metadata.Model;
using Orchestrator.Packages.Load.Source;
using Orchestrator.Packages.Load.Target;

namespace Orchestrator.Packages.Load;

/// <summary>What is to be told of a load that succeeded.</summary>
internal static class LoadWarnings
{
    /// <summary>Of what was read.</summary>
    /// <param name="definition">The load.</param>
    /// <param name="isSkipped">Whether there was nothing to read.</param>
    /// <param name="repeated">Where it began, if a full refresh was done again; else null.</param>
    /// <param name="window">What of the source was read.</param>
    public static IEnumerable<string> Of(
        ObjectDefinition definition, bool isSkipped, WatermarkStart? repeated, WatermarkWindow? window)
    {
        if (isSkipped)
        {
            yield return $"no file '{definition.Source!.File}' to take: the target was left as it is";
        }

        if (repeated is not null)
        {
            yield return $"everything was loaded anew: the full refresh of attempt {repeated.Refreshes[^1]} had "
                + "changed the target before it ended without a success";
        }

        if (window is { Without: > 0 })
        {
            yield return $"{window.Without} rows of the source have no '{definition.Watermark!.Column}' and are never "
                + "read by the watermark";
        }

        if (window is { Endless: > 0 })
        {
            yield return $"{window.Endless} rows of the source hold a value in '{definition.Watermark!.Column}' behind "
                + "which nothing comes, as infinity or 9999-12-31: the watermark does not go there, and they are never "
                + "read by it. Give them a real value, or NULL and a load of their own";
        }

        if (window?.IsBehind == true)
        {
            yield return $"the source is read up to {window.To}, and the watermark '{definition.Watermark!.Name}' "
                + $"stands behind that, at {window.Stands}: if the source was restored or counts anew, rows between "
                + "the two are never read. `orchestrator watermarks set "
                + $"{definition.FullName} VALUE` says where to go on";
        }
    }

    /// <summary>
    /// Of an Append that began with nothing, where rows stood in its target that no load of the solution explains:
    /// under another name of the object, or in another ledger, they may have been loaded before.
    /// </summary>
    /// <param name="context">The attempt.</param>
    /// <param name="before">Rows that stood there.</param>
    /// <param name="isFirst">
    /// Asked only where it matters: whether rows were added, and the ledger knows of no load before.
    /// </param>
    public static string[] OfFirst(PackageContext context, long before, Func<bool> isFirst)
    {
        var definition = context.Object;
        if (before == 0 || !isFirst() || TargetRows.OtherLoad(definition, context.Solution) is not null)
        {
            return [];
        }

        var node = definition.FullName;
        var begin = definition.Watermark is null ? ""
            : $" and say where it goes on (`orchestrator watermarks set {node} VALUE`)";
        return
        [
            $"'{definition.Target.Name}' held {before} rows before the first load of '{node}' in this ledger: if they "
            + "come from the same source, because the object had another name, they are there twice now. Then delete "
            + $"the rows whose {TargetRows.AuditColumn(definition)} is {context.AttemptId}{begin}",
        ];
    }

    /// <summary>Of columns of the source that the target lacks.</summary>
    public static string[] LeftOut(IReadOnlySet<string> columns) => columns.Count == 0 ? [] :
        [$"the target has no columns {string.Join(", ", columns.Select(name => $"'{name}'"))}: they were left out"];

    /// <summary>Of what became of the rows.</summary>
    public static IEnumerable<string> Of(RowCounts counts, string errors)
    {
        if (counts.Rejected > 0)
        {
            yield return $"{counts.Rejected} rows were rejected into {errors}";
        }

        if (counts.Truncated > 0)
        {
            yield return $"{counts.Truncated} rows were truncated";
        }
    }
}
