using Orchestrator.Data;
using Orchestrator.Metadata.Model;

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
