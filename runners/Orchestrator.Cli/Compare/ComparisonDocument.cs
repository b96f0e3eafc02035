using Orchestrator.Cli.Output;
using Orchestrator.Compare;

namespace Orchestrator.Cli.Compare;

/// <summary>The same for machines.</summary>
internal static class ComparisonDocument
{
    /// <summary>One comparison as a document.</summary>
    public static object Of(ShownComparison shown) => new
    {
        schema_version = Json.SchemaVersion,
        comparison = One(shown),
    };

    /// <summary>One among others.</summary>
    public static object One(ShownComparison shown)
    {
        var result = shown.Result;
        return new
        {
            old = new { name = result.Sides.Left, rows = result.LeftRows, only_columns = result.LeftAlone },
            @new = new { name = result.Sides.Right, rows = result.RightRows, only_columns = result.RightAlone },
            equal = result.AreEqual,
            duration_seconds = shown.Time.TotalSeconds,
            key = result.Key,
            columns = result.Columns,
            rows_equal = result.Equal,
            rows_missing = result.Missing,
            rows_extra = result.Extra,
            rows_differing = result.Differing,
            rows_late = result.Late,
            rows_of_repeated_keys = result.Repeated,
            rows_examined = result.Examined,
            causes = result.Causes.Select(cause => new { cause = cause.Cause, rows = cause.Rows }),
            differing_columns = result.ByColumn.Select(column => new
            {
                name = column.Name,
                rows = column.Rows,
                old_type = column.Left.Column.Type.ToString(),
                new_type = column.Right.Column.Type.ToString(),
            }),
            rows = result.Shown.Select(Row),
        };
    }

    private static object Row(DifferingRow row) => new
    {
        kind = row.Kind,
        key = row.Key,
        cause = row.Cause,
        changed_meanwhile = row.IsGone,
        values = row.Values.Select(value => new
        {
            column = value.Column,
            old = value.Left,
            @new = value.Right,
            cause = value.Cause,
        }),
    };
}
